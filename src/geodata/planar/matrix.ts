import { EDGE, INSIDE, isNear, locate, OUTSIDE, TOLERANCE, type Place } from './locate.ts';
import { endKey, STRIDE, type SegmentKind, type Shape } from './shape.ts';

/**
 * How two geometries lie to each other (DE-9IM): the dimension in which a place of the one (row: outside, edge, inside) meets one
 * of the other (column), -1 where they do not.
 */
export type Matrix = readonly [Row, Row, Row];
type Row = readonly [number, number, number];

/** @param isEnough asked whenever something was found: true ends the comparison */
export function matrixOf(a: Shape, b: Shape, isEnough: (matrix: Matrix) => boolean = () => false): Matrix {
  const cells: [[number, number, number], [number, number, number], [number, number, number]] = [
    [2, -1, -1],
    [-1, -1, -1],
    [-1, -1, -1],
  ];
  let isDone = false;
  /** Notes a meeting. The places are those in `a` and `b`. */
  const note = (inA: Place, inB: Place, dimension: number): boolean => {
    if (cells[inA][inB] >= dimension) return isDone;
    cells[inA][inB] = dimension;
    return (isDone ||= isEnough(cells));
  };
  compare(a, b, note);
  if (!isDone) compare(b, a, (inB, inA, dimension) => note(inA, inB, dimension));
  return cells;
}

type Note = (inOwn: Place, inOther: Place, dimension: number) => boolean;

/** Cuts each segment of a geometry where the other meets it, and looks where the pieces lie. */
function compare(own: Shape, other: Shape, note: Note): void {
  for (let segment = 0; segment < own.kinds.length; segment += 1) {
    const at = STRIDE * segment;
    const [x1, y1, x2, y2] = [own.segments[at]!, own.segments[at + 1]!, own.segments[at + 2]!, own.segments[at + 3]!];
    const kind = own.kinds[segment] as SegmentKind;
    if (kind === 0) {
      if (note(locate(own, x1, y1), locate(other, x1, y1), 0)) return;
      continue;
    }
    const { cuts, isMet } = cutsOf(other, x1, y1, x2, y2);
    for (const cut of cuts) {
      const isEnd = cut === 0 || cut === 1;
      // Where nothing is met, an end lies where the piece beside it lies; but those of lines are their edge.
      const isLineEnd = kind === 1 && isEnd && own.ends.has(cut === 0 ? endKey(x1, y1) : endKey(x2, y2));
      if (isEnd && !isMet && !isLineEnd) continue;
      const [x, y] = [x1 + cut * (x2 - x1), y1 + cut * (y2 - y1)];
      if (note(locate(own, x, y), locate(other, x, y), 0)) return;
    }
    for (let piece = 1; piece < cuts.length; piece += 1) {
      const middle = (cuts[piece - 1]! + cuts[piece]!) / 2;
      const [x, y] = [x1 + middle * (x2 - x1), y1 + middle * (y2 - y1)];
      if (notePiece(own, other, kind, { x, y, dx: x2 - x1, dy: y2 - y1 }, note)) return;
    }
  }
}

interface Piece {
  /** Its middle. */
  readonly x: number;
  readonly y: number;
  /** The whole segment's direction and length. */
  readonly dx: number;
  readonly dy: number;
}

function notePiece(own: Shape, other: Shape, kind: SegmentKind, piece: Piece, note: Note): boolean {
  const { x, y } = piece;
  const there = locate(other, x, y);
  if (note(kind === 2 ? EDGE : locate(own, x, y), there, 1)) return true;
  if (kind !== 2) return false;
  // Beside the edge of an area lie its inside and its outside.
  if (there === OUTSIDE || other.dimension < 2) return note(INSIDE, OUTSIDE, 2);
  if (there === INSIDE) return note(INSIDE, INSIDE, 2) || note(OUTSIDE, INSIDE, 2);
  return sides(piece).some(([sideX, sideY]) => {
    const [here, beyond] = [locate(own, sideX, sideY), locate(other, sideX, sideY)];
    return here !== EDGE && beyond !== EDGE && here + beyond > 0 && note(here, beyond, 2);
  });
}

/** Two places beside the middle of a piece: close, but further than what counts as on it. */
function sides({ x, y, dx, dy }: Piece): readonly (readonly [number, number])[] {
  const distance = Math.max(8 * TOLERANCE, 1e-6 * Math.hypot(dx, dy)) / Math.hypot(dx, dy);
  return [
    [x - dy * distance, y + dx * distance],
    [x + dy * distance, y - dx * distance],
  ];
}

interface Cuts {
  /** Places along a segment, 0 to 1, rising, with both ends. */
  readonly cuts: readonly number[];
  /** Whether the other geometry meets the segment, be it at its ends. */
  readonly isMet: boolean;
}

/** Where another geometry meets a segment. */
function cutsOf(other: Shape, x1: number, y1: number, x2: number, y2: number): Cuts {
  const cuts = [0, 1];
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = dx * dx + dy * dy;
  const [west, east] = [Math.min(x1, x2) - TOLERANCE, Math.max(x1, x2) + TOLERANCE];
  const [south, north] = [Math.min(y1, y2) - TOLERANCE, Math.max(y1, y2) + TOLERANCE];
  other.tree().search(west, south, east, north, (segment) => {
    const at = STRIDE * segment;
    const [x3, y3] = [other.segments[at]!, other.segments[at + 1]!];
    const [x4, y4] = [other.segments[at + 2]!, other.segments[at + 3]!];
    for (const [x, y] of [
      [x3, y3],
      [x4, y4],
    ] as const) {
      if (isNear(x, y, x1, y1, x2, y2)) cuts.push(((x - x1) * dx + (y - y1) * dy) / length);
    }
    const across = dx * (y4 - y3) - dy * (x4 - x3);
    if (across === 0) return false;
    const t = ((x3 - x1) * (y4 - y3) - (y3 - y1) * (x4 - x3)) / across;
    const u = ((x3 - x1) * dy - (y3 - y1) * dx) / across;
    if (t >= 0 && t <= 1 && u >= 0 && u <= 1) cuts.push(t);
    return false;
  });
  if (cuts.length === 2) return { cuts, isMet: false };
  // Two cuts closer than what counts as one place would leave a piece that is nowhere.
  const least = TOLERANCE / Math.sqrt(length);
  const sorted = cuts.filter((cut) => cut > least && cut < 1 - least).sort((one, two) => one - two);
  const apart = sorted.filter((cut, index) => index === 0 || cut - sorted[index - 1]! > least);
  return { cuts: [0, ...apart, 1], isMet: true };
}
