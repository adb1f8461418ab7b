import { type GeoGeometry, type GeoPosition, visitParts } from '../../../geodata/geometry.ts';
import type { GeoPackage } from '../geopackage.ts';
import type { DrawingBudget } from './drawing-budget.ts';
import type { DrawTask } from './draw-task.ts';
import type { MapFeature, MapPiece } from './map-drawing.ts';
import { createPixelPlaces } from './pixel-places.ts';
import { pixelShapes } from './pixel-shape.ts';

/** The features of a GeoPackage in a picture, whole: a piece for each part of the Earth that it shows. */
export function* featurePieces(
  { width, height, projection, source, label }: DrawTask,
  geoPackage: GeoPackage,
  budget: DrawingBudget,
): Generator<MapPiece> {
  const places = createPixelPlaces(projection, width, height);
  const columns = label === undefined ? [] : [label];
  for (const { bounds, shift } of source.views) {
    const features = function* (): Generator<MapFeature> {
      for (const { fid, geometry, properties } of geoPackage.features(source.table, { bounds, columns })) {
        if (geometry === null) continue;
        budget.spend(positionsOf(geometry));
        const value = label === undefined ? undefined : properties[label];
        // A label for each place of a feature: it shows twice in a picture of more than the world.
        yield { key: `${fid} ${shift}`, label: value, shapes: pixelShapes(geometry, places, shift) };
      }
    };
    yield { narrow: undefined, features: features() };
  }
}

/** How many positions a geometry has. */
export function positionsOf(geometry: GeoGeometry): number {
  let count = 0;
  const add = (positions: readonly GeoPosition[]): number => (count += positions.length);
  visitParts<readonly GeoPosition[]>(geometry, { points: add, line: add, polygon: (rings) => rings.forEach(add) });
  return count;
}
