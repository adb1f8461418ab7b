import { cutAtAntimeridian, wrapLongitude } from './antimeridian.ts';
import type { BoundingBox } from '../../datasets/index.ts';
import type { Position } from './position.ts';
import { areaShape, joined, pointShape, type Shape } from './shape.ts';

/** Where an entry lies: its position, or the rings of its footprint, two where it crosses the antimeridian. */
export interface Footprint {
  readonly point: Position | undefined;
  readonly rings: readonly (readonly Position[])[];
}

/** @returns undefined for an entry without a place. @param polygon, point GeoJSON as entries hold it */
export function footprintOf(polygon: object | null, point: object | null): Footprint | undefined {
  const ring = (coordinatesOf(polygon, 'Polygon') as readonly (readonly Position[])[] | undefined)?.[0];
  if (ring !== undefined && ring.length >= 4) return { point: undefined, rings: cutAtAntimeridian(ring) };
  const position = coordinatesOf(point, 'Point') as Position | undefined;
  if (position === undefined) return undefined;
  const [longitude, ...rest] = position;
  return { point: [wrapLongitude(longitude), ...rest], rings: [] };
}

/** Footprint of GeoJSON areas that do not cross the antimeridian; holes are ignored. @returns undefined if it is no area */
export function footprintOfAreas(areas: unknown): Footprint | undefined {
  const { type, coordinates } = (areas ?? {}) as { readonly type?: unknown; readonly coordinates?: unknown };
  const polygons = type === 'Polygon' ? [coordinates] : type === 'MultiPolygon' ? coordinates : undefined;
  return polygons === undefined
    ? undefined
    : { point: undefined, rings: (polygons as readonly (readonly (readonly Position[])[])[]).map(([outer]) => outer!) };
}

export function shapeOfFootprint({ point, rings }: Footprint): Shape {
  return point === undefined ? joined(rings.map((ring) => areaShape([ring]))) : pointShape(point);
}

/** The footprint as GeoJSON. */
export function geometryOf({ point, rings }: Footprint): { readonly type: string; readonly coordinates: unknown } {
  if (point !== undefined) return { type: 'Point', coordinates: point };
  if (rings.length === 1) return { type: 'Polygon', coordinates: rings };
  return { type: 'MultiPolygon', coordinates: rings.map((ring) => [ring]) };
}

/** The box around a footprint; across the antimeridian west is above east. */
export function boxOf({ point, rings }: Footprint): BoundingBox {
  const boxes = (point === undefined ? rings : [[point]]).map((positions): BoundingBox => {
    const longitudes = positions.map(([longitude]) => longitude);
    const latitudes = positions.map(([, latitude]) => latitude);
    return [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)];
  });
  const [south, north] = [Math.min(...boxes.map((box) => box[1])), Math.max(...boxes.map((box) => box[3]))];
  const [first, second] = boxes as [BoundingBox, BoundingBox?];
  if (boxes.length === 2 && second !== undefined && Math.max(first[2] - second[0], second[2] - first[0]) === 360) {
    const [eastern, western] = first[2] === 180 ? [first, second] : [second, first];
    return [eastern[0], south, western[2], north];
  }
  return [Math.min(...boxes.map((box) => box[0])), south, Math.max(...boxes.map((box) => box[2])), north];
}

function coordinatesOf(geometry: object | null, type: string): unknown {
  const { type: actual, coordinates } = (geometry ?? {}) as { readonly type?: unknown; readonly coordinates?: unknown };
  return actual === type ? coordinates : undefined;
}
