import 'flatpickr/dist/flatpickr.css'; import 'tom-select/dist/css/tom-select.css'; import 'choices.js/public/assets/styles/choices.css';
import flatpickr from 'flatpickr'; import TomSelect from 'tom-select'; import Choices from 'choices.js'; import Swal from 'sweetalert2';
flatpickr('#day', { defaultDate: '2031-05-04', inline: true });
new TomSelect('#guild', {}); new TomSelect('#tools', { plugins: ['remove_button'] }); new Choices('#ward'); new Choices('#trades', { removeItemButton: true });
document.getElementById('ask').onclick = () => Swal.fire({ title: 'Close the gate?', text: 'It is late.', showCancelButton: true });
