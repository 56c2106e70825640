import 'flatpickr/dist/flatpickr.css';
import flatpickr from 'flatpickr';
const say = (dates, text) => { document.getElementById('out').textContent = 'Set: ' + text; };
flatpickr('#at', { enableTime: true, time_24hr: true, defaultDate: '2031-05-04 08:00', onChange: say, onClose: say });
flatpickr('#days', { mode: 'range', defaultDate: ['2031-05-10', '2031-05-12'], onChange: say });
