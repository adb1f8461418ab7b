import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import { colourExpression } from './look-colours.ts';
import { LIMITS, type VectorLook } from './vector-look.ts';

/** What is below the pointer, or selected, is this much stronger. */
const HOVER_FILL = 0.2;
const SELECTED_COLOUR = '#f59e0b';

/** The service puts all features into one layer of the tiles. */
const allOf = (source: string) => ({ source, 'source-layer': 'default' });

type LookLayers = {
  readonly source: string;
  readonly look: VectorLook;
  /** 0 to 1. */
  readonly opacity: number;
  /** Id of the selected feature; '' is none. */
  readonly selected: string;
};

/** Layers of the features of a source, from the bottom up; their ids begin with the source's. */
export function lookLayers({ source, look, opacity, selected }: LookLayers): readonly LayerSpecification[] {
  const colour = colourExpression(look.colouring);
  const fill = (look.fill / 100) * opacity;
  const layers: LayerSpecification[] = [
    {
      id: `${source}/area`,
      type: 'fill',
      ...allOf(source),
      filter: isGeometry('Polygon'),
      paint: { 'fill-color': colour, 'fill-opacity': ifHovered(Math.min(opacity, fill + HOVER_FILL), fill) },
    },
    {
      id: `${source}/line`,
      type: 'line',
      ...allOf(source),
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: {
        'line-color': colour,
        'line-opacity': opacity,
        'line-width': ifHovered(look.line + 1.5, look.line),
      },
    },
    {
      id: `${source}/point`,
      type: 'circle',
      ...allOf(source),
      filter: isGeometry('Point'),
      paint: {
        'circle-color': colour,
        'circle-opacity': opacity,
        'circle-radius': ifHovered(Math.min(LIMITS.point[1], look.point + 2), look.point),
        'circle-stroke-color': '#ffffff',
        'circle-stroke-width': 1,
        'circle-stroke-opacity': opacity,
      },
    },
  ];
  if (selected !== '') layers.push(...selectedLayers(source, look, selected));
  if (look.label !== '') layers.push(labelLayer(source, look.label, opacity));
  return layers;
}

function selectedLayers(source: string, look: VectorLook, selected: string): readonly LayerSpecification[] {
  const isIt: ExpressionSpecification = ['==', ['to-string', ['id']], selected];
  return [
    {
      id: `${source}/selected-line`,
      type: 'line',
      ...allOf(source),
      filter: isIt,
      paint: { 'line-color': SELECTED_COLOUR, 'line-width': look.line + 2 },
    },
    {
      id: `${source}/selected-point`,
      type: 'circle',
      ...allOf(source),
      filter: ['all', isIt, isGeometry('Point')],
      paint: {
        'circle-color': SELECTED_COLOUR,
        'circle-radius': look.point + 2,
        'circle-stroke-color': '#ffffff',
        'circle-stroke-width': 2,
      },
    },
  ];
}

/** Letters are drawn by the browser's own fonts: the style names no glyphs, so nothing is fetched. */
const labelLayer = (source: string, property: string, opacity: number): LayerSpecification => ({
  id: `${source}/label`,
  type: 'symbol',
  ...allOf(source),
  layout: {
    'text-field': ['to-string', ['get', property]],
    'text-font': ['sans-serif'],
    'text-size': 12,
    'text-variable-anchor': ['center', 'top', 'bottom', 'left', 'right'],
    'text-radial-offset': 0.6,
    'text-optional': true,
  },
  paint: { 'text-color': '#111827', 'text-halo-color': '#ffffff', 'text-halo-width': 1.5, 'text-opacity': opacity },
});

const ifHovered = (then: number, otherwise: number): ExpressionSpecification => [
  'case',
  ['boolean', ['feature-state', 'hover'], false],
  then,
  otherwise,
];

const isGeometry = (type: 'Polygon' | 'Point'): ExpressionSpecification => ['==', ['geometry-type'], type];
