import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Engine, createEngine } from '../engine/index.ts';
import { EntryType, type FileFacts, type FileToInspect } from '../inspection/index.ts';
import { GEOREFERENCE, type TiffOptions, soundTiff, tiffBytes } from './raster/testing/tiff-bytes.ts';
import { processorTime } from '../../test/support/processor-time.ts';
import { inspectFile } from './testing/inspect-file.ts';

let folder: string;
let engine: Engine;
let written = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-hostile-'));
  engine = createEngine({ children: 1, callTimeoutMs: 5000, memoryLimitBytes: 512 * 2 ** 20 });
  await inspect(soundTiff()); // the child is running before anything is timed
});

afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

async function store(bytes: Buffer, name = 'map.tif'): Promise<FileToInspect> {
  const path = join(folder, String((written += 1)));
  await writeFile(path, bytes);
  return { path, name, size: bytes.length };
}

const inspectStored = (file: FileToInspect): Promise<FileFacts> =>
  inspectFile(file, engine, AbortSignal.timeout(10_000));
const inspect = async (bytes: Buffer, name?: string): Promise<FileFacts> => inspectStored(await store(bytes, name));

const map: TiffOptions = { width: 64, height: 64, extra: GEOREFERENCE, data: Buffer.alloc(4096) };
const [pixelSize, tiePoint, keys] = GEOREFERENCE;
const big = 2 ** 31 - 1;

/** A BigTIFF head whose first directory is at a place no file has. */
function farBigTiff(): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.write('II+\0\x08\0\0\0', 'latin1');
  bytes.writeBigInt64LE(-8n, 8);
  return bytes;
}

/** A hundred thousand directories, each leading to the next. */
function endlessChain(): Buffer {
  const one = tiffBytes({ width: 1, height: 1, data: Buffer.from([0]) }).subarray(8);
  const count = 100_000;
  const bytes = Buffer.concat([Buffer.from('II*\0\x08\0\0\0', 'latin1'), ...Array.from({ length: count }, () => one)]);
  const link = 2 + 12 * 9;
  for (let index = 0; index < count; index += 1)
    bytes.writeUInt32LE(8 + (index + 1) * one.length, 8 + index * one.length + link);
  return bytes;
}

describe('a hostile TIFF is refused in less than a second, with a word why', () => {
  it.each([
    ['R-1 2^31 x 2^31 pixels', () => tiffBytes({ ...map, width: big, height: big }), /2147483647 x 2147483647/],
    [
      'R-1 one compressed block of 16 gigapixels',
      () => tiffBytes({ ...map, width: 2 ** 17, height: 2 ** 17, compression: 8 }),
      /blocks/,
    ],
    ['R-1 65535 bands', () => tiffBytes({ ...map, samples: 65_535 }), /bands/],
    ['R-1 no size', () => tiffBytes({ ...map, width: 0 }), /without a size/],
    ['R-2 a directory that leads to itself', () => tiffBytes({ ...map, nextDirectory: 8 }), /circle/],
    ['R-2 100,000 directories', endlessChain, /more than 4096/],
    ['R-2 a directory outside of the file', () => tiffBytes({ ...map, nextDirectory: 0xffff_fff0 }), /outside/],
    ['R-2 a negative BigTIFF offset', farBigTiff, /outside/],
    [
      'R-3 a strip outside of the file',
      () => tiffBytes({ ...map, stripOffset: 0xffff_0000, stripBytes: 4096 }),
      /cut off/,
    ],
    ['R-3 a strip of 4 GB', () => tiffBytes({ ...map, stripBytes: 0xffff_fff0 }), /cut off/],
    ['R-3 fewer strips than declared', () => tiffBytes({ ...map, rowsPerStrip: 1 }), /blocks/],
    ['R-8 half of it missing', () => soundTiff().subarray(0, 2500), /cut off/],
    ['R-8 only a header', () => soundTiff().subarray(0, 6), /TIFF/],
    [
      'R-4 pixels of no size',
      () => tiffBytes({ ...map, extra: [{ ...pixelSize!, values: [0, 0, 0] }, tiePoint!, keys!] }),
      /no area|position|fit together/,
    ],
    [
      'R-4 pixels of infinite size',
      () => tiffBytes({ ...map, extra: [{ ...pixelSize!, values: [NaN, Infinity, 0] }, tiePoint!, keys!] }),
      /finite|position/,
    ],
    [
      'R-4 a position nowhere on Earth',
      () => tiffBytes({ ...map, extra: [pixelSize!, { ...tiePoint!, values: [0, 0, 0, 1e300, 1e300, 0] }, keys!] }),
      /longitude/,
    ],
    ['R-4 no CRS', () => tiffBytes({ ...map, extra: [] }), /no coordinate reference system/],
  ])('%s', async (_, bytes, warning) => {
    const file = await store(bytes());
    const began = processorTime();
    const facts = await inspectStored(file);
    expect(processorTime() - began).toBeLessThan(1000);
    expect([EntryType.Image, EntryType.Generic]).toContain(facts.type);
    expect(facts.properties['warning']).toMatch(warning);
    expect(JSON.stringify(facts)).not.toContain(folder);
    expect(facts.polygonGeometry).toBeNull();
  });

  it.each([
    ['nothing', '', 'empty'],
    ['words', 'this is not a TIFF', 'not what its name'],
    [
      'a VRT that reads /etc/passwd',
      '<VRTDataset rasterXSize="9" rasterYSize="9"><SourceFilename>/etc/passwd</SourceFilename>',
      'not what its name',
    ],
  ])('%s with the name of a TIFF is Generic', async (_, text, warning) => {
    const facts = await inspect(Buffer.from(text));
    expect(facts).toMatchObject({ type: EntryType.Generic, properties: { warning: expect.stringContaining(warning) } });
  });

  it('the control, which is sound, is a GeoRaster', async () => {
    expect((await inspect(soundTiff(), 'without extension')).type).toBe(EntryType.GeoRaster);
  });
});

