import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements, monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';

const named = (name) => document.querySelector(`[aria-label=${name}]`);
const say = (text) => { document.querySelector('output').textContent = text; };
combine(
  ...['Cup', 'Plate'].map((name) => draggable({ element: named(name), getInitialData: () => ({ name }) })),
  dropTargetForElements({ element: named('Shelf'), canDrop: ({ source }) => source.data.name !== 'Plate', getData: () => ({ place: 'Shelf' }),
    onDragEnter: () => { named('Shelf').style.background = '#cfc'; }, onDrop: ({ source }) => named('Shelf').append(source.element) }),
  dropTargetForElements({ element: named('Box'), getData: () => ({ place: 'Box' }), onDrop: ({ source }) => named('Box').append(source.element) }),
  monitorForElements({ onDrop: ({ source, location }) =>
    say(`${source.data.name} to ${location.current.dropTargets.map((target) => target.data.place).join(' in ') || 'nowhere'}`) }),
);
