import fc from 'fast-check';
import { expect, it } from 'vitest';
import { partition, select } from './partition.ts';

it('selects as sorting does', () => {
  const any = fc.float({ noNaN: true, noDefaultInfinity: true });
  fc.assert(
    fc.property(fc.array(any, { minLength: 1, maxLength: 200 }), fc.nat(199), (values, where) => {
      const position = where % values.length;
      const places = Float32Array.from(values);
      const list = Uint32Array.from(values, (_, index) => index);
      select(list, places, 0, list.length, position);
      const found = [...list].map((index) => places[index]!);
      expect(found[position]).toBe(places.toSorted()[position]);
      expect(Math.max(...found.slice(0, position), -Infinity)).toBeLessThanOrEqual(found[position]!);
      expect([...list].toSorted((one, other) => one - other)).toEqual(values.map((_, index) => index));
    }),
  );
});

it('has each triangle in one cell, none of which is too large or empty', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { maxLength: 300 }),
      fc.integer({ min: 1, max: 20 }),
      fc.nat(3),
      (values, most, level) => {
        const positions = Float32Array.from(values.slice(0, values.length - (values.length % 9)));
        const triangles = Uint32Array.from({ length: positions.length / 3 }, (_, vertex) => vertex);
        const { list, ends } = partition(positions, triangles, most, level);
        expect([...list].toSorted((one, other) => one - other)).toEqual([...Array(triangles.length / 3).keys()]);
        const sizes = ends.map((end, cell) => end - (ends[cell - 1] ?? 0));
        expect(Math.max(0, ...sizes)).toBeLessThanOrEqual(most);
        expect(Math.min(1, ...sizes)).toBe(1);
        expect(ends.at(-1) ?? 0).toBe(triangles.length / 3);
      },
    ),
  );
});

it('cuts cells of about the same size: a level of many has few of them', () => {
  const positions = Float32Array.from({ length: 9 * 10_001 }, (_, at) => (at * 7919) % 1013);
  const triangles = Uint32Array.from({ length: 3 * 10_001 }, (_, vertex) => vertex);
  const { ends } = partition(positions, triangles, 1000, 0);
  expect(ends).toHaveLength(11);
});
