import { Calendar } from '@fullcalendar/core';
import dayGrid from '@fullcalendar/daygrid';
new Calendar(document.getElementById('cal'), { plugins: [dayGrid], initialDate: '2031-05-01', events: [{ title: 'Market', start: '2031-05-03', url: '#market' }, { title: 'Regatta', start: '2031-05-10', end: '2031-05-12' }] }).render();