describe('damage at random', () => {
  it('R-8 never throws, hangs or shows a number that is not finite: cut anywhere', async () => {
    const whole = soundTiff();
    for (let percent = 0; percent < 100; percent += 2) {
      const facts = await inspect(whole.subarray(0, Math.floor((whole.length * percent) / 100)));
      expect(facts.type).not.toBe(EntryType.GeoRaster);
      expect(facts.properties['warning']).toBeTypeOf('string');
    }
  });

  it('R-8 never throws, hangs or shows a number that is not finite: bits flipped in the header', async () => {
    const whole = soundTiff();
    const headerBits = (whole.length - 4096) * 8;
    const flips = fc.array(fc.integer({ min: 32, max: headerBits - 1 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(flips, async (bits) => {
        const damaged = Buffer.from(whole);
        for (const bit of bits) damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        const { type, pointGeometry, polygonGeometry } = await inspect(damaged);
        const numbers = [...(pointGeometry?.coordinates ?? []), ...(polygonGeometry?.coordinates[0].flat() ?? [])];
        expect(numbers.every(Number.isFinite)).toBe(true);
        expect(type === EntryType.GeoRaster).toBe(polygonGeometry !== null);
      }),
      { seed: 7, numRuns: 300 },
    );
  });
});

describe('what is not the file’s fault is thrown', () => {
  it('an abort', async () => {
    const file = await store(soundTiff());
    await expect(inspectFile(file, engine, AbortSignal.abort())).rejects.toThrow(/abort/);
  });

  it('a full queue: the file is not looked at, and may be sound', async () => {
    const full = createEngine({ children: 1, callTimeoutMs: 5000, memoryLimitBytes: 512 * 2 ** 20, queueLimit: 1 });
    const file = await store(soundTiff());
    const results = await Promise.allSettled(
      [1, 2, 3, 4].map(() => inspectFile(file, full, AbortSignal.timeout(10_000))),
    );
    await full.close();
    const fulfilled = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.type] : []));
    expect(fulfilled).toEqual([EntryType.GeoRaster, EntryType.GeoRaster]);
    const rejected = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
    expect(rejected).toMatchObject([{ code: 'busy' }, { code: 'busy' }]);
  });

  it('a blob that is not there', async () => {
    const file = { path: join(folder, 'missing'), name: 'a.tif', size: 1 };
    await expect(inspectFile(file, engine, AbortSignal.timeout(1000))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
