import { describe, expect, it } from 'vitest';
import type { Engine } from '../../../engine/index.ts';
import type { CoverageOrder, Extract } from './coverage-order.ts';
import { createCoverages } from './coverages.ts';

const { check } = createCoverages({
  engine: {} as Engine,
  locate: (hash) => hash,
  neighbours: () => ({ find: () => Promise.resolve(new Map()) }),
  maxBytes: 1_000_000,
});

const source = {
  datasetId: 'd',
  path: 'a.tif',
  hash: 'h',
  size: 1,
  cog: 'c',
  width: 1000,
  height: 1000,
  bands: ['Byte', 'UInt16'].map((type) => ({ type, colorInterp: 'Gray' })),
};
const warp = (width: number, height: number): Extract => ({
  kind: 'warp',
  crs: 'EPSG:4326',
  box: [0, 0, 1, 1],
  width,
  height,
});
const cut = (width: number, height: number): Extract => ({
  kind: 'cut',
  window: { column: 0, row: 0, width: 1000, height: 1000 },
  width,
  height,
});
const order = (extract: Extract, bands?: readonly number[], format: CoverageOrder['format'] = 'tiff') =>
  ({ source, extract, bands, interpolation: 'nearest', format }) satisfies CoverageOrder;
const often = (band: number, times: number): readonly number[] => Array.from({ length: times }, () => band);

describe('the largest coverage', () => {
  it.each([
    ['a cut of one band', order(cut(1000, 1000), [1])],
    ['a warp', order(warp(500, 600))],
    ['a band many times', order(cut(10, 10), often(2, 1000))],
  ])('%s is small enough', (_, asked) => expect(() => check(asked)).not.toThrow());

  it.each([
    ['a cut of all bands', order(cut(1000, 1000))],
    ['a warp, which makes all bands', order(warp(1000, 1000), [1])],
    ['a band of a cut many times', order(cut(100, 100), often(1, 1000))],
    ['a band of a warp many times', order(warp(100, 100), often(1, 1000))],
    ['a million by a million', order(warp(1e6, 1e6))],
    ['no number of pixels', order(warp(NaN, 10))],
    ['endless pixels', order(warp(10, Infinity))],
    ['no pixels', order(warp(0, 10))],
  ])('%s is refused', (_, asked) => expect(() => check(asked)).toThrow(/coverage would have/));
});
