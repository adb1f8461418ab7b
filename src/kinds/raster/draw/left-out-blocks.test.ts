import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCogFile } from '../cog/cog-file.ts';
import { generateRaster } from '../testing/generated-rasters.ts';
import { makeCog } from '../testing/test-cog.ts';
import { drawThumbnail } from './thumbnail.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-left-out-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** How many pixels of a raster of nothing but this value are drawn opaque, and how light they are. */
async function drawn(name: string, raster: { readonly mask?: boolean; readonly nodata?: number }) {
  const size = { width: 600, height: 600, low: 0, high: 0, type: 'uint8' } as const;
  const source = await generateRaster(folder, name, { ...size, bands: raster.mask ? 2 : 1, ...raster });
  const path = join(folder, `${name}-cog.tif`);
  await makeCog(source, path, 'DEFLATE', ['-co', 'SPARSE_OK=YES', '-co', 'ADD_ALPHA=NO']);
  const cog = await openCogFile(path);
  try {
    expect(await cog.block(0, 0)).toBeNull();
    const { data } = PNG.sync.read(Buffer.from((await drawThumbnail(cog, 64, 'png', null)).bytes));
    const opaque = data.filter((_, at) => at % 4 === 3 && data[at] === 255).length;
    return { opaque, lightest: Math.max(...data.filter((_, at) => at % 4 === 0 && data[at + 3] === 255)) };
  } finally {
    await cog.close();
  }
}

it('a block of zeros is not in the file, and black where the mask shows it', async () => {
  const { opaque, lightest } = await drawn('masked', { mask: true });
  expect(opaque).toBeGreaterThan(2000);
  expect(lightest).toBe(0);
});

it('a block that is nothing but nodata is not in the file, and transparent', async () => {
  expect(await drawn('nodata', { nodata: 0 })).toMatchObject({ opaque: 0 });
});
