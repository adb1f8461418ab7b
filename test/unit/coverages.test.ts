import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gdal, readPixels, RGB, utm, wave, writeSample } from '../../src/kinds/raster/testing/raster-samples.ts';
import { createEngine, type Engine } from '../../src/engine/index.ts';
import type { Neighbours } from '../../src/inspection/index.ts';
import { createCoverages } from '../../src/kinds/raster/coverages/coverages.ts';
import type { CoverageOrder, CoverageSource, Extract } from '../../src/kinds/raster/coverages/coverage-order.ts';

let folder: string;
let engine: Engine;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-coverages-'));
  const scratchFolder = join(folder, 'scratch');
  engine = createEngine({ children: 1, callTimeoutMs: 60_000, memoryLimitBytes: 2 ** 31, scratchFolder });
});
afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

const file = (name: string): string => join(folder, name);
/** The files of the folder lie beside each other. */
const beside: Neighbours = {
  async find(names) {
    const found = new Map<string, { readonly path: string; readonly size: number }>();
    for (const name of names) {
      const facts = await stat(file(name)).catch(() => undefined);
      if (facts) found.set(name, { path: file(name), size: facts.size });
    }
    return found;
  },
};
const open = (overEngine = engine, maxBytes?: number) =>
  createCoverages({ engine: overEngine, locate: (hash) => file(hash), neighbours: () => beside, maxBytes });

const source = async (name: string, bands = RGB): Promise<CoverageSource> => ({
  datasetId: 'dataset',
  path: name,
  hash: name,
  size: (await stat(file(name))).size,
  cog: file('none.tif'),
  width: 300,
  height: 200,
  bands: bands.map((colorInterp) => ({ type: 'Byte', colorInterp })),
});
const order = (source: CoverageSource, extract: Extract, more: Partial<CoverageOrder> = {}): CoverageOrder => ({
  source,
  extract,
  bands: undefined,
  interpolation: 'nearest',
  format: 'tiff',
  ...more,
});
const whole = (width: number, height: number): Extract => ({
  kind: 'cut',
  window: { column: 0, row: 0, width: 300, height: 200 },
  width,
  height,
});
const window = { column: 20, row: 30, width: 50, height: 40 };
const NEVER = new AbortController().signal;

async function make(asked: CoverageOrder, signal = NEVER): Promise<string> {
  const { stream, length } = await open().make(asked, signal);
  const pieces = (await stream.toArray()) as Buffer[];
  const bytes = Buffer.concat(pieces);
  expect(bytes).toHaveLength(length);
  await writeFile(file('answer'), bytes);
  return file('answer');
}

/** Names in the scratch folders. */
const leftovers = async (): Promise<readonly string[]> => {
  const names = await readdir(file('scratch'), { recursive: true });
  return names.filter((name) => name.endsWith('.tif'));
};

