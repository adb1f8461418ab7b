import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ballAround, ballAroundBalls, firstRoot, saturate } from './saturate.ts';

const coordinate = fc.float({ min: -1000, max: 1000, noNaN: true });
const place = fc.tuple(coordinate, coordinate, coordinate);

/** Nodes each of which replaces some of the ones before; those that none replaces stand at the end. */
const nodes = fc
  .array(
    fc.record({
      centre: place,
      tight: fc.float({ min: 0, max: 100, noNaN: true }),
      error: fc.float({ min: 0, max: 10, noNaN: true }),
      picks: fc.array(fc.nat(), { maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 30 },
  )
  .map((list) =>
    list.map(({ picks, ...node }, number) => ({
      ...node,
      patches: number === 0 ? [] : picks.map((pick, end) => ({ node: pick % number, end })),
    })),
  );

it('gives a coarser node the larger error, and a ball around those of the finer ones', () => {
  fc.assert(
    fc.property(nodes, (list) => {
      const bounds = saturate(list);
      list.forEach(({ patches, centre }, number) => {
        const own = bounds[number]!;
        for (const { node } of patches) {
          const finer = bounds[node]!;
          // As floats of 32 bits, which a file has.
          expect(Math.fround(own.error)).toBeGreaterThanOrEqual(Math.fround(finer.error));
          const away = Math.hypot(...centre.map((value, axis) => value - finer.centre[axis]!));
          expect(Math.fround(own.radius)).toBeGreaterThanOrEqual(Math.fround(away + finer.radius));
        }
        expect(own.tight).toBe(list[number]!.tight);
      });
    }),
  );
});

it('gives roots their size as error', () => {
  const leaf = { centre: [0, 0, 0], tight: 1, error: 0.1, patches: [{ node: -1, end: 1 }] } as const;
  const root = { centre: [0, 0, 0], tight: 2, error: 0, patches: [{ node: 0, end: 1 }] } as const;
  expect(firstRoot([leaf, leaf])).toBe(0);
  expect(firstRoot([leaf, root])).toBe(1);
  expect(saturate([leaf, root]).map(({ error }) => error)).toEqual([0.1, 2]);
  expect(saturate([leaf, leaf]).map(({ error }) => error)).toEqual([1, 1]);
});

it('puts balls around places and around balls', () => {
  fc.assert(
    fc.property(fc.array(place, { minLength: 1, maxLength: 20 }), (places) => {
      const { centre, radius } = ballAround(Float32Array.from(places.flat()));
      for (const each of places)
        expect(Math.hypot(...each.map((value, axis) => value - centre[axis]!))).toBeLessThanOrEqual(radius + 1e-9);
      const balls = places.map((middle, index) => ({ centre: middle, radius: index }));
      const whole = ballAroundBalls(balls);
      for (const ball of balls) {
        const away = Math.hypot(...ball.centre.map((value, axis) => value - whole.centre[axis]!));
        expect(away + ball.radius).toBeLessThanOrEqual(whole.radius + 1e-9);
      }
    }),
  );
});
