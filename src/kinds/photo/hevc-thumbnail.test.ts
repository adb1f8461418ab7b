import { createRequire } from 'node:module';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as Gdal from 'gdal-async';
import type Sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { heicBytes } from './testing/heic-bytes.ts';
import { type Engine, EngineError, createEngine } from '../../engine/index.ts';
import { imageThumbnail } from '../../geodata/pictures/operations.ts';

/** In the test's own process: the files written here are the test's own. */
const load = createRequire(import.meta.url);
const gdal = load('gdal-async') as typeof Gdal;
const sharp = load('sharp') as typeof Sharp;
const hasDriver = gdal.drivers.getNames().includes('HEIF');

let folder: string;
let engine: Engine;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-hevc-'));
  engine = createEngine({ children: 1, callTimeoutMs: 20_000, memoryLimitBytes: 2 ** 29 });
});
afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

async function thumbnailOf(bytes: Buffer, size: number): Promise<Buffer> {
  const path = join(folder, 'photo');
  await writeFile(path, bytes);
  const { data } = await engine.call(imageThumbnail, { path, size, format: 'png' });
  return Buffer.from(data!);
}

it('the photographs of phones are drawn where GDAL can decode them, smaller and larger', async ({ skip }) => {
  if (!hasDriver) skip('this GDAL has no driver of HEIF');
  for (const size of [32, 128, 400]) {
    const picture = sharp(await thumbnailOf(heicBytes(), size));
    const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height, info.channels]).toEqual([size, size / 2, 3]);
    const row = Math.floor(info.height / 4) * info.width;
    const colourAt = (column: number): readonly boolean[] =>
      [...data.subarray(3 * (row + column), 3 * (row + column) + 3)].map((value) => value > 128);
    expect([colourAt(Math.floor(size / 8)), colourAt(Math.floor((7 * size) / 8))]).toEqual([
      [true, false, false],
      [false, false, true],
    ]);
  }
});

it('where GDAL cannot, the reason is told', async ({ skip }) => {
  if (hasDriver) skip('this GDAL has a driver of HEIF');
  await expect(thumbnailOf(heicBytes(), 32)).rejects.toMatchObject({
    code: 'refused',
    message: expect.stringContaining('HEIC'),
  });
});

it('R-8 one that is cut anywhere, or whose bits are flipped, is a picture or an error, and the child lives', async () => {
  const whole = heicBytes();
  for (let at = 0; at < whole.length; at += 37) {
    const flipped = Buffer.from(whole);
    flipped[at] = (flipped[at] ?? 0) ^ 0x5a;
    for (const damaged of [whole.subarray(0, at), flipped]) {
      const outcome: unknown = await thumbnailOf(damaged, 32).then(
        () => 'drawn',
        (error: unknown) => (error instanceof EngineError ? error.code : error),
      );
      expect(['drawn', 'failed', 'refused', 'too-large']).toContain(outcome);
    }
  }
});
