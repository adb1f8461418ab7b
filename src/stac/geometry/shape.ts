import type { BoundingBox } from '../../datasets/index.ts';
import type { GeoGeometry } from '../../geodata/geometry.ts';
import { isRelated } from '../../geodata/planar/relations.ts';
import { type Shape as PartShape, shapeOf } from '../../geodata/planar/shape.ts';
import type { Position } from './position.ts';

/**
 * What is searched with, or searched for, in the plane of longitudes and latitudes, as GeoJSON has it: its parts, which may lie
 * over each other.
 */
export type Shape = readonly PartShape[];

const partShape = (geometry: GeoGeometry): Shape => [shapeOf(geometry)];

export const pointShape = (coordinates: Position): Shape =>
  partShape({ type: 'Point', coordinates: lonLat(coordinates) });

export const lineShape = (line: readonly Position[]): Shape =>
  partShape({ type: 'LineString', coordinates: line.map(lonLat) });

/** @param rings the first around the area, the others around its holes */
export const areaShape = (rings: readonly (readonly Position[])[]): Shape =>
  partShape({ type: 'Polygon', coordinates: rings.map((ring) => ring.map(lonLat)) });

export const joined = (shapes: readonly Shape[]): Shape => shapes.flat();

const lonLat = ([longitude, latitude]: Position): readonly [number, number] => [longitude, latitude];

/** The area of a box; two where it crosses the antimeridian. One without an extent is a point or a line. */
export function boxShape([west, south, east, north]: BoundingBox): Shape {
  if (west > east) return joined([boxShape([west, south, 180, north]), boxShape([-180, south, east, north])]);
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ] as const;
  return areaShape([ring]);
}

/** Whether two shapes have a position in common; borders belong to what they surround. */
export const shapesMeet = (a: Shape, b: Shape): boolean =>
  a.some((part) => b.some((other) => isRelated('intersects', part, other)));
