import { describe, expect, it } from 'vitest';
import type { Palette } from '../draw/colour.ts';
import { RasterError } from '../raster-error.ts';
import { drawLegend } from './draw-legend.ts';
import { legendOf } from './legend.ts';

const palette = (min: number, max: number): Palette => ({
  stretches: [{ min, max }],
  isBytes: false,
  isFloat: true,
  nodata: null,
  alphaMax: 255,
});
const grey = legendOf('default', { bands: [0], alpha: null }, palette(-12.34567, 1234.5));
const colours = legendOf('default', { bands: [2, 1, 0], alpha: null }, palette(0, 255));
const index = legendOf('NDVI', { bands: [0, 1, 2], alpha: null }, palette(0, 1));

describe('a legend', () => {
  it('tells values and bands', () => {
    expect(grey).toMatchObject({ labels: [{ text: '−12.35' }, { text: '611.1' }, { share: 1, text: '1235' }] });
    expect(colours).toMatchObject({ lines: [{ text: 'Band 3' }, { text: 'Band 2' }, { text: 'Band 1' }] });
    expect(index).toMatchObject({
      labels: [{ share: 0, text: '−1' }, { text: '−0.5' }, { share: 0.5, text: '0' }, { text: '0.5' }, { text: '1' }],
    });
    const flat = legendOf('default', { bands: [0], alpha: null }, palette(5, 5));
    expect(flat).toMatchObject({ labels: [{ share: 0, text: '5' }] });
  });

  it('is a ramp from below to above, with labels where there is room', () => {
    const { width, height, rgba } = drawLegend(index, {});
    const at = (x: number, y: number): number[] => Array.from(rgba.slice((y * width + x) * 4, (y * width + x) * 4 + 4));
    expect([width, height]).toEqual([88, 128]);
    const [low, middle, high] = [at(10, height - 10), at(10, height / 2), at(10, 9)];
    expect([low[0], low[2], low[3]]).toEqual([255, 0, 255]);
    expect(low[1]).toBeLessThan(20);
    expect(middle[0]! + middle[1]!).toBeGreaterThan(500);
    expect([high[0]! < 20, high[1]]).toEqual([true, 255]);
    const inked = rgba.filter((value, index) => index % 4 === 3 && value > 0 && (index >> 2) % width > 30);
    expect(inked.length).toBeGreaterThan(100);
  });

  it.each([
    ['grey', grey],
    ['bands', colours],
    ['index', index],
  ])('of %s has any size', (_, legend) => {
    for (const [width, height] of [
      [1, 1],
      [20, 20],
      [200, 30],
      [30, 300],
      [200, 200],
    ] as const) {
      const drawn = drawLegend(legend, { width, height });
      expect([drawn.width, drawn.height]).toEqual([width, height]);
      expect(drawn.rgba.some((value, at) => at % 4 === 3 && value > 0)).toBe(true);
    }
    for (const side of [0, 2049, 1.5, NaN]) expect(() => drawLegend(legend, { width: side })).toThrow(RasterError);
  });
});
