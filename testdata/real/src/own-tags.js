import '@yaireo/tagify/dist/tagify.css'; import 'tom-select/dist/css/tom-select.css';
import Tagify from '@yaireo/tagify'; import TomSelect from 'tom-select';
const kinds = new Tagify(document.getElementById('kinds'), { dropdown: { enabled: 0 }, whitelist: ['oak', 'ash', 'elm', 'larch'] });
const places = new TomSelect('#places', { create: true, persist: false, plugins: ['remove_button'] });
const say = () => { document.getElementById('out').textContent = 'Kinds: ' + kinds.value.map(t => t.value).join(' ') + ' | Places: ' + places.items.join(' '); };
kinds.on('change', say); places.on('change', say); say();
