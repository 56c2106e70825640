import 'tabulator-tables/dist/css/tabulator.css';
import { TabulatorFull } from 'tabulator-tables';
new TabulatorFull('#t', { height: 300, layout: 'fitColumns', pagination: true, paginationSize: 10, data: Array.from({ length: 60 }, (_, i) => ({ id: i, ship: 'Ship ' + i, tons: i * 7, wet: i % 2 === 0 })), columns: [{ title: 'Ship', field: 'ship', headerFilter: 'input' }, { title: 'Tons', field: 'tons', editor: 'number' }, { title: 'Wet', field: 'wet', formatter: 'tickCross' }] });
