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

it('has each triangle in one cell, none of which is too large', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true })),
      fc.integer({ min: 1, max: 20 }),
      fc.nat(3),
      (values, most, level) => {
        const middles = Float32Array.from(values.slice(0, values.length - (values.length % 3)));
        const { list, ends } = partition(middles, most, level);
        expect([...list].toSorted((one, other) => one - other)).toEqual([...Array(middles.length / 3).keys()]);
        ends.forEach((end, cell) => expect(end - (ends[cell - 1] ?? 0)).toBeLessThanOrEqual(most));
        expect(ends.at(-1) ?? 0).toBe(middles.length / 3);
      },
    ),
  );
});
