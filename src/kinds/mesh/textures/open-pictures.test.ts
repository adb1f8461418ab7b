import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deflateSync, crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharp } from '../../../geodata/pictures/picture-library.child.ts';
import type { TextureSource } from '../model/triangle-model.ts';
import { openPictures, type PictureStore } from './open-pictures.ts';
import { openPictureReader } from './picture-reader.ts';
import { pngOf, soft } from './testing/raw-pictures.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-textures-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let scratches = 0;
async function opened(...sources: (TextureSource | null)[]): Promise<PictureStore> {
  const scratch = join(folder, `scratch${(scratches += 1)}`);
  await mkdir(scratch);
  return openPictures(sources, scratch);
}

/** A pixel of a level. */
function pixel(store: PictureStore, index: number, level: number, x: number, y: number): readonly number[] {
  const picture = store.files.pictures[index]!;
  const reader = openPictureReader(store.files);
  const target = new Uint8Array(picture.channels);
  reader.copy(picture, level, y, x, x + 1, target, 0);
  reader.close();
  return [...target];
}

describe('decoded pictures', () => {
  it('have the pixels of the file in their first level, and means of four in each other one', async () => {
    const [width, height] = [131, 70];
    const store = await opened({ bytes: await pngOf(width, height, soft) });
    expect(store.broken).toEqual([]);
    const { levels } = store.files.pictures[0]!;
    expect(levels.map((level) => [level.width, level.height])).toEqual([
      [131, 70],
      [66, 35],
      [33, 18],
      [17, 9],
      [9, 5],
      [5, 3],
      [3, 2],
      [2, 1],
      [1, 1],
    ]);
    for (const [x, y] of [
      [0, 0],
      [63, 63],
      [64, 64],
      [130, 69],
      [65, 1],
    ] as const)
      expect(pixel(store, 0, 0, x, y)).toEqual([...soft(x, y)]);
    for (let level = 1; level < levels.length; level += 1) {
      const { width: wide, height: high } = levels[level - 1]!;
      for (const [x, y] of [
        [0, 0],
        [levels[level]!.width - 1, levels[level]!.height - 1],
      ] as const) {
        const [right, below] = [Math.min(wide - 1, 2 * x + 1), Math.min(high - 1, 2 * y + 1)];
        const four = [
          [2 * x, 2 * y],
          [right, 2 * y],
          [2 * x, below],
          [right, below],
        ] as const;
        const values = four.map(([column, row]) => pixel(store, 0, level - 1, column, row));
        pixel(store, 0, level, x, y).forEach((value, band) => {
          const mean = values.reduce((sum, each) => sum + each[band]!, 0) / 4;
          expect(Math.abs(value - mean)).toBeLessThanOrEqual(0.5);
        });
      }
    }
  });

  it('do not become brighter or darker from level to level', async () => {
    const noise = (x: number, y: number): readonly number[] =>
      [0, 1, 2].map((band) => 100 + (Math.imul(x * 7919 + y * 104_729 + band, 2_654_435_761) >>> 29));
    const store = await opened({ bytes: await pngOf(512, 512, noise) });
    for (const value of pixel(store, 0, 9, 0, 0)) expect(Math.abs(value - 103.5)).toBeLessThanOrEqual(0.75);
  });

  it('weigh colours by their opacity', async () => {
    const store = await opened({ bytes: await pngOf(2, 1, (x) => (x === 0 ? [200, 100, 0, 255] : [0, 0, 0, 0])) });
    expect(pixel(store, 0, 1, 0, 0)).toEqual([200, 100, 0, 128]);
  });

  it('are decoded once for each source, and are red, green and blue whatever the file has', async () => {
    const grey = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#646464' } })
      .greyscale()
      .jpeg()
      .toBuffer();
    const deep = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#0000ff' } })
      .toColourspace('rgb16')
      .png()
      .toBuffer();
    const path = join(folder, 'a [page=7].tif');
    await sharp({ create: { width: 8, height: 8, channels: 3, background: '#ff0000' } })
      .tiff({ compression: 'none' })
      .toFile(path);
    const webp = await sharp({ create: { width: 8, height: 8, channels: 4, background: '#00ff0080' } })
      .webp({ lossless: true })
      .toBuffer();
    const store = await opened(
      { bytes: grey },
      { path },
      null,
      { bytes: deep },
      { path },
      { bytes: grey },
      { bytes: webp },
    );
    expect(store.broken).toEqual([]);
    const { pictures } = store.files;
    expect([pictures[2], pictures[4], pictures[5]]).toEqual([null, pictures[1], pictures[0]]);
    expect([0, 1, 3, 6].map((index) => pixel(store, index, 0, 3, 3))).toEqual([
      [100, 100, 100],
      [255, 0, 0],
      [0, 0, 255],
      [0, 255, 0, 128],
    ]);
    // 64, 16, 4 and 1 pixels.
    expect(store.bytes).toBe(85 * (3 + 3 + 3 + 4));
  });

  it('may be TGA, too', async () => {
    // Uploaded files lie under names without an ending.
    const path = join(folder, 'a1b2c3');
    await writeFile(path, tgaBytes(70, 66));
    const store = await opened({ path, name: 'wood.tga' });
    expect(store.broken).toEqual([]);
    expect([pixel(store, 0, 0, 69, 65), pixel(store, 0, 6, 0, 0)]).toEqual([
      [30, 20, 10],
      [30, 20, 10],
    ]);
  });

  it('leave nothing behind', async () => {
    const scratch = join(folder, 'left');
    await mkdir(scratch);
    const store = await openPictures([{ bytes: await pngOf(8, 8, soft) }, { path: join(folder, 'none.png') }], scratch);
    expect(await readdir(scratch)).toEqual(['pictures.raw']);
    await store.close();
    expect(await readdir(scratch)).toEqual([]);
    const ended = openPictures([{ bytes: await pngOf(8, 8, soft) }], scratch, {
      signal: AbortSignal.abort(new Error('ended')),
    });
    await expect(ended).rejects.toThrow('ended');
    expect(await readdir(scratch)).toEqual([]);
  });
});

