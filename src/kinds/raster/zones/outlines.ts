import type { Border } from './borders.ts';

/** Column and row of corners of pixels in turn; the last is the first. */
export type Ring = readonly number[];
/** The outer ring of a piece, then its holes. */
export type Outline = readonly Ring[];

/** A border along which its piece lies on the left: its place, or the complement of it where it is gone backwards. */
type Way = number;

/** Puts the borders of each piece together. @returns by label from 1 */
export function outlinesOf(borders: readonly Border[], count: number): (label: number) => Outline {
  const ways: Way[][] = Array.from({ length: count + 1 }, () => []);
  borders.forEach(({ left, right }, at) => {
    if (left !== 0) ways[left]!.push(at);
    if (right !== 0) ways[right]!.push(~at);
  });
  return (label) => {
    const rings = ringsOf(borders, ways[label]!);
    // Rows count downwards: with the piece on its left the outer ring has a negative area.
    const outer = rings.filter((ring) => twiceArea(ring) < 0);
    const holes = rings.filter((ring) => twiceArea(ring) > 0);
    if (outer.length !== 1 || holes.length + 1 !== rings.length)
      throw new Error(`Piece ${label} has ${outer.length} outer rings of ${rings.length}`);
    return [outer[0]!, ...holes];
  };
}

/**
 * Rings of a piece. Where it touches itself at a corner two ways lead on: whichever is taken, a part that comes back to a
 * corner is a ring of its own, so that no ring meets itself.
 */
function ringsOf(borders: readonly Border[], ways: readonly Way[]): readonly Ring[] {
  const from = new Map<number, Way[]>();
  for (const way of ways) {
    const start = startOf(borders, way);
    const there = from.get(start);
    if (there === undefined) from.set(start, [way]);
    else there.push(way);
  }
  const rings: Ring[] = [];
  for (const first of from.keys()) {
    const path: { readonly corner: number; readonly way: Way }[] = [];
    const places = new Map<number, number>();
    let corner = first;
    for (;;) {
      const way = from.get(corner)?.pop();
      if (way === undefined) break;
      places.set(corner, path.length);
      path.push({ corner, way });
      corner = startOf(borders, ~way);
      const place = places.get(corner);
      if (place === undefined) continue;
      const ring = path.splice(place);
      for (const step of ring) places.delete(step.corner);
      rings.push(
        joined(
          borders,
          ring.map((step) => step.way),
        ),
      );
    }
  }
  return rings;
}

/** More than a grid has columns. */
const ROW = 2 ** 24;

/** The corner at which a way begins, as a number. */
function startOf(borders: readonly Border[], way: Way): number {
  const { points } = borders[way < 0 ? ~way : way]!;
  return way < 0 ? points.at(-1)! * ROW + points.at(-2)! : points[1]! * ROW + points[0]!;
}

function joined(borders: readonly Border[], ways: readonly Way[]): Ring {
  const ring: number[] = [];
  for (const way of ways) {
    const { points } = borders[way < 0 ? ~way : way]!;
    const last = points.length - 2;
    // The end of each is the begin of the next.
    for (let at = 0; at < last; at += 2) {
      const place = way < 0 ? last - at : at;
      ring.push(points[place]!, points[place + 1]!);
    }
  }
  ring.push(ring[0]!, ring[1]!);
  return ring;
}

export function twiceArea(ring: Ring): number {
  let sum = 0;
  for (let at = 0; at + 3 < ring.length; at += 2) sum += ring[at]! * ring[at + 3]! - ring[at + 2]! * ring[at + 1]!;
  return sum;
}
