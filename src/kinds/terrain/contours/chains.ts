/** Positions of a line, x and y in turn, from its first to its last. */
export type Positions = readonly number[];

/** Where a piece of a line begins or ends: on an edge of the grid, which has a number. */
export interface EdgePoint {
  readonly edge: number;
  readonly x: number;
  readonly y: number;
}

export interface Chains {
  /** Adds a piece from one edge of the grid to another. All pieces of a level have its higher side on their left. */
  add(level: number, from: EdgePoint, to: EdgePoint): void;
  /** Ends a row of cells: in the next one pieces come to edges from `next` on. */
  endRow(next: number): void;
  /** Memory of the lines that are not finished, in positions of 16 bytes. */
  held(): number;
}

/** A line that grows at both ends. */
interface Chain {
  readonly level: number;
  /** What was put before the first position, the last one first: y and x in turn. */
  readonly head: number[];
  readonly tail: number[];
  startEdge: number;
  endEdge: number;
}

/** Open ends of the lines of a level, by edge. */
interface Ends {
  readonly starts: Map<number, Chain>;
  readonly ends: Map<number, Chain>;
}

/** What a line takes beside its positions, in positions: two arrays, an object, and two ends in maps and lists. */
const LINE_WEIGHT = 32;

type OpenEnd = readonly [level: number, edge: number, side: keyof Ends];

/**
 * Joins pieces to lines. As all have the same side on their left, the end of one only ever meets the start of another.
 *
 * @param finish takes each line when no piece can come to it any more; a ring has its first position at its end as well
 */
export function createChains(finish: (level: number, positions: Positions) => void): Chains {
  const byLevel = new Map<number, Ends>();
  let held = 0;
  /** Ends that came in this row of cells, and those of the row above that waited for it. */
  let fresh: OpenEnd[] = [];
  let waiting: OpenEnd[] = [];

  const endsOf = (level: number): Ends => {
    const known = byLevel.get(level) ?? { starts: new Map<number, Chain>(), ends: new Map<number, Chain>() };
    byLevel.set(level, known);
    return known;
  };
  const complete = ({ level, head, tail }: Chain): void => {
    held -= sizeOf({ head, tail }) + LINE_WEIGHT;
    finish(level, head.reverse().concat(tail));
  };
  const close = ([level, edge, side]: OpenEnd): void => {
    const { starts, ends } = endsOf(level);
    const chain = (side === 'starts' ? starts : ends).get(edge);
    if (chain === undefined) return;
    (side === 'starts' ? starts : ends).delete(edge);
    const isOpen = starts.get(chain.startEdge) === chain || ends.get(chain.endEdge) === chain;
    if (!isOpen) complete(chain);
  };
  const open = (level: number, edge: number, side: keyof Ends, chain: Chain): void => {
    endsOf(level)[side].set(edge, chain);
    fresh.push([level, edge, side]);
  };

  return {
    held: () => held,
    add(level, from, to) {
      const { starts, ends } = endsOf(level);
      const [before, after] = [ends.get(from.edge), starts.get(to.edge)];
      if (before !== undefined) ends.delete(from.edge);
      if (after !== undefined) starts.delete(to.edge);
      if (before === undefined && after === undefined) {
        held += 2 + LINE_WEIGHT;
        const chain = { level, head: [], tail: [from.x, from.y, to.x, to.y], startEdge: from.edge, endEdge: to.edge };
        open(level, from.edge, 'starts', chain);
        open(level, to.edge, 'ends', chain);
      } else if (after === undefined || before === after) {
        held += 1;
        before!.tail.push(to.x, to.y);
        before!.endEdge = to.edge;
        if (after === undefined) open(level, to.edge, 'ends', before!);
        else complete(before!);
      } else if (before === undefined) {
        held += 1;
        after.head.push(from.y, from.x);
        after.startEdge = from.edge;
        open(level, from.edge, 'starts', after);
      } else {
        const [isStartOpen, isEndOpen] = [starts.get(before.startEdge) === before, ends.get(after.endEdge) === after];
        const joined = join(before, after);
        held -= LINE_WEIGHT;
        if (isStartOpen) starts.set(joined.startEdge, joined);
        if (isEndOpen) ends.set(joined.endEdge, joined);
        if (!isStartOpen && !isEndOpen) complete(joined);
      }
    },
    endRow(next) {
      waiting.forEach(close);
      fresh.filter(([, edge]) => edge < next).forEach(close);
      waiting = fresh.filter(([, edge]) => edge >= next);
      fresh = [];
    },
  };
}

const sizeOf = ({ head, tail }: Pick<Chain, 'head' | 'tail'>): number => (head.length + tail.length) / 2;

/** One line of two that meet: the shorter goes into the longer, so that a long one is not copied again and again. */
function join(before: Chain, after: Chain): Chain {
  if (sizeOf(before) < sizeOf(after)) {
    for (let at = before.tail.length - 2; at >= 0; at -= 2) after.head.push(before.tail[at + 1]!, before.tail[at]!);
    for (const value of before.head) after.head.push(value);
    after.startEdge = before.startEdge;
    return after;
  }
  for (let at = after.head.length - 1; at >= 0; at -= 1) before.tail.push(after.head[at]!);
  for (const value of after.tail) before.tail.push(value);
  before.endEdge = after.endEdge;
  return before;
}
