import * as monaco from 'monaco-editor/esm/vs/editor/editor.api.js';
self.MonacoEnvironment = { getWorker: () => new Worker(URL.createObjectURL(new Blob(['']))) };
const editor = monaco.editor.create(document.getElementById('ed'), { value: 'light the lamp\nring the bell', language: 'plaintext', ariaLabel: 'Script text', minimap: { enabled: false } });
document.getElementById('show').onclick = () => { document.getElementById('out').textContent = editor.getValue(); };
