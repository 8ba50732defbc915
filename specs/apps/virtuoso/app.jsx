import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { GroupedVirtuoso } from 'react-virtuoso';

const letters = Array.from({ length: 20 }, (_, n) => String.fromCharCode(65 + n));
const people = letters.flatMap((letter) => Array.from({ length: 200 }, (_, n) => ({ name: `${letter}nn ${n + 1}`, tall: n % 7 === 0 })));

function Contacts() {
  const [gone, setGone] = useState(new Set());
  const [said, say] = useState('');
  const shown = people.filter(({ name }) => !gone.has(name));
  return <>
    <h1>Contacts</h1><output aria-label="Result">{said}</output>
    <div role="list" aria-label="People" style={{ height: 300 }}>
      <GroupedVirtuoso style={{ height: 300 }} groupCounts={letters.map((letter) => shown.filter(({ name }) => name[0] === letter).length)}
        groupContent={(n) => <h2 style={{ margin: 0, background: '#eee' }}>{letters[n]}</h2>}
        itemContent={(n) => <div role="listitem" aria-label={shown[n].name} style={{ padding: shown[n].tall ? 20 : 4 }}>{shown[n].name}
          <button onClick={() => say(`Called ${shown[n].name}`)}>Call</button>
          <button onClick={() => setGone(new Set([...gone, shown[n].name]))}>Delete</button></div>} />
    </div>
  </>;
}
createRoot(document.querySelector('#root')).render(<Contacts />);
