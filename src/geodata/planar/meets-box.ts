import { geometryParts, type GeoBounds, type GeoGeometry, type GeoPosition } from '../geometry.ts';

/** Whether a geometry has a place in common with a box (west before east), its edges included. */
export function meetsBox(geometry: GeoGeometry, box: GeoBounds): boolean {
  switch (geometry.type) {
    case 'Point':
      return isIn(geometry.coordinates, box);
    case 'MultiPoint':
      return geometry.coordinates.some((position) => isIn(position, box));
    case 'GeometryCollection':
      return geometry.geometries.some((part) => meetsBox(part, box));
    default:
      for (const part of geometryParts<readonly GeoPosition[]>(geometry)) {
        if (part.some((to, at) => crosses(part[at - 1] ?? to, to, box))) return true;
      }
      // No edge meets the box: it lies within an area as a whole, or not at all.
      return hasCorner(geometry, box);
  }
}

const isIn = ([x = NaN, y = NaN]: GeoPosition, [west, south, east, north]: GeoBounds): boolean =>
  x >= west && x <= east && y >= south && y <= north;

/** Whether a segment meets the box: what is left of it between each pair of sides (Liang and Barsky). */
function crosses([x1 = NaN, y1 = NaN]: GeoPosition, [x2 = NaN, y2 = NaN]: GeoPosition, box: GeoBounds): boolean {
  let [from, to] = [0, 1];
  const between = (start: number, way: number, low: number, high: number): boolean => {
    if (way === 0) return start >= low && start <= high;
    const [a, b] = [(low - start) / way, (high - start) / way];
    from = Math.max(from, Math.min(a, b));
    to = Math.min(to, Math.max(a, b));
    return from <= to;
  };
  return between(x1, x2 - x1, box[0], box[2]) && between(y1, y2 - y1, box[1], box[3]);
}

function hasCorner(geometry: GeoGeometry, [x, y]: GeoBounds): boolean {
  switch (geometry.type) {
    case 'Polygon':
      return isInRings(geometry.coordinates, x, y);
    case 'MultiPolygon':
      return geometry.coordinates.some((rings) => isInRings(rings, x, y));
    default:
      return false;
  }
}

/** Whether a ray to the east crosses the rings an odd number of times. */
function isInRings(rings: readonly (readonly GeoPosition[])[], x: number, y: number): boolean {
  let isInside = false;
  for (const ring of rings) {
    for (let at = 1; at < ring.length; at += 1) {
      const [[x1 = NaN, y1 = NaN], [x2 = NaN, y2 = NaN]] = [ring[at - 1]!, ring[at]!];
      if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) isInside = !isInside;
    }
  }
  return isInside;
}
