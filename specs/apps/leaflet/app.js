import 'leaflet/dist/leaflet.css';
import L from 'leaflet';

const say = (text) => { document.querySelector('output').textContent = text; };
const map = L.map('map').setView([53.3, -6.2], 8);
L.tileLayer('/tiles/{z}/{x}/{y}', { maxZoom: 14, attribution: 'Made here' }).addTo(map);
const icon = L.icon({ iconUrl: 'anchor.svg', iconSize: [24, 24] });
for (const [name, place] of Object.entries({ Howth: [53.39, -6.07], Wicklow: [52.98, -6.03], Arklow: [52.79, -6.14] })) {
  const marker = L.marker(place, { icon, alt: name, draggable: name === 'Arklow' }).addTo(map).bindPopup(`<h2>${name}</h2><button>Moor here</button>`);
  marker.on('popupopen', ({ popup }) => { popup.getElement().querySelector('button').onclick = () => say(`Moored at ${name}`); });
  marker.on('dragend', () => say(`${name} moved`));
}
map.on('zoomend', () => say(`Zoom ${map.getZoom()}`));
map.on('moveend', () => { document.querySelector('h1').textContent = `Harbours ${map.getCenter().lng < -6.2 ? 'west' : 'east'}`; });
