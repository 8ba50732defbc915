import { Calendar } from '@fullcalendar/core';
import dayGridPlugin from '@fullcalendar/daygrid';
import interactionPlugin from '@fullcalendar/interaction';
import timeGridPlugin from '@fullcalendar/timegrid';

const say = (text) => { document.querySelector('output').textContent = text; };
const calendar = new Calendar(document.querySelector('#calendar'), {
  plugins: [dayGridPlugin, interactionPlugin, timeGridPlugin], initialView: 'dayGridMonth', initialDate: '2026-06-10', height: 600,
  headerToolbar: { left: 'prev,next today', center: 'title', right: 'dayGridMonth,timeGridWeek' },
  editable: true, selectable: true, timeZone: 'UTC',
  events: [{ id: 'a', title: 'Dentist', start: '2026-06-09' }, { id: 'b', title: 'Choir', start: '2026-06-11T18:00:00', end: '2026-06-11T19:30:00' }],
  dateClick: ({ dateStr }) => {
    const title = prompt('What happens?');
    if (title) calendar.addEvent({ title, start: dateStr });
  },
  eventDrop: ({ event }) => say(`${event.title} moved to ${event.startStr}`),
  eventClick: ({ event }) => say(`${event.title} on ${event.startStr}`),
});
calendar.render();
