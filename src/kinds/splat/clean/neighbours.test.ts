import { describe, expect, it } from 'vitest';
import { numbersOf } from '../../testing/random-numbers.ts';
import { orderPoints, roomForTree, wholeTree } from './kd-tree.ts';
import { measureDistances } from './measure-distances.ts';
import { type Distances, measureNeighbours, type NeighbourSearch, roomForDistances } from './neighbours.ts';

const everyOne = (centres: Float32Array): Uint32Array =>
  Uint32Array.from({ length: centres.length / 3 }, (_, point) => point);

function measured(centres: Float32Array, search: NeighbourSearch, list = everyOne(centres)): Distances {
  const tree = roomForTree(centres, list);
  orderPoints(tree, wholeTree(tree), tree.depth);
  const distances = roomForDistances(list.length);
  measureNeighbours(tree, search, distances, 0, tree.count);
  return distances;
}

/** All distances of each point, sorted. */
function comparedWithAll(centres: Float32Array, { neighbours, rank }: NeighbourSearch) {
  const points = [...everyOne(centres)].map((point) => [...centres.subarray(3 * point, 3 * point + 3)]);
  const rows = points.map((one, at) =>
    points
      .filter((_, other) => other !== at)
      .map((other) => Math.hypot(one[0]! - other[0]!, one[1]! - other[1]!, one[2]! - other[2]!))
      .sort((first, second) => first - second),
  );
  return {
    nearest: rows.map((row) => row[0] ?? Infinity),
    mean: rows.map((row) => {
      const some = row.slice(0, neighbours);
      return some.length === 0 ? 0 : some.reduce((sum, value) => sum + value, 0) / some.length;
    }),
    ranked: rows.map((row) => row[rank - 1] ?? Infinity),
  };
}

const random = numbersOf(7);
const cube = (count: number): Float32Array => Float32Array.from({ length: 3 * count }, () => random());
const SHAPES: readonly (readonly [string, Float32Array])[] = [
  ['a cube', cube(700)],
  ['points at a few places', Float32Array.from(cube(700), (value) => Math.round(3 * value))],
  ['one place', new Float32Array(3 * 300).fill(5)],
  ['a line', Float32Array.from(cube(300), (value, at) => (at % 3 === 0 ? value : 0))],
  ['clusters of different sizes', Float32Array.from(cube(700), (value, at) => value * 10 ** ((at % 21) / 3 - 3))],
  ['coordinates of a CRS', Float32Array.from(cube(300), (value) => 5_000_000 + 100 * value)],
  ['a point', cube(1)],
  ['two points', cube(2)],
  ['five points', cube(5)],
];

describe.each(SHAPES)('%s', (_, centres) => {
  it.each([
    [16, 3],
    [1, 1],
    [3, 20],
  ])('the distances to %i neighbours, and that to the one of rank %i, are those of all pairs', (neighbours, rank) => {
    const search = { neighbours, rank };
    const [found, all] = [measured(centres, search), comparedWithAll(centres, search)];
    for (const name of ['nearest', 'mean', 'ranked'] as const) {
      const wanted = Float32Array.from(all[name]);
      found[name].forEach((value, point) => expect(value).toBeCloseTo(wanted[point]!, 4));
    }
  });
});

it('points that are not in the list are nobody’s neighbours', () => {
  const centres = Float32Array.of(0, 0, 0, 1, 0, 0, 3, 0, 0, 7, 0, 0);
  const { nearest } = measured(centres, { neighbours: 1, rank: 1 }, Uint32Array.of(0, 2, 3));
  expect([...nearest]).toEqual([3, 3, 4]);
});

it('threads find what one thread finds', async () => {
  const centres = cube(120_000);
  const search = { neighbours: 8, rank: 3 };
  const shares: number[] = [];
  const found = await measureDistances(centres, everyOne(centres), search, (share) => void shares.push(share));
  const alone = measured(centres, search);
  for (const name of ['nearest', 'mean', 'ranked'] as const)
    expect(Buffer.compare(Buffer.from(found[name].buffer), Buffer.from(alone[name].buffer))).toBe(0);
  expect(shares).toEqual(shares.toSorted((one, other) => one - other));
  expect(shares.at(-1)).toBe(1);
});
