import { useState } from 'react';
import { createRoot } from 'react-dom/client';

// Every control is React's own: it shows what the state says, and nothing else.
function Form() {
  const [name, setName] = useState('');
  const [agree, setAgree] = useState(false);
  const [pick, setPick] = useState('a');
  return <form aria-label="Guest">
    <h1>Form</h1>
    <label>Name <input value={name} onChange={(event) => setName(event.target.value)} /></label>
    <label><input type="checkbox" checked={agree} onChange={(event) => setAgree(event.target.checked)} /> Agree</label>
    <label>Pick <select value={pick} onChange={(event) => setPick(event.target.value)}><option>a</option><option>b</option></select></label>
    <output>{`${name} ${agree} ${pick}`}</output>
  </form>;
}
createRoot(document.querySelector('#app')).render(<Form />);
