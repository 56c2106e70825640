import 'jsoneditor/dist/jsoneditor.css';
import JSONEditor from 'jsoneditor';
new JSONEditor(document.getElementById('ed'), { mode: 'tree', modes: ['tree', 'code'] }, { boat: 'Teal', crew: ['Ann', 'Bo'], wet: true, tons: 4 });
