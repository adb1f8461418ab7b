import type { Feature, FeatureCollection, Point, Polygon } from 'geojson';
import type { GeoJSONSourceSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl';
import type { DatasetExtent } from '../api/extents.ts';
import type { GeoJSONSource, MapLibreMap } from '../map/maplibre.ts';
import { boundsOf, keyOf, splitByZoom } from './extents.ts';

const [BOXES, POINTS, MARKED] = ['extents/boxes', 'extents/points', 'extents/marked'];
const CLUSTERS = `${POINTS}/cluster`;
const CLUSTER_PIXELS = 34;
/** As of what is selected on the other maps. */
const MARKED_COLOUR = '#f59e0b';

/** Layers that a click means, the first one before the others. */
export const PICKED_LAYERS = [`${POINTS}/point`, CLUSTERS, `${BOXES}/area`];

/** The ground with the sources and layers of the extents, still without any. */
export const styleWithExtents = (ground: StyleSpecification, colours: ExtentColours): StyleSpecification => ({
  ...ground,
  sources: {
    ...ground.sources,
    [BOXES]: EMPTY,
    [POINTS]: { ...EMPTY, cluster: true, clusterRadius: CLUSTER_PIXELS },
    [MARKED]: EMPTY,
  },
  layers: [...ground.layers, ...layersIn(colours)],
});

/** The map in other colours, with what is drawn already. For `setStyle` of MapLibre. */
export function recoloured(before: StyleSpecification | undefined, next: StyleSpecification): StyleSpecification {
  const drawn = Object.entries(before?.sources ?? {}).filter(([id]) => id.startsWith('extents/'));
  return { ...next, sources: { ...next.sources, ...Object.fromEntries(drawn) } };
}

export type ExtentColours = { readonly line: string; readonly digits: string };

/** Draws all datasets as they are shown at the zoom of the map. */
export function drawExtents(map: MapLibreMap, datasets: readonly DatasetExtent[]): void {
  const { boxes, points } = splitByZoom(datasets, Math.floor(map.getZoom()));
  void map.getSource<GeoJSONSource>(BOXES)?.setData(collected(boxes.map(boxFeature)));
  void map.getSource<GeoJSONSource>(POINTS)?.setData(collected(points.map(pointFeature)));
}

/** Draws one dataset above all others; null: none. */
export function drawMarked(map: MapLibreMap, dataset: DatasetExtent | null): void {
  const features = dataset === null ? [] : [boxFeature(dataset), pointFeature(dataset)];
  void map.getSource<GeoJSONSource>(MARKED)?.setData(collected<Polygon | Point>(features));
}

/** Brings a cluster near enough to see what is in it. */
export async function openCluster(map: MapLibreMap, cluster: Feature): Promise<void> {
  if (cluster.geometry.type !== 'Point') return;
  const [longitude = 0, latitude = 0] = cluster.geometry.coordinates;
  const source = map.getSource<GeoJSONSource>(POINTS);
  const zoom = await source?.getClusterExpansionZoom(Number(cluster.properties?.['cluster_id']));
  map.easeTo({ center: [longitude, latitude], zoom: (zoom ?? map.getZoom()) + 0.5 });
}

const collected = <G extends Polygon | Point>(features: Feature<G>[]): FeatureCollection<G> => ({
  type: 'FeatureCollection',
  features,
});

function boxFeature(dataset: DatasetExtent): Feature<Polygon> {
  const [west, south, east, north] = boundsOf(dataset);
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return {
    type: 'Feature',
    properties: { key: keyOf(dataset) },
    geometry: { type: 'Polygon', coordinates: [ring] },
  };
}

function pointFeature(dataset: DatasetExtent): Feature<Point> {
  const [west, south, east, north] = boundsOf(dataset);
  const middle = [(west + east) / 2, (south + north) / 2];
  return {
    type: 'Feature',
    properties: { key: keyOf(dataset) },
    geometry: { type: 'Point', coordinates: middle },
  };
}

const EMPTY = { type: 'geojson', data: collected([]) } as const satisfies GeoJSONSourceSpecification;

const layersIn = ({ line, digits }: ExtentColours): readonly LayerSpecification[] => [
  {
    id: `${BOXES}/area`,
    type: 'fill',
    source: BOXES,
    paint: { 'fill-color': line, 'fill-opacity': 0.16 },
  },
  {
    id: `${BOXES}/line`,
    type: 'line',
    source: BOXES,
    paint: { 'line-color': line, 'line-width': 1.5 },
  },
  {
    id: CLUSTERS,
    type: 'circle',
    source: POINTS,
    filter: ['has', 'point_count'],
    paint: {
      'circle-color': line,
      'circle-radius': ['step', ['get', 'point_count'], 13, 10, 16, 100, 20],
      'circle-stroke-color': digits,
      'circle-stroke-width': 2,
    },
  },
  {
    // The browser's own fonts draw the digits: the style names no glyphs, so nothing is fetched.
    id: `${POINTS}/count`,
    type: 'symbol',
    source: POINTS,
    filter: ['has', 'point_count'],
    layout: {
      'text-field': ['get', 'point_count_abbreviated'],
      'text-font': ['sans-serif'],
      'text-size': 13,
      'text-allow-overlap': true,
      'text-ignore-placement': true,
    },
    paint: { 'text-color': digits },
  },
  {
    id: `${POINTS}/point`,
    type: 'circle',
    source: POINTS,
    filter: ['!', ['has', 'point_count']],
    paint: {
      'circle-color': line,
      'circle-radius': 7,
      'circle-stroke-color': digits,
      'circle-stroke-width': 2,
    },
  },
  {
    id: `${MARKED}/area`,
    type: 'fill',
    source: MARKED,
    filter: ['==', ['geometry-type'], 'Polygon'],
    paint: { 'fill-color': MARKED_COLOUR, 'fill-opacity': 0.3 },
  },
  {
    id: `${MARKED}/line`,
    type: 'line',
    source: MARKED,
    filter: ['==', ['geometry-type'], 'Polygon'],
    paint: { 'line-color': MARKED_COLOUR, 'line-width': 3 },
  },
  {
    id: `${MARKED}/point`,
    type: 'circle',
    source: MARKED,
    filter: ['==', ['geometry-type'], 'Point'],
    paint: {
      'circle-color': MARKED_COLOUR,
      'circle-radius': 8,
      'circle-stroke-color': digits,
      'circle-stroke-width': 2,
    },
  },
];
