import { findCorners } from './simplify.ts';

/** Longitude and latitude in degrees. */
type Position = readonly [number, number];

/** Looks along a side: the bend left between 64 of them is 1/4096 of that of the side. */
const LOOKS = 64;

/**
 * The outline of a rectangle whose sides bend in longitude and latitude, closed, from its first corner on. A side that is straight
 * within the tolerance keeps its corners alone.
 *
 * @param corners in the order of the outline
 * @param between the position at a part (0 to 1) of the side that starts in a corner; null where there is none
 * @param tolerance degrees
 */
export function bentOutline(
  corners: readonly [Position, Position, Position, Position],
  between: (side: number, part: number) => Position | null,
  tolerance: number,
): Position[] {
  const outline = corners.flatMap((corner, side) => {
    const looks = Array.from({ length: LOOKS - 1 }, (_, look) => between(side, (look + 1) / LOOKS));
    const line = [corner, ...looks.filter((position) => position !== null), corners[(side + 1) % corners.length]!];
    return neededOf(line, tolerance).slice(0, -1);
  });
  return [...outline, corners[0]];
}

/** The positions of a line without which it would be elsewhere by more than the tolerance; both ends are. */
function neededOf(line: readonly Position[], tolerance: number): Position[] {
  const last = line.length - 1;
  const needed = new Set([0, last]);
  findCorners([[0, last, last]], {
    stride: 1,
    least: tolerance,
    steps: line.length * line.length,
    distance: (at, from, to) => offSegment(line[at]!, line[from]!, line[to]!),
    keep: (at) => needed.add(at),
  });
  return line.filter((_, at) => needed.has(at));
}

/** Distance of a position from a segment, in degrees of a plane. */
function offSegment([x, y]: Position, [fromX, fromY]: Position, [toX, toY]: Position): number {
  const [dx, dy] = [toX - fromX, toY - fromY];
  const length = dx * dx + dy * dy;
  const part = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - fromX) * dx + (y - fromY) * dy) / length));
  return Math.hypot(x - fromX - part * dx, y - fromY - part * dy);
}