it('a picture of 8,192 x 8,192 pixels is opened within 300 MB', async () => {
  const path = join(folder, 'large.jpg');
  await sharp({ create: { width: 8192, height: 8192, channels: 3, background: '#456' } })
    .jpeg()
    .toFile(path);
  const scratch = join(folder, 'large');
  await mkdir(scratch);
  const module = new URL('open-pictures.ts', import.meta.url).href;
  const program = `
    const { openPictures } = await import(${JSON.stringify(module)});
    const store = await openPictures([{ path: ${JSON.stringify(path)} }], ${JSON.stringify(scratch)});
    const { maxRSS } = process.resourceUsage();
    console.log(JSON.stringify({ broken: store.broken, levels: store.files.pictures[0].levels.length, maxRSS }));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
  const { broken, levels, maxRSS } = JSON.parse(stdout) as Record<string, number>;
  expect([broken, levels]).toEqual([[], 14]);
  expect(maxRSS! / 1024).toBeLessThan(300);
});

describe('broken pictures', () => {
  it('are told with their reasons, and the others are read', async () => {
    const jpeg = await sharp(await pngOf(300, 300, soft))
      .jpeg()
      .toBuffer();
    const tga = join(folder, 'skin.TGA');
    await writeFile(tga, tgaBytes(20, 20).subarray(0, 100));
    const link = join(folder, 'loop');
    await symlink(link, link);
    const store = await opened(
      { path: join(folder, 'none.jpg') },
      { bytes: jpeg.subarray(0, jpeg.length / 2) },
      { bytes: Buffer.from('BM6\0\0\0\0\0\0\0\x36\0\0\0') },
      { path: tga },
      { bytes: Buffer.from('a letter') },
      { bytes: Buffer.alloc(0) },
      { path: folder },
      { path: link },
      { bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>') },
      { bytes: jpeg },
    );
    expect(store.broken).toEqual([
      { index: 0, reason: 'The file is missing.' },
      { index: 1, reason: 'The picture is damaged.' },
      { index: 2, reason: 'The picture is damaged.' },
      { index: 3, reason: 'The picture is damaged.' },
      { index: 4, reason: 'It is not a picture of a known format. Use JPEG, PNG, WebP or TIFF.' },
      { index: 5, reason: 'It is not a picture of a known format. Use JPEG, PNG, WebP or TIFF.' },
      { index: 6, reason: 'It is not a file.' },
      { index: 7, reason: 'It cannot be read: ELOOP.' },
      { index: 8, reason: 'SVG pictures cannot be read. Use JPEG, PNG, WebP or TIFF.' },
    ]);
    expect(store.files.pictures.map((picture) => picture !== null).indexOf(true)).toBe(9);
  });

  it('are those that would not fit the memory or the disk', async () => {
    const store = await opened(
      { bytes: emptyPng(100_000, 100_000) },
      { bytes: emptyPng(16_384, 16_384, true) },
      { bytes: await largeWebp(16_000, 5000) },
      { bytes: await largeTiff(9000) },
    );
    expect(store.broken.map(({ reason }) => reason)).toEqual([
      'The picture has 100000 x 100000 pixels; 268435456 can be read at most.',
      'The progressive PNG picture has 16384 x 16384 pixels; 67108864 can be read at most.',
      'The WEBP picture has 16000 x 5000 pixels; 67108864 can be read at most.',
      // 16 bits for each of four channels.
      'The TIFF picture has 9000 x 9000 pixels; 33554432 can be read at most.',
    ]);
    expect(store.bytes).toBe(0);
  });
});

/** The beginning of a PNG with one byte a pixel, and a few of its pixels. */
function emptyPng(width: number, height: number, isInterlaced = false): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, isInterlaced ? 1 : 0], 8);
  const pixels = deflateSync(Buffer.alloc(100_000));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A WebP that says that it is large. */
async function largeWebp(width: number, height: number): Promise<Buffer> {
  const small = sharp({ create: { width: 16, height: 16, channels: 3, background: 'red' } });
  const bytes = await small.webp({ lossless: true }).toBuffer();
  // Width and height less one, in 14 bits each, behind the byte that says that it is lossless.
  bytes.writeUInt32LE(width - 1 + (height - 1) * 2 ** 14, 21);
  return bytes;
}

/** A TGA of one colour. */
function tgaBytes(width: number, height: number): Buffer {
  const head = Buffer.alloc(18);
  head[2] = 2;
  head.writeUInt16LE(width, 12);
  head.writeUInt16LE(height, 14);
  head[16] = 24;
  return Buffer.concat([head, Buffer.alloc(3 * width * height, Buffer.from([10, 20, 30]))]);
}

/** A TIFF with 16 bits a value that says that it is large. */
async function largeTiff(side: number): Promise<Buffer> {
  const small = sharp({ create: { width: 16, height: 16, channels: 4, background: '#f008' } });
  const bytes = await small.toColourspace('rgb16').tiff({ compression: 'none' }).toBuffer();
  // The tags of width and height: number, type, count, value.
  const table = bytes.readUInt32LE(4);
  for (let entry = table + 2; entry < table + 2 + 12 * bytes.readUInt16LE(table); entry += 12)
    if ([256, 257].includes(bytes.readUInt16LE(entry))) bytes.writeUInt32LE(side, entry + 8);
  return bytes;
}
