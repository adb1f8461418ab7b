import fc from 'fast-check';
import { expect, it } from 'vitest';
import { heightBetween } from '../../../geodata/surface/sample.ts';
import { profileFacts } from './profile-facts.ts';

const grid = { width: 4, height: 3 };
/** A surface of the kind that bilinear interpolation keeps. */
const surface = (x: number, y: number): number => 1 + 2 * x - 3 * y + 0.5 * x * y;
const read = (gap: number | null) => (left: number, top: number, width: number, rows: number) =>
  new Float64Array(width * rows).map((_, at) => {
    const [column, row] = [left + (at % width), top + Math.floor(at / width)];
    return row * grid.width + column === gap ? NaN : surface(column, row);
  });

it('heights between pixels are those of the bilinear surface, and of the edge beyond the outermost centres', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 4, noNaN: true }), fc.double({ min: 0, max: 3, noNaN: true }), (x, y) => {
      const [u, v] = [Math.min(3, Math.max(0, x - 0.5)), Math.min(2, Math.max(0, y - 0.5))];
      expect(heightBetween({ ...grid, read: read(null) }, x, y)).toBeCloseTo(surface(u, v), 9);
    }),
  );
  expect(heightBetween({ ...grid, read: read(null) }, -0.1, 1)).toBeNaN();
  expect(heightBetween({ ...grid, read: read(null) }, 1, 3.1)).toBeNaN();
  // A gap counts only where it has a weight.
  expect(heightBetween({ ...grid, read: read(5) }, 1.6, 1.5)).toBeNaN();
  expect(heightBetween({ ...grid, read: read(5) }, 2.5, 1.5)).toBeCloseTo(surface(2, 1), 9);
  expect(heightBetween({ width: 1, height: 1, read: () => Float64Array.of(7) }, 0.2, 0.9)).toBe(7);
});

it('ascent and descent are the rise from the first to the last height', () => {
  const steps = fc.array(
    fc.tuple(fc.double({ min: 0, max: 9, noNaN: true }), fc.double({ min: -9, max: 9, noNaN: true })),
    { minLength: 1, maxLength: 30 },
  );
  fc.assert(
    fc.property(steps, (given) => {
      let distance = 0;
      const places = given.map(([step, height]) => ({
        distance: (distance += step),
        height,
        longitude: 0,
        latitude: 0,
      }));
      const facts = profileFacts(places, 'grid');
      expect(facts.ascent - facts.descent).toBeCloseTo(places.at(-1)!.height - places[0]!.height, 6);
      expect(facts.lengthOnTerrain).toBeGreaterThanOrEqual(distance - places[0]!.distance - 1e-9);
      expect(facts.length).toBe(distance);
    }),
  );
});

it('a gap is level, and neither lowest nor highest', () => {
  const place = (distance: number, height: number | null) => ({ distance, height, longitude: 0, latitude: 0 });
  expect(profileFacts([place(0, 1), place(3, 5), place(6, null), place(9, 2)], 'grid')).toEqual({
    measure: 'grid',
    length: 9,
    lengthOnTerrain: 11,
    lowest: 1,
    highest: 5,
    ascent: 4,
    descent: 0,
    samples: 4,
    samplesWithoutHeight: 1,
  });
});
