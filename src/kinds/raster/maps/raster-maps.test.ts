import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { giveBack } from '../../../bytes/index.ts';
import { createProjections } from '../../../projections/index.ts';
import { WORLD_HALF_METRES } from '../cog/mercator-grid.ts';
import { createRasterTiles } from '../service/raster-tiles.ts';
import { generateRaster } from '../testing/generated-rasters.ts';
import { makeCog } from '../testing/test-cog.ts';
import { alignedTile } from './aligned-tile.ts';
import type { MapGrid } from '../../../render/index.ts';
import { createRasterMaps } from './raster-maps.ts';

const projections = createProjections({ call: () => Promise.reject(new Error('No engine is needed here.')) });
const maps = createRasterMaps({ projections });
const tiles = createRasterTiles();
let folder = '';
let path = '';
/** The tile in the middle of the raster at its full resolution. */
let tile = { z: 0, x: 0, y: 0 };

const tileGrid = ({ z, x, y }: typeof tile, pixels = 256): MapGrid => {
  const side = (2 * WORLD_HALF_METRES) / 2 ** z;
  const [west, north] = [x * side - WORLD_HALF_METRES, WORLD_HALF_METRES - y * side];
  return { crs: 'EPSG:3857', box: [west, north - side, west + side, north], width: pixels, height: pixels };
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-map-service-'));
  const shape = { width: 700, height: 600, bands: 3, type: 'uint8', low: 0, high: 255 } as const;
  path = join(folder, 'cog.tif');
  await makeCog(await generateRaster(folder, 'source', shape), path, 'DEFLATE');
  const [{ zoom, left, top, columns, rows }] = (await tiles.facts({ path })).levels;
  tile = { z: zoom, x: left / 256 + Math.floor(columns / 2), y: top / 256 + Math.floor(rows / 2) };
});
afterAll(async () => {
  await Promise.all([maps.close(), tiles.close()]);
  await rm(folder, { recursive: true, force: true });
});

