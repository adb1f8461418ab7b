import 'maplibre-gl/dist/maplibre-gl.css';
import { setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';

// The worker is a file of our own: the page's policy allows no script from elsewhere.
setWorkerUrl(workerUrl);

export {
  type GeoJSONSource,
  LngLatBounds,
  Map as MapLibreMap,
  NavigationControl,
  ScaleControl,
  AttributionControl,
  Marker,
  Popup,
} from 'maplibre-gl';
