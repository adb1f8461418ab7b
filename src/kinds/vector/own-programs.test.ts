import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { vectorTiles } from './tiles/build.ts';
import { vectorToGeoPackage } from './geopackage/build.ts';
import { createEngine, type Engine } from '../../engine/engine.ts';

let folder: string;
let engine: Engine;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-own-'));
  await mkdir(join(folder, 'folder.shz'));
  await writeFile(join(folder, 'text.geojson'), 'text');
  await writeFile(join(folder, 'text.gpkg'), 'text');
  engine = createEngine({ children: 1, callTimeoutMs: 1000, memoryLimitBytes: 2 ** 29 });
});
afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

const file = (name: string): string => join(folder, name);

/** A folder in the place of a file cannot be read, as a disk that fails; a file that is gone is as little at fault. */
describe('of our own programs', () => {
  it.each([
    ['folder.shz', 'zipped shapefile', 'ended'],
    ['gone.shz', 'zipped shapefile', 'ended'],
    ['gone.gpkg', 'geopackage', 'ended'],
    ['text.geojson', 'geojson', 'failed'],
    ['text.gpkg', 'geopackage', 'failed'],
  ])('vector-to-geopackage of %s (%s) is reported as %s', async (name, format, code) => {
    const run = engine.run(vectorToGeoPackage, [file(name), format, file('out.gpkg')]);
    await expect(run).rejects.toMatchObject({ name: 'EngineError', code });
  });

  it.each([
    ['folder.shz', 'ended'],
    ['gone.gpkg', 'ended'],
    ['text.gpkg', 'failed'],
  ])('vector-tiles of %s is reported as %s', async (name, code) => {
    await expect(engine.run(vectorTiles, [file(name), folder])).rejects.toMatchObject({ code });
  });
});
