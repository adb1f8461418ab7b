import type { GeoBounds, GeoGeometry, GeoPosition } from '../../kinds/vector/index.ts';

/** An area of degrees, with the box it lies in: west is greater than east over the antimeridian. */
export interface BentArea {
  readonly geometry: GeoGeometry;
  readonly around: GeoBounds;
}

/**
 * The area within an outline, each position of which has a longitude from -180 to 180. Where the outline goes over the
 * antimeridian the area is there twice, a turn of the world apart, so that it has what lies at both ends; one that goes around
 * a pole reaches up to it.
 *
 * @param outline counter-clockwise as its own CRS sees it, ending where it would begin
 */
export function bentArea(outline: readonly GeoPosition[]): BentArea {
  const [first, ...others] = outline as readonly [GeoPosition, ...GeoPosition[]];
  const ring: GeoPosition[] = [first];
  for (const position of [...others, first]) ring.push(beside(ring.at(-1)!, position));
  const [startX, endX] = [first[0]!, ring.at(-1)![0]!];
  const turn = 360 * Math.round((endX - startX) / 360);
  // What lies to the left of an outline is within it: the north pole where it goes eastwards.
  const pole = turn > 0 ? 90 : -90;
  if (turn !== 0) ring.push([endX, pole], [startX, pole], first);
  const [xs, ys] = [0, 1].map((axis) => ring.map((position) => position[axis]!)) as [number[], number[]];
  const [west, south, east, north] = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  const turns = [0, -360, 360].filter((by) => west + by < 180 && east + by > -180);
  const copies = turns.map((by) => ring.map(([x = NaN, y = NaN]): GeoPosition => [x + by, y]));
  return {
    geometry:
      copies.length === 1
        ? { type: 'Polygon', coordinates: copies }
        : { type: 'MultiPolygon', coordinates: copies.map((copy) => [copy]) },
    around: east - west >= 360 ? [-180, south, 180, north] : [withinWorld(west), south, withinWorld(east), north],
  };
}

/** A position where it lies nearest to the one before it, be it a turn of the world further. */
function beside([before = NaN]: GeoPosition, [x = NaN, y = NaN]: GeoPosition): GeoPosition {
  return [x - 360 * Math.round((x - before) / 360), y];
}

const withinWorld = (x: number): number => (x < -180 ? x + 360 : x > 180 ? x - 360 : x);
