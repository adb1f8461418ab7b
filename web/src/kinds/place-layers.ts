import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import type { DrawnLayer, MapContent } from './map-kind.ts';
import { NOTHING_DRAWN } from './map-kind.ts';
import { ARROW_IMAGE } from './map-images.ts';
import { parsePlaceLook, USUAL_PLACE_LOOK } from './place-look.ts';

/** Points that are closer than so many pixels are one cluster, up to a zoom at which each is shown. */
const [CLUSTER_PIXELS, LAST_CLUSTER_ZOOM] = [36, 17];
const SELECTED_COLOUR = '#f59e0b';

const IS_CLUSTER: ExpressionSpecification = ['has', 'point_count'];
const IS_ONE: ExpressionSpecification = ['!', ['has', 'point_count']];

/** Photos or videos on the map: clusters and points, and below them views, the flight and the ground that they show. */
export function placeContent({ id, layer, opacity, look: text, selected }: DrawnLayer, colour: string): MapContent {
  const { places } = layer;
  if (places === undefined) return NOTHING_DRAWN;
  const look = parsePlaceLook(text) ?? USUAL_PLACE_LOOK;
  const isChosen: ExpressionSpecification = ['==', ['get', 'path'], selected];
  const below: LayerSpecification[] = [];
  if (places.footprints.features.length > 0 && (look.footprints || selected !== '')) {
    const shown = look.footprints ? {} : { filter: isChosen };
    below.push(
      {
        id: `${id}/ground/area`,
        type: 'fill',
        source: `${id}/ground`,
        ...shown,
        paint: { 'fill-color': colour, 'fill-opacity': 0.08 * opacity },
      },
      {
        id: `${id}/ground/line`,
        type: 'line',
        source: `${id}/ground`,
        ...shown,
        paint: { 'line-color': colour, 'line-width': 1, 'line-opacity': 0.7 * opacity },
      },
    );
  }
  if (look.path)
    below.push({
      id: `${id}/flights/line`,
      type: 'line',
      source: `${id}/flights`,
      paint: { 'line-color': colour, 'line-width': 1.5, 'line-opacity': 0.6 * opacity, 'line-dasharray': [2, 1] },
    });
  if (look.direction)
    below.push({
      id: `${id}/direction`,
      type: 'symbol',
      source: id,
      filter: ['all', IS_ONE, ['==', ['typeof', ['get', 'yaw']], 'number']],
      layout: {
        'icon-image': ARROW_IMAGE,
        'icon-rotate': ['get', 'yaw'],
        'icon-rotation-alignment': 'map',
        'icon-allow-overlap': true,
        'icon-ignore-placement': true,
      },
      paint: { 'icon-opacity': opacity },
    });
  const { points, flights, footprints } = places;
  return {
    sources: {
      [id]: {
        type: 'geojson',
        data: points,
        cluster: true,
        clusterRadius: CLUSTER_PIXELS,
        clusterMaxZoom: LAST_CLUSTER_ZOOM,
        generateId: true,
      },
      [`${id}/flights`]: { type: 'geojson', data: flights },
      [`${id}/ground`]: { type: 'geojson', data: footprints },
    },
    layers: [...below, ...pointLayers({ id, colour, opacity, isChosen })],
  };
}

type PointLayers = {
  readonly id: string;
  readonly colour: string;
  readonly opacity: number;
  readonly isChosen: ExpressionSpecification;
};

const pointLayers = ({ id, colour, opacity, isChosen }: PointLayers): readonly LayerSpecification[] => [
  {
    id: `${id}/cluster`,
    type: 'circle',
    source: id,
    filter: IS_CLUSTER,
    paint: {
      'circle-color': colour,
      'circle-opacity': opacity,
      'circle-radius': ['step', ['get', 'point_count'], 14, 10, 17, 100, 21, 1000, 26],
      'circle-stroke-color': '#ffffff',
      'circle-stroke-width': 2,
      'circle-stroke-opacity': opacity,
    },
  },
  {
    // The browser's own fonts draw the digits: the style names no glyphs, so nothing is fetched.
    id: `${id}/count`,
    type: 'symbol',
    source: id,
    filter: IS_CLUSTER,
    layout: {
      'text-field': ['get', 'point_count_abbreviated'],
      'text-font': ['sans-serif'],
      'text-size': 13,
      'text-allow-overlap': true,
      'text-ignore-placement': true,
    },
    paint: { 'text-color': '#ffffff', 'text-opacity': opacity },
  },
  {
    id: `${id}/point`,
    type: 'circle',
    source: id,
    filter: IS_ONE,
    paint: {
      'circle-color': ['case', isChosen, SELECTED_COLOUR, colour],
      'circle-opacity': opacity,
      'circle-radius': ['case', ['boolean', ['feature-state', 'hover'], false], 8, 6],
      'circle-stroke-color': '#ffffff',
      'circle-stroke-width': 2,
      'circle-stroke-opacity': opacity,
    },
  },
];
