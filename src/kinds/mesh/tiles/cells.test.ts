import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Cell, cellsBelow, cutCells, newCells } from './cells.ts';

const isIn = ({ low, high }: Cell, place: readonly number[]): boolean =>
  place.every((value, axis) => value > low[axis]! && value <= high[axis]!);

const placesOf = (middles: Float32Array): readonly (readonly number[])[] =>
  Array.from({ length: middles.length / 3 }, (_, at) => [...middles.subarray(3 * at, 3 * at + 3)]);

it('has each middle in one cell, none of which has too many', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(...Array.from({ length: 3 }, () => fc.float({ noNaN: true, noDefaultInfinity: true }))), {
        maxLength: 200,
      }),
      fc.integer({ min: 1, max: 20 }),
      (places, most) => {
        const middles = Float32Array.from(places.flat());
        const cells = cutCells(newCells(), middles, most);
        const counts = cells.map(({ cell }) => placesOf(middles).filter((place) => isIn(cell, place)).length);
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(places.length);
        cells.forEach(({ cell }, index) => {
          const distinct = new Set(
            placesOf(middles)
              .filter((place) => isIn(cell, place))
              .map(String),
          );
          expect(counts[index]).toBeLessThanOrEqual(distinct.size > 1 ? most : Infinity);
        });
      },
    ),
  );
});

it('cuts cells of a finer level inside of those of a coarser one', () => {
  const tree = newCells();
  const random = (count: number): Float32Array =>
    Float32Array.from({ length: 3 * count }, (_, at) => ((at * 7919) % 1009) / (at % 3 === 2 ? 100 : 1));
  const coarse = cutCells(tree, random(100), 16);
  const fine = cutCells(tree, random(400), 16);
  expect(fine.length).toBeGreaterThan(2 * coarse.length);
  expect(cellsBelow(coarse, fine).flat()).toEqual(fine.map((_, number) => number));
});

it('cuts a flat model from above alone', () => {
  const middles = Float32Array.from({ length: 3000 }, (_, at) =>
    at % 3 === 2 ? Math.sin(at) : (at * 7919) % (at % 3 === 0 ? 1009 : 983),
  );
  for (const { cell } of cutCells(newCells(), middles, 50))
    expect([cell.low[2], cell.high[2]]).toEqual([-Infinity, Infinity]);
});

it('leaves triangles together that lie at one place', () => {
  expect(cutCells(newCells(), new Float32Array(300).fill(5), 10)).toHaveLength(1);
});
