import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drawTile, readStoredJpeg } from '../draw/tile.ts';
import { planTile } from '../draw/tile-plan.ts';
import { RasterError } from '../raster-error.ts';
import { generateRaster } from '../testing/generated-rasters.ts';
import { memorySource } from '../testing/memory-source.ts';
import { makeCog } from '../testing/test-cog.ts';
import { readCog } from './cog-file.ts';
import { checkIfdChain } from './ifd-chain.ts';

const TILE_OFFSETS = 324;
const TILE_BYTE_COUNTS = 325;
const JPEG_TABLES = 347;

let folder = '';
let jpeg = new Uint8Array();
let deflate = new Uint8Array();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-hostile-'));
  const size = { width: 400, height: 300, low: 0, high: 255, type: 'uint8' } as const;
  const source = await generateRaster(folder, 'source', { ...size, bands: 3 });
  await makeCog(source, join(folder, 'jpeg.tif'), 'JPEG');
  await makeCog(source, join(folder, 'deflate.tif'), 'DEFLATE');
  jpeg = new Uint8Array(await readFile(join(folder, 'jpeg.tif')));
  deflate = new Uint8Array(await readFile(join(folder, 'deflate.tif')));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('R-2: chains of images', () => {
  test('cyclic: refused', async () => {
    const bytes = jpeg.slice();
    const [first] = directories(bytes);
    new DataView(bytes.buffer).setUint32(nextPointer(bytes, first!), first!, true);
    await expect(readCog(memorySource(bytes))).rejects.toMatchObject({ code: 'invalid' });
  });

  test('a million images: refused after 64, without reading more', async () => {
    const bytes = new Uint8Array(8 + 18 * 1_000_000);
    const view = new DataView(bytes.buffer);
    bytes.set([0x49, 0x49, 42, 0, 8, 0, 0, 0]);
    for (let at = 8; at + 18 <= bytes.length; at += 18) {
      view.setUint16(at, 1, true);
      view.setUint16(at + 2, 256, true);
      view.setUint16(at + 4, 3, true);
      view.setUint32(at + 6, 1, true);
      view.setUint32(at + 14, at + 18, true);
    }
    const source = memorySource(bytes);
    await expect(checkIfdChain(source)).rejects.toMatchObject({ code: 'limit' });
    expect(source.counts.reads).toBeLessThan(200);
  });

  test('an image past the end: refused', async () => {
    const bytes = jpeg.slice();
    new DataView(bytes.buffer).setUint32(4, bytes.length + 100, true);
    await expect(readCog(memorySource(bytes))).rejects.toMatchObject({ code: 'invalid' });
  });

  test('negative BigTIFF sizes: refused', async () => {
    const bytes = new Uint8Array(64);
    const view = new DataView(bytes.buffer);
    bytes.set([0x49, 0x49, 43, 0, 8, 0, 0, 0]);
    view.setBigInt64(8, -16n, true);
    await expect(checkIfdChain(memorySource(bytes))).rejects.toMatchObject({ code: 'invalid' });
    view.setBigInt64(8, 16n, true);
    view.setBigInt64(16, -1n, true);
    await expect(checkIfdChain(memorySource(bytes))).rejects.toBeInstanceOf(RasterError);
  });
});

