import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCanvas } from '../../../render/index.ts';
import { enlarge, reduce } from './resample.ts';

function flat(width: number, height: number, rgba: readonly [number, number, number, number]) {
  const canvas = createCanvas(width, height);
  for (let i = 0; i < canvas.rgba.length; i++) canvas.rgba[i] = rgba[i % 4]!;
  return canvas;
}

describe('enlarge', () => {
  test('a ramp stays a ramp, sampled at the centres of the pixels', () => {
    const canvas = flat(6, 6, [0, 0, 0, 255]);
    for (let i = 0; i < 36; i++) canvas.rgba[i * 4] = (i % 6) * 40;
    const result = enlarge(canvas, 8, 1, 1, 0.25);
    for (let x = 0; x < 8; x++) {
      expect(result.rgba[x * 4]).toBeCloseTo((1 + (x + 0.5) * 0.25 - 0.5) * 40, -0.5);
    }
  });

  test('hidden colours do not bleed in, and the edge of the data stays sharp', () => {
    const canvas = flat(4, 4, [200, 100, 50, 255]);
    for (let y = 0; y < 4; y++) canvas.rgba.set([0, 255, 0, 0], (y * 4 + 3) * 4);
    const result = enlarge(canvas, 16, 0, 0, 0.25);
    for (let i = 0; i < 256; i++) {
      expect(Array.from(result.rgba.slice(i * 4, i * 4 + 4))).toEqual(i % 16 < 12 ? [200, 100, 50, 255] : [0, 0, 0, 0]);
    }
  });
});

describe('reduce', () => {
  test('brings in at the western edge what lies past the eastern', () => {
    const result = reduce(flat(8, 2, [10, 20, 30, 255]), 16, 16 * 2 - 4, 0, 2);
    const opaque = Array.from({ length: 16 }, (_, x) => result.rgba[x * 4 + 3] === 255);
    expect(opaque.flatMap((is, x) => (is ? [x] : []))).toEqual([0, 1, 14, 15]);
  });

  test('keeps the colour, and turns covered area into opacity', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 12 }),
        fc.nat({ max: 4 }),
        fc.constantFrom(2, 4, 8),
        (width, height, left, factor) => {
          const result = reduce(flat(width, height, [10, 20, 30, 255]), 16, left, 0, factor);
          let opacity = 0;
          for (let i = 0; i < 256; i++) {
            const [r, g, b, a] = result.rgba.slice(i * 4, i * 4 + 4);
            expect([r, g, b]).toEqual(a! > 0 ? [10, 20, 30] : [0, 0, 0]);
            opacity += a!;
          }
          // Rounding of at most half a level in each of at most (12 + 4) / 2 by 12 / 2 touched pixels.
          expect(Math.abs(opacity - (255 * width * height) / factor ** 2)).toBeLessThanOrEqual(48 / 2);
        },
      ),
    );
  });
});
