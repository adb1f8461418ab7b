import type { GeoBounds } from '../../../geodata/geometry.ts';
import type { GeoPackage } from '../geopackage.ts';
import { latitudeOf } from '../tiles/grid.ts';
import { boxOf, POLYGON } from '../tiles/shape.ts';
import { STRIDE } from '../tiles/simplify.ts';
import type { DrawingBudget } from './drawing-budget.ts';
import type { DrawTask, TileSource } from './draw-task.ts';
import { featurePieces } from './feature-pieces.ts';
import type { MapPiece } from './map-drawing.ts';
import { createPixelPlaces, type PixelPlaces } from './pixel-places.ts';
import { shapeInPixels } from './pixel-shape.ts';
import { pixelSpans, throughPixels } from './pixel-spans.ts';

/** Where the square of vector tiles ends, north and south. */
const LAST_LATITUDE = latitudeOf(0);
const CAPS = [
  [-90, -LAST_LATITUDE],
  [LAST_LATITUDE, 90],
] as const;

/** What a picture of vector tiles lacks: the features around the poles, beyond the square of tiles, drawn where those end. */
export function* polarPieces(
  task: DrawTask,
  { bounds: [west, , east] }: TileSource,
  geoPackage: GeoPackage,
  budget: DrawingBudget,
): Generator<MapPiece> {
  const { source, projection, width, height } = task;
  const places = createPixelPlaces(projection, width, height);
  for (const [south, north] of CAPS) {
    const views = source.views
      .map(({ bounds, shift }) => ({ bounds: withLatitudes(bounds, south, north), shift }))
      .filter(({ bounds }) => bounds[1] <= bounds[3]);
    if (views.length === 0) continue;
    const outline = outlineOf([west, south, east, north], places);
    const narrow = throughPixels(outline.flatMap((ring) => pixelSpans(ring, height)));
    for (const { features } of featurePieces({ ...task, source: { ...source, views } }, geoPackage, budget))
      yield { narrow, features };
  }
}

const withLatitudes = ([west, low, east, high]: GeoBounds, south: number, north: number): GeoBounds => [
  west,
  Math.max(low, south),
  east,
  Math.min(high, north),
];

/** A box of degrees in pixels; none where the picture shows nothing of it. */
function outlineOf([west, south, east, north]: GeoBounds, places: PixelPlaces): readonly Float64Array[] {
  const corners = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ] as const;
  const ring = new Float64Array(corners.length * STRIDE);
  for (const [at, [longitude, latitude]] of corners.entries()) places.toPlane(longitude, latitude, ring, at * STRIDE);
  const shape = { kind: POLYGON, parts: [ring], outer: [true], ...boxOf([ring]) } as const;
  return shapeInPixels(shape, places)?.parts ?? [];
}
