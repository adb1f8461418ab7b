import { endKey, STRIDE, type Shape } from './shape.ts';

/** Where a place lies in a geometry. */
export const OUTSIDE = 0;
export const EDGE = 1;
export const INSIDE = 2;
export type Place = typeof OUTSIDE | typeof EDGE | typeof INSIDE;

/** Degrees (a hundredth of a millimetre) by which places may miss a segment they are on: rounding is less, surveys are more. */
export const TOLERANCE = 1e-10;

/** Where a place lies: in or on the edge of areas, on lines (whose ends are their edge), at points. */
export function locate(shape: Shape, x: number, y: number): Place {
  let [isOnEdge, isOnPart, crossings] = [false, false, 0];
  // One look along a ray to the east finds both what the place is on and how often the ray crosses rings.
  shape.tree().search(x - TOLERANCE, y - TOLERANCE, Infinity, y + TOLERANCE, (segment) => {
    const at = STRIDE * segment;
    const [x1, y1] = [shape.segments[at]!, shape.segments[at + 1]!];
    const [x2, y2] = [shape.segments[at + 2]!, shape.segments[at + 3]!];
    const kind = shape.kinds[segment]!;
    if (isNear(x, y, x1, y1, x2, y2)) {
      if (kind === 2) return (isOnEdge = true);
      isOnPart = true;
      return false;
    }
    // Half-open, so that a corner on the ray counts once.
    if (kind === 2 && y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) crossings += 1;
    return false;
  });
  if (isOnEdge) return EDGE;
  if (crossings % 2 === 1) return INSIDE;
  if (!isOnPart) return OUTSIDE;
  return isEnd(shape, x, y) ? EDGE : INSIDE;
}

/** An end of lines, unless a point lies there or another line goes through. */
function isEnd(shape: Shape, x: number, y: number): boolean {
  if (shape.ends.has(endKey(x, y))) return true;
  for (const end of shape.ends.size <= FEW_ENDS ? shape.ends : []) {
    const [endX, endY] = end.split(' ').map(Number);
    if (Math.abs(x - endX!) <= TOLERANCE && Math.abs(y - endY!) <= TOLERANCE) return true;
  }
  return false;
}

/** Ends that are looked at one by one for a place that was computed, and may miss them by rounding. */
const FEW_ENDS = 64;

/** Whether a place lies on a segment, or at a point. */
export function isNear(x: number, y: number, x1: number, y1: number, x2: number, y2: number): boolean {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / length));
  return Math.hypot(x - x1 - along * dx, y - y1 - along * dy) <= TOLERANCE;
}
