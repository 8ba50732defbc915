import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { closestCenter, DndContext, DragOverlay, KeyboardSensor, PointerSensor, useDroppable, useSensor, useSensors } from '@dnd-kit/core';
import { arrayMove, SortableContext, sortableKeyboardCoordinates, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';

function Song({ id }) {
  const { attributes, listeners, setNodeRef, transform, transition } = useSortable({ id });
  const style = { padding: 8, width: 200, background: '#def', transition, transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined };
  return <li><div ref={setNodeRef} style={style} {...attributes} {...listeners}>{id}</div></li>;
}

function Bin() {
  const { setNodeRef, isOver } = useDroppable({ id: 'bin' });
  return <section ref={setNodeRef} aria-label="Bin" style={{ marginTop: 40, padding: 20, width: 200, background: isOver ? '#fcc' : '#eee' }}>Drop here to remove</section>;
}

function Playlist() {
  const [songs, setSongs] = useState(['Aria', 'Ballad', 'Canon', 'Dirge', 'Etude']);
  const [held, hold] = useState(null);
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 8 } }), useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }));
  const end = ({ active, over }) => {
    hold(null);
    if (over?.id === 'bin') setSongs(songs.filter((song) => song !== active.id));
    else if (over) setSongs(arrayMove(songs, songs.indexOf(active.id), songs.indexOf(over.id)));
  };
  return <><h1>Playlist</h1>
    <DndContext sensors={sensors} collisionDetection={closestCenter} onDragStart={({ active }) => hold(active.id)} onDragEnd={end}>
      <SortableContext items={songs} strategy={verticalListSortingStrategy}><ul aria-label="Songs">{songs.map((song) => <Song key={song} id={song} />)}</ul></SortableContext>
      <Bin /><DragOverlay>{held && <div style={{ padding: 8, background: '#cfc' }}>{held}</div>}</DragOverlay>
    </DndContext><output aria-label="Result">{songs.join(' ')}</output></>;
}
createRoot(document.querySelector('#root')).render(<Playlist />);
