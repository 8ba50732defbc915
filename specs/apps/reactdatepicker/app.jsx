import 'react-datepicker/dist/react-datepicker.css';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import DatePicker from 'react-datepicker';

function Holiday() {
  const [day, setDay] = useState(null);
  const [[from, to], setRange] = useState([null, null]);
  const shown = (date) => (date ? `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}` : '?');
  return <>
    <h1>Holiday</h1>
    <label>Meeting <DatePicker selected={day} onChange={setDay} openToDate={new Date(2026, 4, 1)} showTimeSelect timeFormat="HH:mm"
      timeIntervals={30} dateFormat="yyyy-MM-dd HH:mm" portalId="layer" showYearDropdown isClearable /></label>
    <h2>Days off</h2>
    <DatePicker selectsRange inline startDate={from} endDate={to} onChange={setRange} openToDate={new Date(2026, 8, 1)} excludeDates={[new Date(2026, 8, 9)]} />
    <output aria-label="Result">{shown(from)} to {shown(to)}, meeting {shown(day)} {day ? `${day.getHours()}:${day.getMinutes()}` : ''}</output>
  </>;
}
createRoot(document.querySelector('#root')).render(<Holiday />);
