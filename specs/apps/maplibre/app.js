import 'maplibre-gl/dist/maplibre-gl.css';
import * as maplibregl from 'maplibre-gl';

const say = (text) => { document.querySelector('output').textContent = text; };
maplibregl.setWorkerUrl(new URL('map.worker.js', location).href);
const square = (x, y) => ({ type: 'Polygon', coordinates: [[[x, y], [x + 2, y], [x + 2, y + 2], [x, y + 2], [x, y]]] });
const map = new maplibregl.Map({
  container: 'map', center: [0, 0], zoom: 4, fadeDuration: 0,
  style: { version: 8, sources: { islands: { type: 'geojson', data: { type: 'FeatureCollection', features: [
    { type: 'Feature', properties: { name: 'Left' }, geometry: square(-5, -1) }, { type: 'Feature', properties: { name: 'Right' }, geometry: square(3, -1) }] } } },
  layers: [{ id: 'sea', type: 'background', paint: { 'background-color': '#9cf' } }, { id: 'land', type: 'fill', source: 'islands', paint: { 'fill-color': '#7a5' } }] },
});
map.addControl(new maplibregl.NavigationControl());
map.on('click', 'land', ({ features: [island], lngLat }) =>
  new maplibregl.Popup().setLngLat(lngLat).setHTML(`<h2>${island.properties.name}</h2><p>An island</p>`).addTo(map));
map.on('zoomend', () => say(`Zoom ${map.getZoom().toFixed(0)}`));
new maplibregl.Marker().setLngLat([0, 0]).setPopup(new maplibregl.Popup().setHTML('<p>The lighthouse</p>')).addTo(map);
map.on('idle', () => { if (!document.querySelector('output').textContent) say('Drawn'); });