describe('maps in threads', () => {
  it('are what the tiles of the same place are, encoded too', async () => {
    const picture = await maps.draw({ path }, tileGrid(tile), 'default');
    const expected = await tiles.tile({ path }, { ...tile, scale: 1, format: 'png' });
    expect([picture.width, picture.height]).toEqual([256, 256]);
    // In memory of all threads: sent to be encoded, it is not copied.
    expect(picture.rgba.buffer).toBeInstanceOf(SharedArrayBuffer);
    const { bytes, contentType } = await maps.encode([picture], null, 'png');
    expect(contentType).toBe('image/png');
    const pixels = async (png: Uint8Array): Promise<Buffer> => sharp(png).ensureAlpha().raw().toBuffer();
    expect((await pixels(bytes)).equals(await pixels(expected.bytes))).toBe(true);
    const drawnThere = await maps.encode([{ file: { path }, grid: tileGrid(tile), style: 'default' }], null, 'png');
    expect(drawnThere).toEqual({ bytes, contentType });
    for (const format of ['webp', 'jpeg'] as const) {
      const { bytes: lossy } = await maps.encode([picture], null, format);
      expect(await sharp(lossy).metadata()).toMatchObject({ format, width: 256, height: 256 });
    }
  });

  it('are drawn once for all who ask for the same meanwhile', async () => {
    const ask = () => maps.draw({ path, version: '1' }, tileGrid(tile), 'default');
    const [first, second] = await Promise.all([ask(), ask()]);
    expect(first).toBe(second);
    expect(await ask()).not.toBe(first);
    const file = { path, version: '1' };
    const encode = () => maps.encode([{ file, grid: tileGrid(tile), style: 'default' }], null, 'png');
    const [one, other] = await Promise.all([encode(), encode()]);
    expect(one).toBe(other);
    giveBack(one.bytes); // By the first one whose answer is sent: the other one still sends it.
    expect(other.bytes.length).toBeGreaterThan(100);
    const alone = await encode();
    giveBack(alone.bytes);
    expect(alone.bytes).toHaveLength(0);
  });

  it('are given up when nobody waits any more', async () => {
    const leaving = new AbortController();
    const grid = { ...tileGrid({ z: 0, x: 0, y: 0 }), width: 4096, height: 4096 };
    const drawing = maps.draw({ path }, grid, 'default', leaving.signal);
    leaving.abort(new Error('left'));
    await expect(drawing).rejects.toThrow('left');
    await expect.poll(() => maps.load()).toMatchObject({ busy: 0, waiting: 0 });
  });

  it('are refused when too many wait', async () => {
    const few = createRasterMaps({ projections, limits: { threads: 1, waiting: 1 } });
    try {
      const asked = [1, 2, 3].map((number) => few.draw({ path }, tileGrid(tile, 256 + number), 'default'));
      const outcomes = await Promise.allSettled(asked);
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'fulfilled', 'rejected']);
      const refused = outcomes.find((outcome) => outcome.status === 'rejected');
      expect(refused?.reason).toMatchObject({ name: 'RasterError', code: 'limit' });
    } finally {
      await few.close();
    }
  });

  it('say why there is no picture', async () => {
    const grid = tileGrid(tile);
    await expect(maps.draw({ path }, grid, 'NDVI')).rejects.toMatchObject({ name: 'RasterError', code: 'unsupported' });
    await expect(maps.draw({ path }, { ...grid, width: 0 }, 'default')).rejects.toMatchObject({ code: 'out of range' });
    const missing = { path: join(folder, 'none.tif'), version: '1' };
    await expect(maps.draw(missing, grid, 'default')).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('have legends', async () => {
    const { bytes, contentType } = await maps.legend({ path }, 'default', { width: 100, height: 60 }, 'png');
    expect(contentType).toBe('image/png');
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 100, height: 60 });
    await expect(maps.legend({ path }, 'default', { width: 5000 }, 'png')).rejects.toMatchObject({
      code: 'out of range',
    });
  });

  it('show nothing beside the raster, and a colour below it', async () => {
    const empty = await maps.draw({ path }, tileGrid({ z: 3, x: 0, y: 7 }), 'default');
    expect(empty.rgba.every((value) => value === 0)).toBe(true);
    const { bytes } = await maps.encode([empty, empty], [10, 200, 30], 'png');
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    expect([info.channels, ...data.subarray(0, 3)]).toEqual([3, 10, 200, 30]);
  });
});

describe('a grid that is a tile', () => {
  it('is found, whatever its numbers are rounded to', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 22 }).chain((z) =>
          fc.record({
            z: fc.constant(z),
            x: fc.integer({ min: 0, max: 2 ** z - 1 }),
            y: fc.integer({ min: 0, max: 2 ** z - 1 }),
          }),
        ),
        fc.constantFrom(1, 2),
        (address, scale) => {
          const grid = tileGrid(address, 256 * scale);
          const box = grid.box.map((value) => Number(value.toFixed(5))) as unknown as MapGrid['box'];
          expect(alignedTile({ ...grid, box })).toEqual({ ...address, scale });
        },
      ),
    );
  });

  it.each<[string, Partial<MapGrid>]>([
    ['another size', { width: 300, height: 300 }],
    ['not square', { width: 512 }],
    ['another CRS', { crs: 'EPSG:4326' }],
    ['a pixel off', { box: [0, 0, WORLD_HALF_METRES * 1.004, WORLD_HALF_METRES] }],
    ['beyond the world', { box: [WORLD_HALF_METRES, 0, 2 * WORLD_HALF_METRES, WORLD_HALF_METRES] }],
    ['between two zooms', { box: [0, 0, WORLD_HALF_METRES * 0.75, WORLD_HALF_METRES * 0.75] }],
  ])('is none of %s', (_, other) => {
    const grid = tileGrid({ z: 1, x: 1, y: 0 });
    expect(alignedTile(grid)).not.toBeNull();
    expect(alignedTile({ ...grid, ...other })).toBeNull();
  });
});
