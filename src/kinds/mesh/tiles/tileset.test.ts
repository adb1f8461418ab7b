import { expect, it } from 'vitest';
import type { Box3 } from '../../../geodata/place/box.ts';
import { type Tile, tilesetOf } from './tileset.ts';

const box = (low: number, high: number): Box3 => ({ min: [low, low, 0], max: [high, high, 1] });
const tile = (
  content: string | null,
  range: readonly [number, number],
  error: number,
  children: readonly Tile[] = [],
) => ({
  content,
  box: content === null ? null : box(...range),
  error,
  children,
});

it('has boxes around all tiles below, and errors that fall to 0', () => {
  const leaf = tile('c', [5, 30], 7);
  // Its own error is less than that of the tile below it.
  const found = tilesetOf([tile('a', [0, 10], 1, [tile('b', [4, 9], 3, [leaf]), tile('d', [0, 2], 9)])], null)!;
  const { root } = found;
  const [b, d] = root.children!;
  expect(root.boundingVolume.box.map((value) => Math.round(value * 1e6) / 1e6)).toEqual([
    15, 15, 0.5, 15, 0, 0, 0, 15, 0, 0, 0, 0.5,
  ]);
  expect([b!.children![0]!.geometricError, d!.geometricError]).toEqual([0, 0]);
  expect(b!.geometricError).toBe(3);
  expect(root.geometricError).toBeGreaterThan(3);
  expect(found.geometricError).toBeGreaterThan(root.geometricError);
  expect([root.refine, b!.refine, 'transform' in root]).toEqual(['REPLACE', undefined, false]);
});

it('has errors that fall where all tiles lie on the same surface', () => {
  const { root } = tilesetOf([tile('a', [0, 1], 0, [tile('b', [0, 1], 0, [tile('c', [0, 1], 0)])])], null)!;
  const [b] = root.children!;
  expect(root.geometricError).toBeGreaterThan(b!.geometricError);
  expect(b!.geometricError).toBeGreaterThan(0);
});

it('leaves out tiles without content, but not those with some below', () => {
  const empty = tile(null, [0, 0], 2, [tile('b', [4, 9], 0)]);
  const { root } = tilesetOf([tile('a', [0, 10], 5, [empty, tile(null, [0, 0], 0)])], null)!;
  expect(root.children).toHaveLength(1);
  expect(root.children![0]).not.toHaveProperty('content');
  expect(root.children![0]!.children![0]!.content).toEqual({ uri: 'b' });
  expect(tilesetOf([tile(null, [0, 0], 0)], null)).toBeNull();
});

it('puts several coarsest tiles below one that draws nothing', () => {
  const transform = Array.from({ length: 16 }, (_, at) => at);
  const { root, geometricError } = tilesetOf([tile('a', [0, 10], 0), tile('b', [10, 20], 0)], transform)!;
  expect(root.content).toBeUndefined();
  expect(root.children!.map(({ content }) => content)).toEqual([{ uri: 'a' }, { uri: 'b' }]);
  expect(root.transform).toEqual(transform);
  expect(geometricError).toBeGreaterThan(root.geometricError);
  expect(root.geometricError).toBeGreaterThan(0);
});
