import { Calendar } from '@fullcalendar/core';
import dayGrid from '@fullcalendar/daygrid';
import interaction from '@fullcalendar/interaction';
const say = text => { document.getElementById('out').textContent = text; };
new Calendar(document.getElementById('cal'), { plugins: [dayGrid, interaction], initialDate: '2031-05-01', height: 560, editable: true, events: [{ title: 'Fish market', start: '2031-05-06' }, { title: 'Fair', start: '2031-05-15' }], eventDrop: ({ event }) => say(`${event.title} moved to ${event.startStr}`), dateClick: ({ dateStr }) => say(`chosen ${dateStr}`), eventClick: ({ event }) => say(`opened ${event.title}`) }).render();
