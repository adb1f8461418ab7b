import { rasterStatistics } from './operations.ts';
import { createRequire } from 'node:module';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as Gdal from 'gdal-async';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Engine, createEngine } from '../../../engine/engine.ts';

const gdal: typeof Gdal = createRequire(import.meta.url)('gdal-async');

let folder: string;
let engine: Engine;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-statistics-'));
  engine = createEngine({ children: 1, callTimeoutMs: 30_000, memoryLimitBytes: 640 * 2 ** 20 });
});

afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

describe('statistics', () => {
  it('of a hundred bands fit into the memory of a child', async () => {
    const path = join(folder, 'hyperspectral');
    const options = ['SPARSE_OK=TRUE', 'TILED=YES', 'INTERLEAVE=BAND'];
    const dataset = gdal.open(path, 'w', 'GTiff', 1100, 1100, 100, 'Byte', options);
    dataset.bands.get(100).pixels.write(0, 0, 1100, 1100, new Uint8Array(1100 * 1100).fill(9));
    dataset.close();
    const { bands } = await engine.call(rasterStatistics, { path, kind: 'tiff' });
    expect(Object.keys(bands)).toHaveLength(100);
    expect([bands['1'], bands['100']]).toMatchObject([{ max: 0 }, { min: 9, max: 9, mean: 9, std: 0 }]);
  });
});
