import 'handsontable/dist/handsontable.full.css';
import Handsontable from 'handsontable';
const data = Array.from({ length: 200 }, (_, i) => [i % 2 === 0, 'Crate ' + i, i * 3, 'pine']);
new Handsontable(document.getElementById('sheet'), { data, height: 300, width: 600, colHeaders: ['Done', 'Crate', 'Weight', 'Wood'], rowHeaders: true, columns: [{ type: 'checkbox' }, {}, { type: 'numeric' }, { type: 'dropdown', source: ['pine', 'oak'] }], filters: true, dropdownMenu: true, licenseKey: 'non-commercial-and-evaluation' });
