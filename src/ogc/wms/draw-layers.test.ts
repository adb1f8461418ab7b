import { expect, it } from 'vitest';
import type { MapGrid } from '../../render/index.ts';
import type { Layer } from '../layers/layer.ts';
import { ORTHO, PLOTS } from '../testing/sample-layers.ts';
import { bytesOfPicture, drawLayers } from './draw-layers.ts';
import { createStyleBook } from './styles.ts';

const GRID: MapGrid = { crs: 'EPSG:3857', box: [0, 0, 1, 1], width: 4096, height: 4096 };
const styled = (layer: Layer, style = 'default') => ({ layer, style });
const many = (count: number) => Array.from({ length: count }, (_, at) => styled({ ...ORTHO, name: `${at}.tif` }));

it('what is named twice is drawn once, and lies where it is named', async () => {
  const drawn: string[] = [];
  const canvas = () => new Uint8ClampedArray(16);
  const vectorMaps = {
    draw: () => {
      drawn.push('vector');
      return Promise.resolve(canvas());
    },
  };
  const rasterMaps = {
    draw: (_file: unknown, _grid: unknown, style: string) => {
      drawn.push(style);
      return Promise.resolve({ width: 2, height: 2, rgba: canvas() });
    },
  };
  const layers = [styled(ORTHO), styled(PLOTS), styled(ORTHO, 'NDVI'), styled(ORTHO), styled(PLOTS)];
  const painters = { vectorMaps, rasterMaps } as unknown as Parameters<typeof drawLayers>[3];
  const found = await drawLayers(layers, GRID, createStyleBook(new Map()), painters, new AbortController().signal);
  expect(drawn).toEqual(['default', 'vector', 'NDVI']);
  expect(found).toHaveLength(5);
  expect([found[3] === found[0], found[4] === found[1], found[2] === found[0]]).toEqual([true, true, false]);
  drawn.length = 0;
  const alone = [styled(ORTHO, 'NDVI')];
  const left = await drawLayers(alone, GRID, createStyleBook(new Map()), painters, new AbortController().signal);
  expect([left, drawn]).toEqual([[{ file: ORTHO.file, grid: GRID, style: 'NDVI' }], []]);
});

it('the layers of a picture have to fit into memory together', () => {
  // Four bytes a pixel of each layer that is kept, and twelve of the picture that is drawn.
  expect(bytesOfPicture([...many(8), ...many(8)], GRID)).toBeGreaterThanOrEqual((8 * 4 + 12) * 4096 ** 2);
  expect(() => bytesOfPicture(many(9), GRID)).toThrow(expect.objectContaining({ ogcCode: 'InvalidParameterValue' }));
  expect(bytesOfPicture(many(100), { ...GRID, width: 1200, height: 1000 })).toBeGreaterThan(4 * 120_000_000);
});
