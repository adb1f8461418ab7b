import fc from 'fast-check';
import { expect, it } from 'vitest';
import { drawingBudget } from './drawing-budget.ts';
import { createMask as maskWithin, INK } from './mask.ts';
import { processorTime } from '../../../../test/support/processor-time.ts';

const createMask = (width: number, height: number, steps = 1_000_000) =>
  maskWithin(width, height, drawingBudget(steps, 60_000));

const at = (mask: ReturnType<typeof createMask>, x: number, y: number): number | undefined =>
  mask.ink[y * mask.width + x];

it('fills an area but for its holes, its edges as lines', () => {
  const mask = createMask(60, 60);
  const ring = (low: number, high: number): Float64Array =>
    Float64Array.of(low, low, high, low, high, high, low, high, low, low);
  mask.polygon([ring(5, 55), ring(20, 40)]);
  expect([at(mask, 10, 10), at(mask, 30, 30), at(mask, 1, 1), at(mask, 5, 30), at(mask, 20, 30)]).toEqual([
    INK.area,
    INK.none,
    INK.none,
    INK.line,
    INK.line,
  ]);
});

it('draws lines that leave the canvas where they are in it', () => {
  const mask = createMask(40, 40);
  mask.line(Float64Array.of(-1e9, 20, 1e9, 20));
  expect([at(mask, 0, 20), at(mask, 39, 20), at(mask, 20, 5)]).toEqual([INK.line, INK.line, INK.none]);
  mask.line(Float64Array.of(-10, -10, -5, 90, NaN, 3, Infinity, 4));
  expect(mask.ink.filter((ink) => ink !== INK.none).length).toBeLessThanOrEqual(40 * 3);
});

it('writes nowhere else, whatever the positions', () => {
  const position = fc.oneof(fc.double({ min: -1e6, max: 1e6 }), fc.constantFrom(NaN, Infinity, -Infinity, 0, 19.5, 20));
  fc.assert(
    fc.property(fc.array(position, { maxLength: 24 }), (values) => {
      const mask = createMask(20, 20);
      const positions = Float64Array.from(values);
      mask.line(positions);
      mask.point(positions);
      mask.polygon([positions]);
      expect(mask.ink.length).toBe(400);
      expect(mask.ink.every((ink) => ink <= INK.point)).toBe(true);
    }),
  );
});

it('F8: draws no more than its budget allows of a line or an area that crosses the canvas for ever', () => {
  const zigzag = new Float64Array(200_000).map((_, index) => (index % 4 < 2 ? 0 : 4095));
  const began = processorTime();
  const mask = createMask(4096, 4096);
  mask.line(zigzag);
  expect(mask.ink.includes(INK.line)).toBe(true);
  createMask(4096, 4096).polygon([zigzag]);
  createMask(4096, 4096).point(zigzag);
  // A second alone; without the bound half a minute, and gigabytes of crossings.
  expect(processorTime() - began).toBeLessThan(10_000);
});

it('F8: a budget ends with its time as well', () => {
  const spent = drawingBudget(Infinity, -1);
  expect(Array.from({ length: 100 }, () => spent.spend(1))).toContain(false);
});
