import 'prosemirror-view/style/prosemirror.css'; import 'prosemirror-menu/style/menu.css'; import 'prosemirror-example-setup/style/style.css';
import { EditorState } from 'prosemirror-state'; import { EditorView } from 'prosemirror-view';
import { DOMParser } from 'prosemirror-model'; import { schema } from 'prosemirror-schema-basic'; import { exampleSetup } from 'prosemirror-example-setup';
const start = document.createElement('div');
start.innerHTML = '<p>It rained.</p>';
const view = new EditorView(document.getElementById('ed'), { state: EditorState.create({ doc: DOMParser.fromSchema(schema).parse(start), plugins: exampleSetup({ schema }) }), attributes: { 'aria-label': 'Chronicle text' } });
document.getElementById('show').onclick = () => { document.getElementById('out').textContent = JSON.stringify(view.state.doc.toJSON()); };
