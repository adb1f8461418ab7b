import { type GeoGeometry, type GeoPosition, visitParts } from '../../../geodata/geometry.ts';
import { columnKind } from '../features/column-kind.ts';
import type { GeoPackage, GeoValue } from '../geopackage.ts';
import type { DrawingBudget } from './drawing-budget.ts';
import type { DrawTask } from './draw-task.ts';
import type { MapFeature, MapPiece } from './map-drawing.ts';
import { createPixelPlaces } from './pixel-places.ts';
import { pixelShapes } from './pixel-shape.ts';

/** The features of a GeoPackage in a picture, whole: a piece for each part of the Earth that it shows. */
export function* featurePieces(
  { width, height, projection, source, label, by }: DrawTask,
  geoPackage: GeoPackage,
  budget: DrawingBudget,
): Generator<MapPiece> {
  const places = createPixelPlaces(projection, width, height);
  const columns = [...new Set([label, by].filter((column) => column !== undefined))];
  const classed = geoPackage.layers
    .find(({ table }) => table === source.table)
    ?.columns.find(({ name }) => name === by);
  const isTruth = classed !== undefined && columnKind(classed) === 'boolean';
  for (const { bounds, shift } of source.views) {
    const features = function* (): Generator<MapFeature> {
      for (const { fid, geometry, properties } of geoPackage.features(source.table, { bounds, columns })) {
        if (geometry === null) continue;
        budget.spend(positionsOf(geometry));
        const value = label === undefined ? undefined : properties[label];
        // A label for each place of a feature: it shows twice in a picture of more than the world.
        yield {
          key: `${fid} ${shift}`,
          label: value,
          by: by === undefined ? undefined : valueOf(properties[by], isTruth),
          shapes: pixelShapes(geometry, places, shift),
        };
      }
    };
    yield { narrow: undefined, features: features() };
  }
}

/** Tables have 0 and 1 for truth. */
const valueOf = (value: GeoValue | undefined, isTruth: boolean): GeoValue | boolean | undefined =>
  isTruth && value !== null && value !== undefined ? Number(value) !== 0 : value;

/** How many positions a geometry has. */
export function positionsOf(geometry: GeoGeometry): number {
  let count = 0;
  const add = (positions: readonly GeoPosition[]): number => (count += positions.length);
  visitParts<readonly GeoPosition[]>(geometry, { points: add, line: add, polygon: (rings) => rings.forEach(add) });
  return count;
}
