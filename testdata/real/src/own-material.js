import '@material/web/button/filled-button.js'; import '@material/web/button/text-button.js'; import '@material/web/dialog/dialog.js'; import '@material/web/checkbox/checkbox.js';
import '@material/web/textfield/outlined-text-field.js'; import '@material/web/select/outlined-select.js'; import '@material/web/select/select-option.js';
const by = id => document.getElementById(id);
const say = () => { by('out').textContent = `${by('name').value} ${by('bike').checked ? 'with' : 'without'} a bicycle, ${by('deck').value}, ${by('dialog').returnValue}`; };
by('open').onclick = () => by('dialog').show();
by('dialog').addEventListener('closed', say); for (const id of ['name', 'bike', 'deck']) by(id).addEventListener('change', say);