describe('R-3: blocks and tables', () => {
  test('a block of 4 GB: refused unread', async () => {
    const bytes = jpeg.slice();
    patchValues(bytes, TILE_BYTE_COUNTS, 0xffff_fff0);
    await expect(drawMiddle(bytes)).rejects.toMatchObject({ code: 'limit' });
  });

  test('a block inside the header: refused', async () => {
    const bytes = jpeg.slice();
    patchValues(bytes, TILE_OFFSETS, 12);
    await expect(drawMiddle(bytes)).rejects.toMatchObject({ code: 'invalid' });
  });

  test('a block past the end: refused', async () => {
    const bytes = jpeg.slice();
    patchValues(bytes, TILE_OFFSETS, bytes.length - 10);
    await expect(drawMiddle(bytes)).rejects.toMatchObject({ code: 'invalid' });
  });

  test('JPEG tables of 100 MB: refused', async () => {
    const bytes = jpeg.slice();
    const view = new DataView(bytes.buffer);
    view.setUint32(findTag(bytes, directories(bytes)[0]!, JPEG_TABLES) + 4, 100_000_000, true);
    await expect(readCog(memorySource(bytes))).rejects.toMatchObject({ code: 'limit' });
  });

  test('sparse blocks are transparent', async () => {
    const bytes = deflate.slice();
    patchValues(bytes, TILE_OFFSETS, 0);
    patchValues(bytes, TILE_BYTE_COUNTS, 0);
    const { bytes: drawn } = await drawMiddle(bytes);
    const blank = await drawMiddle(deflate, 5);
    expect(drawn).toEqual(blank.bytes);
  });

  test('a block that decodes to another size: refused', async () => {
    const bytes = deflate.slice();
    patchValues(bytes, TILE_BYTE_COUNTS, 40);
    await expect(drawMiddle(bytes)).rejects.toMatchObject({ code: 'invalid' });
  });
});

describe('R-8: damage anywhere', () => {
  test.each(['jpeg', 'deflate'])('%s truncated at each percent: a tile or a clear error', async (kind) => {
    const whole = kind === 'jpeg' ? jpeg : deflate;
    for (let percent = 0; percent < 100; percent++) {
      expect(await isTileOrError(whole.slice(0, Math.floor((whole.length * percent) / 100)))).toBe(true);
    }
  });

  test.each(['jpeg', 'deflate'])('%s with flipped header bits: a tile or a clear error', async (kind) => {
    const whole = kind === 'jpeg' ? jpeg : deflate;
    // A small linear congruential generator with a fixed seed: the same flips at every run.
    let seed = 12_345;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return Math.floor((seed / 2 ** 31) * below);
    };
    for (let run = 0; run < 200; run++) {
      const bytes = whole.slice();
      for (let flip = 0; flip < 3; flip++) bytes[random(Math.min(3000, bytes.length))]! ^= 1 << random(8);
      expect(await isTileOrError(bytes)).toBe(true);
    }
  });
});

/** Whether drawing gives a tile, or an error of ours that can be shown. */
async function isTileOrError(bytes: Uint8Array): Promise<boolean> {
  try {
    return (await drawMiddle(bytes)).bytes.length > 0;
  } catch (error) {
    return error instanceof RasterError;
  }
}

/** Draws the tile in the middle of the raster, or one `aside` tiles further. */
async function drawMiddle(bytes: Uint8Array, aside = 0) {
  const cog = await readCog(memorySource(bytes));
  const [{ zoom, left, top, width, height }] = cog.facts.levels;
  const last = 2 ** zoom - 1;
  const clamp = (pixel: number) => Math.max(0, Math.min(last, Math.floor(pixel / 256) + aside));
  const plan = planTile(cog.facts, { z: zoom, x: clamp(left + width / 2), y: clamp(top + height / 2), scale: 1 });
  return drawTile(cog, plan, await readStoredJpeg(cog, plan), 'png');
}

function directories(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer);
  const found: number[] = [];
  for (let at = view.getUint32(4, true); at !== 0 && found.length < 64;) {
    found.push(at);
    at = view.getUint32(nextPointer(bytes, at), true);
  }
  return found;
}

function nextPointer(bytes: Uint8Array, directory: number): number {
  return directory + 2 + 12 * new DataView(bytes.buffer).getUint16(directory, true);
}

function findTag(bytes: Uint8Array, directory: number, tag: number): number {
  const view = new DataView(bytes.buffer);
  for (let at = directory + 2; at < nextPointer(bytes, directory); at += 12) {
    if (view.getUint16(at, true) === tag) return at;
  }
  throw new Error(`no tag ${tag}`);
}

/** Sets all values of a tag of 32-bit numbers in the first image. */
function patchValues(bytes: Uint8Array, tag: number, value: number): void {
  const view = new DataView(bytes.buffer);
  const at = findTag(bytes, directories(bytes)[0]!, tag);
  const count = view.getUint32(at + 4, true);
  const start = count === 1 ? at + 8 : view.getUint32(at + 8, true);
  for (let i = 0; i < count; i++) view.setUint32(start + 4 * i, value, true);
}
