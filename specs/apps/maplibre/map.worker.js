import 'maplibre-gl/dist/maplibre-gl-worker.mjs';
