import 'ol/ol.css';
import Feature from 'ol/Feature.js';
import Map from 'ol/Map.js';
import Overlay from 'ol/Overlay.js';
import View from 'ol/View.js';
import Polygon from 'ol/geom/Polygon.js';
import Draw from 'ol/interaction/Draw.js';
import TileLayer from 'ol/layer/Tile.js';
import VectorLayer from 'ol/layer/Vector.js';
import VectorSource from 'ol/source/Vector.js';
import XYZ from 'ol/source/XYZ.js';

const source = new VectorSource({ features: [new Feature({ name: 'Meadow', geometry: new Polygon([[[-100, -100], [100, -100], [100, 100], [-100, 100], [-100, -100]]]) })] });
const popup = new Overlay({ element: document.querySelector('#popup'), autoPan: { animation: { duration: 200 } } });
const map = new Map({ target: 'map', overlays: [popup], view: new View({ center: [0, 0], resolution: 2 }),
  layers: [new TileLayer({ source: new XYZ({ url: '/tiles/{z}/{x}/{y}' }) }), new VectorLayer({ source })] });
map.on('singleclick', ({ pixel, coordinate }) => {
  const field = map.forEachFeatureAtPixel(pixel, (feature) => feature, { layerFilter: (layer) => layer.getSource() === source });
  popup.setPosition(field ? coordinate : undefined);
  if (field) document.querySelector('#popup p').textContent = `${field.get('name')}, ${field.getGeometry().getArea().toFixed(0)} m²`;
});
document.querySelector('#popup button').onclick = () => popup.setPosition(undefined);
map.on('moveend', () => { document.querySelector('output').textContent = `${map.getView().getResolution().toFixed(1)} metres a pixel`; });
const draw = new Draw({ source, type: 'Polygon', condition: ({ originalEvent }) => originalEvent.shiftKey });
draw.on('drawend', ({ feature }) => feature.set('name', 'New field'));
map.addInteraction(draw);
