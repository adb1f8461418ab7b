import { copyFile, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRasterTiles } from '../index.ts';
import { generateRaster } from '../testing/generated-rasters.ts';
import { makeCog } from '../testing/test-cog.ts';

const SIZE = { width: 1100, height: 800, type: 'uint8', low: 0, high: 255 } as const;

const tiles = createRasterTiles({ limits: { cachedBytes: 1024 * 1024 } });
let folder = '';
let path = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-tiles-'));
  path = join(folder, 'cog.tif');
  await makeCog(await generateRaster(folder, 'rgb', { ...SIZE, bands: 4, mask: true }), path, 'JPEG');
});

afterAll(async () => {
  await tiles.close();
  await rm(folder, { recursive: true, force: true });
});

/** Tile of the full resolution by its place in the raster, in blocks from the north-west. */
async function address(column: number, row: number) {
  const [{ zoom, left, top }] = (await tiles.facts({ path })).levels;
  return { z: zoom, x: Math.floor(left / 256) + column, y: Math.floor(top / 256) + row, scale: 1 as const };
}

async function pixels(bytes: Uint8Array) {
  return sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
}

describe('tile', () => {
  test('an opaque block is handed out as stored, and its PNG shows the same pixels', async () => {
    const at = await address(2, 1);
    const stored = await tiles.tile({ path }, { ...at, format: 'best' });
    expect(stored.contentType).toBe('image/jpeg');
    const drawn = await tiles.tile({ path }, { ...at, format: 'png' });
    expect(drawn.contentType).toBe('image/png');
    expect((await pixels(drawn.bytes)).data).toEqual((await pixels(stored.bytes)).data);
  });

  test('a block at the border is transparent outside, and not handed out as stored', async () => {
    const { bytes, contentType } = await tiles.tile({ path }, { ...(await address(0, 0)), format: 'best' });
    expect(contentType).toBe('image/webp');
    const { data } = await pixels(bytes);
    const alphas = data.filter((_, at) => at % 4 === 3);
    expect(alphas.includes(0)).toBe(true);
    expect(alphas.includes(255)).toBe(true);
  });

  test.each(['png', 'webp', 'jpeg'] as const)('outside: an empty %s of the asked size', async (format) => {
    for (const scale of [1, 2] as const) {
      const { bytes, contentType } = await tiles.tile({ path }, { z: 5, x: 0, y: 0, scale, format });
      expect(contentType).toBe(`image/${format}`);
      const { data, info } = await pixels(bytes);
      expect([info.width, info.height]).toEqual([256 * scale, 256 * scale]);
      const empty = format === 'jpeg' ? [255, 255, 255, 255] : [0, 0, 0, 0];
      expect([...data.subarray(0, 4)]).toEqual(empty);
      expect(new Set(data.filter((_, at) => at % 4 === 3))).toEqual(new Set([empty[3]]));
    }
  });

  test('scale 2 is the four tiles of the next zoom', async () => {
    const at = await address(2, 0);
    const parent = { z: at.z - 1, x: at.x >> 1, y: at.y >> 1 };
    const large = await pixels((await tiles.tile({ path }, { ...parent, scale: 2, format: 'png' })).bytes);
    expect(large.info.width).toBe(512);
    const child = { z: at.z, x: parent.x * 2 + 1, y: parent.y * 2 + 1, scale: 1 as const };
    const small = await pixels((await tiles.tile({ path }, { ...child, format: 'png' })).bytes);
    for (let y = 0; y < 256; y += 17) {
      const from = ((y + 256) * 512 + 256) * 4;
      expect(large.data.subarray(from, from + 1024)).toEqual(small.data.subarray(y * 1024, y * 1024 + 1024));
    }
  });

  test('equal requests share one rendering and are kept; forget lets go of them', async () => {
    const request = { ...(await address(1, 1)), format: 'png' } as const;
    const [a, b] = await Promise.all([tiles.tile({ path }, request), tiles.tile({ path }, request)]);
    expect(a).toBe(b);
    expect(await tiles.tile({ path }, request)).toBe(a);
    tiles.forget(path);
    const again = await tiles.tile({ path }, request);
    expect(again).not.toBe(a);
    expect(again.bytes).toEqual(a.bytes);
  });

  test('a rebuilt file is read anew', async () => {
    const rebuilt = join(folder, 'rebuilt.tif');
    await copyFile(path, rebuilt);
    const before = await tiles.facts({ path: rebuilt });
    expect(before.bandCount).toBe(3);
    const next = join(folder, 'next.tif');
    await makeCog(await generateRaster(folder, 'grey', { ...SIZE, bands: 1 }), next, 'DEFLATE');
    await rename(next, rebuilt);
    expect((await tiles.facts({ path: rebuilt })).bandCount).not.toBe(3);
  });

  test('an aborted request ends with the reason', async () => {
    const signal = AbortSignal.abort(new Error('gone'));
    await expect(tiles.tile({ path }, { ...(await address(1, 2)), format: 'png' }, signal)).rejects.toThrow('gone');
  });

  test('a missing file is the file system’s error, a closed service its own', async () => {
    const at = { z: 0, x: 0, y: 0, scale: 1, format: 'png' } as const;
    await expect(tiles.tile({ path: join(folder, 'none.tif') }, at)).rejects.toMatchObject({ code: 'ENOENT' });
    const closed = createRasterTiles();
    await closed.close();
    await expect(closed.tile({ path }, at)).rejects.toMatchObject({ code: 'closed' });
  });
});

