import { createBoxTree } from '../../../geodata/planar/box-tree.ts';
import { OperationRefusal } from '../../../engine/for-children.ts';
import type { Area } from '../cloud-input/area.ts';
import type { Positions } from './request.ts';

/** Metres of the plane of a cloud. */
export interface PlaneMetres {
  /** Metres of a unit of x and of y. */
  readonly x: number;
  readonly y: number;
}

/** Where a point lies beside a line, in metres: along it from its start, and across it, to the right positive. */
export interface Beside {
  readonly distance: number;
  readonly offset: number;
}

export interface Corridor extends Area {
  readonly length: number;
  /** Null for a point outside of the corridor. */
  beside(x: number, y: number): Beside | null;
}

/**
 * The points within half a width of a line. The corridor ends at right angles to the line at both of its ends, and is round at the outside
 * of its corners. A point beside two legs belongs to the nearer one.
 *
 * @param line in the coordinates of the cloud. @param width in metres
 * @throws OperationRefusal for a line without length
 */
export function createCorridor(line: Positions, width: number, metres: PlaneMetres): Corridor {
  const half = width / 2;
  const corners = withoutRepeats(line.map(([x = NaN, y = NaN]) => [x * metres.x, y * metres.y] as const));
  if (corners.length < 2) throw new OperationRefusal('The line has no length.');
  const legs = corners.length - 1;
  const segments = new Float64Array(4 * legs);
  const starts = new Float64Array(legs + 1);
  for (let leg = 0; leg < legs; leg += 1) {
    const [[x1, y1], [x2, y2]] = [corners[leg]!, corners[leg + 1]!];
    segments.set([x1, y1, x2, y2], 4 * leg);
    starts[leg + 1] = starts[leg]! + Math.hypot(x2 - x1, y2 - y1);
  }
  const ends = (leg: number): readonly [number, number, number, number] => [
    segments[4 * leg]!,
    segments[4 * leg + 1]!,
    segments[4 * leg + 2]!,
    segments[4 * leg + 3]!,
  ];
  const tree = createBoxTree(segments);
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  const box = [Math.min(...xs) - half, Math.min(...ys) - half, Math.max(...xs) + half, Math.max(...ys) + half] as const;

  function beside(worldX: number, worldY: number): Beside | null {
    const [x, y] = [worldX * metres.x, worldY * metres.y];
    let [nearest, found]: [number, Beside | null] = [half * half, null];
    if (x < box[0] || y < box[1] || x > box[2] || y > box[3]) return null;
    tree.search(x - half, y - half, x + half, y + half, (leg) => {
      const [x1, y1, x2, y2] = ends(leg);
      const [dx, dy] = [x2 - x1, y2 - y1];
      const length = starts[leg + 1]! - starts[leg]!;
      const along = ((x - x1) * dx + (y - y1) * dy) / length;
      if ((leg === 0 && along < 0) || (leg === legs - 1 && along > length)) return false;
      const share = Math.max(0, Math.min(1, along / length));
      const square = (x - x1 - share * dx) ** 2 + (y - y1 - share * dy) ** 2;
      if (square > nearest || (square === nearest && found !== null)) return false;
      nearest = square;
      const isLeft = dx * (y - y1) - dy * (x - x1) > 0;
      found = { distance: starts[leg]! + share * length, offset: (isLeft ? -1 : 1) * Math.sqrt(square) };
      return false;
    });
    return found;
  }

  return {
    length: starts[legs]!,
    box: [box[0] / metres.x, box[1] / metres.y, box[2] / metres.x, box[3] / metres.y],
    beside,
    contains: (x, y) => beside(x, y) !== null,
    meets([lowX, lowY, highX, highY]) {
      const [x, y] = [((lowX + highX) / 2) * metres.x, ((lowY + highY) / 2) * metres.y];
      // A circle around the box is near enough: nodes are squares.
      const reach = half + Math.hypot((highX - lowX) * metres.x, (highY - lowY) * metres.y) / 2;
      return tree.search(x - reach, y - reach, x + reach, y + reach, (leg) => {
        const [x1, y1, x2, y2] = ends(leg);
        const [dx, dy] = [x2 - x1, y2 - y1];
        const share = Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy)));
        return Math.hypot(x - x1 - share * dx, y - y1 - share * dy) <= reach;
      });
    },
  };
}

/** Metres: shorter legs have no direction. */
const LEAST_LEG = 1e-6;

function withoutRepeats(corners: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] {
  const kept: (readonly [number, number])[] = [];
  for (const corner of corners) {
    const before = kept.at(-1);
    if (before === undefined || Math.hypot(corner[0] - before[0], corner[1] - before[1]) >= LEAST_LEG)
      kept.push(corner);
  }
  return kept;
}
