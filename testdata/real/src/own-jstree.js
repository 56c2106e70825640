import 'jstree/dist/themes/default/style.css';
import $ from 'jquery';
import jstree from 'jstree';
void jstree;
const tree = $('#tree').jstree({ plugins: ['checkbox', 'wholerow'], core: { animation: 80, data: [{ id: 'wine', text: 'Wine', children: [{ id: 'red', text: 'Red', children: [{ id: 'old', text: 'Old red' }, { id: 'new', text: 'New red' }] }, { id: 'white', text: 'White' }] }, { id: 'cider', text: 'Cider' }] } });
tree.on('changed.jstree', (e, data) => { document.getElementById('out').textContent = 'Checked: ' + data.instance.get_bottom_selected().sort().join(' '); });