describe('coverages', () => {
  it('of a picture lie where the files beside it say, part by part', async () => {
    writeSample(file('placed.tif'), { ...utm, colours: RGB, value: wave });
    const given = gdal.open(file('placed.tif'));
    gdal.translate(file('photo.png'), given, ['-of', 'PNG']).close();
    await writeFile(file('photo.prj'), given.srs!.toWKT());
    given.close();
    await rm(file('photo.png.aux.xml'), { force: true });
    await writeFile(file('photo.pgw'), '0.1\n0\n0\n-0.1\n500000.05\n4999999.95\n');
    const answer = await make(order(await source('photo.png'), { kind: 'cut', window, width: 50, height: 40 }));
    const made = gdal.open(answer);
    expect(made.geoTransform).toEqual(
      [500_002, 0.1, 0, 4_999_997, 0, -0.1].map((value) => expect.closeTo(value, 6) as number),
    );
    expect(made.srs?.getAuthorityCode(null as unknown as string)).toBe('32633');
    expect(made.bands.get(2).pixels.get(0, 0)).toBe(wave(1, 20, 30));
    made.close();
  });

  it('of a picture placed by a file beside it are refused where a copy of it would fill the disk', async () => {
    const large = { ...(await source('photo.png')), width: 100_000, height: 100_000 };
    const box = [500_000, 4_999_970, 500_030, 5_000_010] as const;
    const warp: Extract = { kind: 'warp', crs: 'EPSG:32633', box, width: 10, height: 10 };
    await expect(open().make(order(large, warp), NEVER)).rejects.toMatchObject({ code: 'invalid-input' });
    expect(await leftovers()).toEqual([]);
  });

  it('keep a mask, and have one where they are warped and nothing else tells what is not covered', async () => {
    writeSample(file('masked.tif'), { ...utm, colours: RGB, mask: (column) => column >= 100, value: wave });
    const masked = await source('masked.tif');
    expect(readPixels(await make(order(masked, whole(300, 200)))).valid).toEqual(readPixels(file('masked.tif')).valid);
    const box = [500_000, 4_999_970, 500_030, 5_000_010] as const;
    const beyond: Extract = { kind: 'warp', crs: 'EPSG:32633', box, width: 30, height: 40 };
    const { valid, bands } = readPixels(await make(order(masked, beyond)));
    expect(bands).toHaveLength(3);
    // Ten rows north of it, and a third of the columns that are masked.
    expect(valid.filter((value) => value > 0)).toHaveLength(20 * 20);
  });

  it('that are large are made by programs, in the same way', async () => {
    writeSample(file('small.tif'), { ...utm, value: wave });
    const answer = await make(order(await source('small.tif', ['Gray']), whole(9000, 7500)));
    const made = gdal.open(answer);
    expect(made.rasterSize).toEqual({ x: 9000, y: 7500 });
    expect(made.bands.get(1).overviews.count()).toBeGreaterThan(2);
    expect(made.bands.get(1).pixels.get(8999, 7499)).toBe(wave(0, 299, 199));
    made.close();
  });

  it('that nobody waits for are given up, and nothing of them stays', async () => {
    const controller = new AbortController();
    const making = open().make(order(await source('small.tif', ['Gray']), whole(16_000, 16_000)), controller.signal);
    setTimeout(() => controller.abort(), 300);
    await expect(making).rejects.toMatchObject({ code: 'aborted' });
    expect(await leftovers()).toEqual([]);
    const { stream } = await open().make(order(await source('small.tif', ['Gray']), whole(300, 200)), NEVER);
    expect(await leftovers()).toEqual([]);
    stream.destroy();
  });

  it('beyond the limits are refused before anything is read', async () => {
    const idle = new Proxy(engine, {
      get: () => () => {
        throw new Error('The engine was asked.');
      },
    });
    const small = await source('small.tif', ['Gray']);
    const refused = { code: 'invalid-input' };
    for (const [extract, more] of [
      [whole(1_000_000, 1_000_000), {}],
      [whole(2 ** 25, 1), {}],
      [whole(6000, 6000), { format: 'png' }],
    ] as const)
      await expect(
        (async () => open(idle).make(order(small, extract, more), NEVER))(),
        JSON.stringify(extract),
      ).rejects.toMatchObject(refused);
    expect(() => open(idle, 1000).check(order(small, whole(30, 40)))).toThrow(/at most 1000/);
    expect(() => open(idle, 1200).check(order(small, whole(30, 40)))).not.toThrow();
    // Bands that are not wanted count where they are warped.
    const three = await source('masked.tif');
    const warp: Extract = { kind: 'warp', crs: 'EPSG:3857', box: [0, 0, 1, 1], width: 30, height: 40 };
    expect(() => open(idle, 1200).check(order(three, warp, { bands: [1] }))).toThrow(/3600 bytes/);
  });

  it('that are too many at once are told when to come again', async () => {
    const slow: Engine = { ...engine, withFolder: () => Promise.withResolvers<never>().promise };
    const coverages = open(slow);
    const controller = new AbortController();
    const asked = order(await source('small.tif', ['Gray']), whole(300, 200));
    const waiting = Array.from({ length: 34 }, () => coverages.make(asked, controller.signal).catch(() => 'given up'));
    await expect(coverages.make(asked, NEVER)).rejects.toMatchObject({ code: 'busy', retryAfter: 10 });
    controller.abort();
    expect(await Promise.all(waiting.slice(2))).toEqual(Array.from({ length: 32 }, () => 'given up'));
  });

  it('of which no picture can be made say so', async () => {
    const asked = order(await source('masked.tif'), whole(300, 200), { format: 'png', bands: [1, 2] });
    await expect(open().make(asked, NEVER)).rejects.toMatchObject({ code: 'invalid-input' });
  });
});
