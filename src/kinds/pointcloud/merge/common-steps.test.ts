import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AxisSteps, commonSteps } from './common-steps.ts';

const axis = (scale: number, offset: number, min = offset, max = offset + 100): AxisSteps => ({
  scale,
  offset,
  min,
  max,
});

describe('common steps', () => {
  it.each([
    [[axis(0.01, 500_000), axis(0.01, 500_000)], { scale: 0.01, offset: 500_000, isExact: true }],
    [[axis(0.01, 500_000), axis(0.001, 500_100)], { scale: 0.001, offset: 500_000, isExact: true }],
    [[axis(0.01, 0), axis(0.01, 0.005)], { scale: 0.005, offset: 0, isExact: true }],
    [[axis(0.002, 0), axis(0.005, 0)], { scale: 0.001, offset: 0, isExact: true }],
    [[axis(0.01, 500_000), axis(0.01, 500_000.1)], { scale: 0.01, offset: 500_000, isExact: true }],
    // A third of a step is no whole number, however many steps there are.
    [[axis(0.003, 0), axis(0.003, 1255.9)], { scale: 0.001, offset: 0, isExact: true }],
    // 1/3 is no decimal number: the steps of neither divide the other.
    [[axis(1 / 3, 0), axis(0.25, 0)], { scale: 0.25, offset: 0, isExact: false }],
    [[axis(0.01, 0), axis(0.01, 0.000_001_23)], { scale: 0.01, offset: 0, isExact: false }],
  ])('of %o', (axes, expected) => {
    const found = commonSteps(axes)!;
    expect(found.isExact).toBe(expected.isExact);
    expect(found.scale).toBeCloseTo(expected.scale, 12);
    expect(found.offset).toBeCloseTo(expected.offset, 9);
  });

  it('begin elsewhere where 32 bits do not reach from an offset', () => {
    const found = commonSteps([axis(0.001, 0, 0, 1000), axis(0.001, 4_000_000, 4_000_000, 4_000_500)]);
    expect(found).toMatchObject({ scale: 0.001, isExact: true });
    for (const edge of [0, 4_000_500]) expect(Math.abs(edge - found!.offset) / 0.001).toBeLessThan(2 ** 31);
  });

  it('are not there where even the finest scale does not reach', () => {
    expect(commonSteps([axis(0.001, 0), axis(0.001, 5_000_000)])).toBeNull();
  });

  it('hold every coordinate where they say so', () => {
    const scale = fc.constantFrom(0.01, 0.001, 0.002, 0.0025, 0.1, 0.003, 0.0005);
    const one = fc.record({ scale, offset: fc.integer({ min: -1e6, max: 1e6 }).map((value) => value / 100) });
    fc.assert(
      fc.property(fc.array(one, { minLength: 1, maxLength: 5 }), fc.integer({ min: 0, max: 1e5 }), (axes, stored) => {
        const found = commonSteps(axes.map(({ scale: step, offset }) => axis(step, offset)));
        fc.pre(found !== null && found.isExact);
        for (const { scale: step, offset } of axes) {
          const steps = (stored * step + offset - found!.offset) / found!.scale;
          expect(Math.abs(steps - Math.round(steps))).toBeLessThan(1e-4);
          expect(found!.scale).toBeLessThanOrEqual(step * (1 + 1e-12));
        }
      }),
      { numRuns: 1000 },
    );
  });
});
