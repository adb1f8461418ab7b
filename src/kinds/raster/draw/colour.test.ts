import { describe, expect, test } from 'vitest';
import { createCanvas } from '../../../render/index.ts';
import { alphaMaxOf, chooseDisplay, paintPart } from './colour.ts';
import type { Palette } from './colour.ts';
import { linearScale, stretchOf } from './stretch.ts';

describe('chooseDisplay', () => {
  test.each([
    [['grey'], [0], null],
    [['grey', 'alpha'], [0], 1],
    [['red', 'green', 'blue'], [0, 1, 2], null],
    [['blue', 'green', 'red', 'alpha'], [2, 1, 0], 3],
    [['grey', 'other', 'other', 'other'], [0, 1, 2], null],
    [['alpha', 'other', 'other', 'other'], [1, 2, 3], 0],
    [['grey', 'other'], [0], null],
  ] as const)('%j', (colours, bands, alpha) => {
    expect(chooseDisplay({ colours })).toEqual({ bands, alpha });
  });
});

describe('stretch', () => {
  test('bytes stay, others go from minimum to maximum, or between percentiles when asked', () => {
    const stats = { min: 10, max: 110, p2: 20, p98: 60 };
    expect(stretchOf('uint8', stats)).toEqual({ min: 0, max: 255 });
    expect(stretchOf('int16', stats)).toEqual({ min: 10, max: 110 });
    expect(stretchOf('int16', stats, 'percentile')).toEqual({ min: 20, max: 60 });
    const { factor, offset } = linearScale({ min: 10, max: 110 });
    expect([10 * factor + offset, 110 * factor + offset]).toEqual([0, 255]);
  });

  test('a band of one value is middle grey', () => {
    const { factor, offset } = linearScale({ min: 7, max: 7 });
    expect(7 * factor + offset).toBe(127);
  });

  test('alpha of 16-bit rasters is opaque at the end of its range, unless it never passes 255', () => {
    expect(alphaMaxOf('uint16', null)).toBe(65_535);
    expect(alphaMaxOf('uint16', { min: 0, max: 255 })).toBe(255);
    expect(alphaMaxOf('int16', { min: 0, max: 32_767 })).toBe(32_767);
    expect(alphaMaxOf('float32', { min: 0, max: 255 })).toBe(255);
  });
});

describe('paintPart', () => {
  const palette: Palette = {
    stretches: [{ min: 0, max: 10 }],
    isBytes: false,
    nodata: -1,
    isFloat: true,
    alphaMax: 255,
  };
  const part = { column: 0, row: 0, blockX: 1, blockY: 0, x: 0, y: 0, width: 3, height: 1 };

  test('nodata and NaN stay transparent, values beyond the stretch are limited', () => {
    const canvas = createCanvas(4, 1);
    const samples = Float32Array.of(0, 5, -1, 20);
    const block = { width: 4, bands: [{ samples, offset: 0, stride: 1 }], alpha: null, mask: 'all' as const };
    paintPart(canvas, part, block, palette);
    expect([...canvas.rgba]).toEqual([128, 128, 128, 255, 0, 0, 0, 0, 255, 255, 255, 255, 0, 0, 0, 0]);
    samples.fill(NaN);
    const empty = createCanvas(4, 1);
    paintPart(empty, part, block, palette);
    expect(empty.rgba.every((value) => value === 0)).toBe(true);
  });

  test('alpha and mask multiply', () => {
    const canvas = createCanvas(3, 1);
    const bytes = { ...palette, isBytes: true, nodata: null, isFloat: false, stretches: [{ min: 0, max: 255 }] };
    const samples = Uint8Array.of(9, 255, 9, 128, 9, 0, 9, 255);
    const [band, alpha] = [0, 1].map((offset) => ({ samples, offset, stride: 2 }));
    const mask = Uint8Array.of(255, 255, 255, 0);
    paintPart(canvas, part, { width: 4, bands: [band!], alpha: alpha!, mask }, bytes);
    expect([...canvas.rgba]).toEqual([9, 9, 9, 128, 0, 0, 0, 0, 0, 0, 0, 0]);
  });
});
