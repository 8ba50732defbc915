import 'flatpickr/dist/flatpickr.css';
import flatpickr from 'flatpickr';

const say = (text) => { document.querySelector('output').textContent = text; };
flatpickr('#from', { defaultDate: '2026-06-10', altInput: true, altFormat: 'j F Y', onChange: (days, text) => say(`Arrives ${text}`) });
flatpickr('#range', { mode: 'range', defaultDate: ['2026-06-10', '2026-06-12'], showMonths: 2, onChange: (days, text) => say(`Stays ${text}`) });
flatpickr('#time', { enableTime: true, noCalendar: true, time_24hr: true, defaultDate: '15:00', onChange: (days, text) => say(`Tea at ${text}`) });