test('what waits for memory takes no drawing place from what has memory', async () => {
  const { promise: hasMemory, resolve: give } = Promise.withResolvers<void>();
  let asked = 0;
  const memory = {
    run: async <T>(_bytes: number, work: () => Promise<T>): Promise<T> => {
      if (++asked === 1) await hasMemory;
      return work();
    },
  };
  const narrow = createRasterTiles({ limits: { drawnAtOnce: 1 }, memory });
  const waiting = narrow.tile({ path }, { ...(await address(1, 1)), format: 'png' });
  await expect.poll(() => asked).toBe(1);
  const drawn = await narrow.tile({ path }, { ...(await address(2, 1)), format: 'png' });
  expect([drawn.contentType, asked]).toEqual(['image/png', 2]);
  give();
  expect((await waiting).contentType).toBe('image/png');
  await narrow.close();
});

describe('thumbnail', () => {
  test('is cut to the data, with its aspect kept', async () => {
    const { bytes, contentType } = await tiles.thumbnail({ path }, { longestSide: 256, format: 'webp' });
    expect(contentType).toBe('image/webp');
    const { data, info } = await pixels(bytes);
    expect(info.width).toBe(256);
    // 1100 x 800 pixels, turned by two degrees against true north.
    expect(info.height / info.width).toBeGreaterThan(0.65);
    expect(info.height / info.width).toBeLessThan(0.85);
    const alphas = data.filter((_, at) => at % 4 === 3);
    expect(alphas.filter((alpha) => alpha > 200).length / alphas.length).toBeGreaterThan(0.75);
  });

  test('shows the given bounds, and small rasters enlarged', async () => {
    const [{ zoom, left, top }] = (await tiles.facts({ path })).levels;
    const longitude = (pixel: number) => (pixel / (256 * 2 ** zoom) - 0.5) * 360;
    const latitude = (pixel: number) =>
      (Math.atan(Math.sinh(Math.PI * (1 - (2 * pixel) / (256 * 2 ** zoom)))) * 180) / Math.PI;
    const bounds = [longitude(left + 512), latitude(top + 512), longitude(left + 768), latitude(top + 384)] as const;
    const { bytes } = await tiles.thumbnail({ path }, { longestSide: 1024, format: 'png', bounds });
    const { info } = await pixels(bytes);
    expect(info.width).toBe(1024);
    expect(Math.abs(info.height - 512)).toBeLessThan(8);
  });

  test.each([0, 15, 2049, 1.5, NaN])('refuses a side of %s', async (longestSide) => {
    await expect(tiles.thumbnail({ path }, { longestSide, format: 'png' })).rejects.toMatchObject({
      code: 'out of range',
    });
  });
});
