import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createCorridor } from './corridor.ts';

const METRES = { x: 1, y: 1 };
const place = fc.tuple(fc.double({ min: -50, max: 50, noNaN: true }), fc.double({ min: -50, max: 50, noNaN: true }));

it('a box with a point of the corridor meets it', () => {
  fc.assert(
    fc.property(
      fc.array(place, { minLength: 2, maxLength: 20 }),
      fc.double({ min: 0.1, max: 20, noNaN: true }),
      fc.array(place, { minLength: 1, maxLength: 30 }),
      (line, width, points) => {
        fc.pre(line.some(([x, y]) => Math.hypot(x - line[0]![0], y - line[0]![1]) > 1e-5));
        const corridor = createCorridor(line, width, METRES);
        for (const [x, y] of points) {
          const beside = corridor.beside(x, y);
          if (beside === null) continue;
          expect(Math.abs(beside.offset)).toBeLessThanOrEqual(width / 2);
          expect(beside.distance).toBeLessThanOrEqual(corridor.length * (1 + 1e-9));
          expect(corridor.meets([x - 1, y - 1, x + 1, y + 1])).toBe(true);
          expect(corridor.meets([x, y, x, y])).toBe(true);
        }
      },
    ),
  );
});
