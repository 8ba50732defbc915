import { useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { useVirtualizer } from '@tanstack/react-virtual';

const entries = Array.from({ length: 10000 }, (_, n) => ({ id: n + 1, text: `Entry ${n + 1}`, sum: (n * 37) % 1000 }));

function Ledger() {
  const frame = useRef(null);
  const [order, sort] = useState('id');
  const [edited, edit] = useState(null);
  const [rows, setRows] = useState(entries);
  const shown = [...rows].sort((a, b) => a[order] - b[order] || a.id - b.id);
  const virtual = useVirtualizer({ count: shown.length, getScrollElement: () => frame.current, estimateSize: () => 32, overscan: 2 });
  return <>
    <h1>Ledger</h1>
    <div role="grid" aria-label="Ledger" aria-rowcount={shown.length} ref={frame} style={{ height: 320, overflow: 'auto' }} tabIndex={0}>
      <div role="row" style={{ position: 'sticky', top: 0, background: '#eee', zIndex: 1 }}>
        {[['id', 'Number'], ['sum', 'Sum']].map(([key, label]) => <span role="columnheader" key={key} aria-sort={order === key ? 'ascending' : 'none'}>
          <button onClick={() => sort(key)}>{label}</button></span>)}</div>
      <div role="rowgroup" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map((item) => {
          const row = shown[item.index];
          return <div role="row" key={row.id} aria-rowindex={item.index + 1} style={{ position: 'absolute', top: 0, transform: `translateY(${item.start}px)`, height: 32 }}>
            <span role="gridcell">{row.text}</span> <span role="gridcell">{edited === row.id
              ? <input aria-label="Sum" autoFocus defaultValue={row.sum} onBlur={(e) => {
                setRows(rows.map((other) => (other.id === row.id ? { ...other, sum: Number(e.target.value) } : other)));
                edit(null);
              }} /> : <span onDoubleClick={() => edit(row.id)}>{row.sum}</span>}</span></div>;
        })}
      </div>
    </div>
    <button onClick={() => virtual.scrollToIndex(9999)}>To the end</button>
  </>;
}
createRoot(document.querySelector('#root')).render(<Ledger />);
