import type { Feature as GeoJsonFeature, FeatureCollection } from 'geojson';
import type { LayerSpecification } from 'maplibre-gl';
import type { GeoJSONSource, MapLibreMap } from '../../map/maplibre.ts';
import { bent } from '../model/geodesy.ts';
import { type Feature, geometryOf, measurementOf, type Position } from '../model/measurement.ts';
import { type Drawing, isClosed } from './drawing.ts';

/** The map of the workspace keeps what begins like this when its own layers change. */
const SAVED = 'own/measurements';
const DRAWN = 'own/drawing';

const layersOf = (source: string): readonly LayerSpecification[] => [
  {
    id: `${source}-area`,
    type: 'fill',
    source,
    filter: ['==', ['geometry-type'], 'Polygon'],
    paint: { 'fill-color': ['get', 'colour'], 'fill-opacity': 0.15 },
  },
  {
    // Light around dark: it is seen on any picture.
    id: `${source}-around`,
    type: 'line',
    source,
    filter: ['!=', ['geometry-type'], 'Point'],
    layout: { 'line-join': 'round', 'line-cap': 'round' },
    paint: { 'line-color': '#ffffff', 'line-width': ['case', ['get', 'isChosen'], 9, 6] },
  },
  {
    id: `${source}-line`,
    type: 'line',
    source,
    filter: ['!=', ['geometry-type'], 'Point'],
    layout: { 'line-join': 'round', 'line-cap': 'round' },
    paint: { 'line-color': ['get', 'colour'], 'line-width': ['case', ['get', 'isChosen'], 5, 3] },
  },
  {
    id: `${source}-point`,
    type: 'circle',
    source,
    filter: ['==', ['geometry-type'], 'Point'],
    paint: {
      'circle-color': '#ffffff',
      'circle-radius': ['case', ['get', 'isChosen'], 7, 5],
      'circle-stroke-color': ['get', 'colour'],
      'circle-stroke-width': 3,
    },
  },
];

/**
 * Puts the layers of measurements above all others, at once and after each new style.
 *
 * @param draw fills them
 * @returns what ends it
 */
export function keepLayers(map: MapLibreMap, draw: () => void): () => void {
  const add = (): void => {
    if (map.getSource(SAVED) !== undefined) return;
    for (const source of [SAVED, DRAWN]) {
      map.addSource(source, { type: 'geojson', data: NOTHING });
      for (const layer of layersOf(source)) map.addLayer(layer);
    }
    draw();
  };
  add();
  map.on('style.load', add);
  return () => {
    map.off('style.load', add);
    // The map may be gone already, and its style with it.
    if (map.getContainer().isConnected && map.style !== undefined) removeLayers(map);
  };
}

function removeLayers(map: MapLibreMap): void {
  for (const source of [SAVED, DRAWN]) {
    for (const { id } of layersOf(source)) if (map.getLayer(id) !== undefined) map.removeLayer(id);
    if (map.getSource(source) !== undefined) map.removeSource(source);
  }
}

const NOTHING: FeatureCollection = { type: 'FeatureCollection', features: [] };

const show = (map: MapLibreMap, source: string, features: GeoJsonFeature[]): void =>
  void map.getSource<GeoJSONSource>(source)?.setData({ type: 'FeatureCollection', features });

/** Shows measurements; the chosen one is thicker, and has its points. */
export function showMeasurements(map: MapLibreMap, features: readonly Feature[], chosen: string | null): void {
  const shown = features.flatMap((feature) => {
    const { id, tool, positions, colour, hidden } = measurementOf(feature);
    if (hidden || feature.geometry === null) return [];
    const properties = { id, colour, isChosen: id === chosen };
    const geometry = tool === null || positions.length < 2 ? feature.geometry : shapeOf(isClosed(tool), positions);
    const points = id === chosen && tool !== null && positions.length > 1 ? positions : [];
    return [
      { type: 'Feature' as const, geometry, properties },
      ...points.map((point) => pointOf(point, { ...properties, isChosen: false })),
    ];
  });
  show(map, SAVED, shown);
}

/** Shows what is being drawn. @param positions with the place under the pointer */
export function showDrawing(map: MapLibreMap, drawing: Drawing | null, positions: readonly Position[]): void {
  if (drawing === null) return show(map, DRAWN, []);
  const properties = { colour: '#b3261e', isChosen: false };
  const isArea = isClosed(drawing.tool) && positions.length > 2;
  const shape =
    positions.length < 2 ? [] : [{ type: 'Feature' as const, geometry: shapeOf(isArea, positions), properties }];
  show(map, DRAWN, [...shape, ...drawing.positions.map((point) => pointOf(point, properties))]);
}

function shapeOf(isArea: boolean, positions: readonly Position[]) {
  if (!isArea) return geometryOf('distance', bent(positions));
  const [first] = positions;
  return geometryOf('area', bent(first === undefined ? positions : [...positions, first]).slice(0, -1));
}

const pointOf = (point: Position, properties: Readonly<Record<string, unknown>>): GeoJsonFeature => ({
  type: 'Feature',
  geometry: geometryOf('height', [point]),
  properties: { ...properties },
});

/** Layers that a press may meet. */
const PRESSED = ['area', 'line', 'around', 'point'].map((name) => `${SAVED}-${name}`);
const REACH = 6;

/** The measurement at a place of the map. */
export function measurementAt(map: MapLibreMap, { x, y }: { readonly x: number; readonly y: number }): string | null {
  const layers = PRESSED.filter((id) => map.getLayer(id) !== undefined);
  if (layers.length === 0) return null;
  const found = map.queryRenderedFeatures(
    [
      [x - REACH, y - REACH],
      [x + REACH, y + REACH],
    ],
    { layers },
  );
  const id: unknown = found[0]?.properties['id'];
  return typeof id === 'string' ? id : null;
}
