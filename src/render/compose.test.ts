import { expect, it } from 'vitest';
import type { Canvas } from './canvas.ts';
import { composeLayers } from './compose.ts';

const canvas = (...pixels: readonly (readonly number[])[]): Canvas => ({
  width: pixels.length,
  height: 1,
  rgba: Uint8ClampedArray.from(pixels.flat()),
});

it('pictures lie on top of each other', () => {
  const lower = canvas([255, 0, 0, 255], [255, 0, 0, 255], [255, 0, 0, 255], [0, 0, 0, 0], [200, 100, 0, 128]);
  const upper = canvas([0, 0, 255, 255], [0, 0, 0, 0], [0, 0, 255, 51], [0, 0, 255, 51], [0, 100, 200, 128]);
  // 128 of 255 over the same: 192, of which two thirds are of the upper one.
  expect([...composeLayers([lower, upper], null).rgba]).toEqual([
    0, 0, 255, 255, 255, 0, 0, 255, 204, 0, 51, 255, 0, 0, 255, 51, 66, 100, 134, 192,
  ]);
  expect(Array.from(composeLayers([lower], [255, 255, 255]).rgba.slice(12))).toEqual([
    255, 255, 255, 255, 227, 177, 127, 255,
  ]);
  expect(composeLayers([lower], null)).toBe(lower);
  const opaque = canvas(...Array.from({ length: 5 }, (_, at) => [at, 1, 2, 255]));
  expect(composeLayers([lower, opaque], [255, 255, 255])).toBe(opaque);
});

it('only pictures of one size do, and there must be one', () => {
  expect(() => composeLayers([canvas([1, 1, 1, 1]), canvas([1, 1, 1, 1], [1, 1, 1, 1])], null)).toThrow(RangeError);
  expect(() => composeLayers([], null)).toThrow(RangeError);
});
