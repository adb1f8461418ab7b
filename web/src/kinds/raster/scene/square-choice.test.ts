import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseSquares, drawableSquares } from './square-choice.ts';
import { around, childrenOf, keyOf, type Square } from './tile-grid.ts';

const ROOT: Square = { level: 2, x: 1, y: 1 };

/** Pixels fall by half a level, and faster away from a corner. */
const pixelsOf = ({ level, x, y }: Square): number => (64 / 2 ** level) * (x + y === 2 * 2 ** (level - 2) ? 1.5 : 1);

const choose = (most: number, deepest = 6) =>
  chooseSquares({ roots: [ROOT], pixelsOf, exists: () => true, deepest, most, widest: 2 });

test('squares are divided until their pixels are small enough, or there is no room', () => {
  const all = choose(1000);
  expect(all.every((square) => pixelsOf(square) <= 2 || square.level === 6)).toBe(true);
  expect(choose(10).length).toBeLessThanOrEqual(10);
  expect(choose(1000, 2)).toEqual([ROOT]);
  const hidden = chooseSquares({
    roots: [ROOT],
    pixelsOf: () => null,
    exists: () => true,
    deepest: 6,
    most: 9,
    widest: 2,
  });
  expect(hidden).toEqual([]);
});

const covers = (outer: Square, inner: Square): boolean =>
  inner.level >= outer.level && keyOf(around(inner, outer.level)) === keyOf(outer);

test('whatever has come, no two drawn squares cover each other, and none is drawn that has not come', () => {
  const chosen = choose(60, 5);
  const known: Square[] = [];
  const visit = (square: Square): void => {
    known.push(square);
    if (square.level < 5) childrenOf(square).forEach(visit);
  };
  visit(ROOT);
  fc.assert(
    fc.property(fc.subarray(known.map(keyOf)), (ready) => {
      const come = new Set(ready);
      const drawn = drawableSquares([ROOT], chosen, (square) => come.has(keyOf(square)));
      expect(drawn.every((square) => come.has(keyOf(square)))).toBe(true);
      for (const one of drawn) expect(drawn.filter((other) => covers(other, one))).toEqual([one]);
      // Once the whole is there, nothing that is chosen is missing: it is drawn by itself or in a square around it.
      come.add(keyOf(ROOT));
      const whole = drawableSquares([ROOT], chosen, (square) => come.has(keyOf(square)));
      expect(chosen.filter((square) => !whole.some((other) => covers(other, square)))).toEqual([]);
    }),
  );
  const all = drawableSquares([ROOT], chosen, () => true);
  expect(all.map(keyOf).toSorted()).toEqual(chosen.map(keyOf).toSorted());
});
