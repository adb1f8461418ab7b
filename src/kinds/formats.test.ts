import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasSharedData, SHARED_DATA } from '../../test/support/shared-data.ts';
import type Sharp from 'sharp';
import { type Engine, createEngine } from '../engine/index.ts';
import { EntryType, type FileFacts } from '../inspection/index.ts';
import { soundLas } from './pointcloud/testing/las-bytes.ts';
import { glbBytes } from './mesh/testing/mesh-bytes.ts';
import { splatRecords } from './splat/testing/splat-bytes.ts';
import { soundTiff } from './raster/testing/tiff-bytes.ts';
import { soundTiles } from '../../test/support/zip-bytes.ts';
import { inspectFile } from './testing/inspect-file.ts';

const sharp = createRequire(import.meta.url)('sharp') as typeof Sharp;
if (!hasSharedData) console.log('Skipped: facts of real files. There is no ../shared/data beside the repository.');

let folder: string;
let engine: Engine;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-formats-'));
  engine = createEngine({ children: 1, callTimeoutMs: 10_000, memoryLimitBytes: 2 ** 29 });
});

afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

const never = new AbortController().signal;

async function inspectBytes(name: string, bytes: Buffer | string): Promise<FileFacts> {
  const path = join(folder, 'blob');
  await writeFile(path, bytes);
  return inspectFile({ path, name, size: Buffer.byteLength(bytes) }, engine, never);
}

describe('a georeferenced TIFF', () => {
  it('is a GeoRaster with its size, bands, georeference, outline and centre', async () => {
    const { type, properties, pointGeometry, polygonGeometry } = await inspectBytes('ORTHO.TIFF', soundTiff());
    expect(type).toBe(EntryType.GeoRaster);
    expect(properties).toEqual({
      width: 64,
      height: 64,
      geotransform: [500_000, 1, 0, 4_000_000, 0, -1],
      projection: expect.stringContaining('UTM zone 33N'),
      bands: [{ type: 'Byte', colorInterp: 'Gray' }],
      nodata: [null],
    });
    expect(pointGeometry?.type).toBe('Point');
    expect(pointGeometry?.coordinates[0]).toBeCloseTo(15.000356, 6);
    expect(pointGeometry?.coordinates[2]).toBe(0);
    const ring = polygonGeometry?.coordinates[0] ?? [];
    expect(ring).toHaveLength(5);
    expect(ring[0]).toEqual(ring[4]);
    expect(ring.every(([, , height]) => height === 0)).toBe(true);
    expect((ring[0]?.[1] ?? 0) > (ring[2]?.[1] ?? 0)).toBe(true); // upper left first, lower right third
  });
});

describe('pictures', () => {
  it.each(['jpeg', 'png', 'webp', 'gif', 'tiff'] as const)(
    '%s is known by its content, whatever its name',
    async (format) => {
      const bytes = await sharp({ create: { width: 30, height: 20, channels: 3, background: 'red' } })
        .toFormat(format)
        .toBuffer();
      const facts = await inspectBytes('picture.dat', bytes);
      expect(facts).toMatchObject({
        type: EntryType.Image,
        properties: { width: 30, height: 20 },
        pointGeometry: null,
      });
    },
  );

  it.each([
    ['map.kmz', true],
    ['notes.md', true],
    ['cloud.laz', true],
    ['picture.dat', false],
    ['picture.png', false],
  ])('under the name %s has a word about it: %s', async (name, warned) => {
    const bytes = await sharp({ create: { width: 30, height: 20, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer();
    const { type, properties } = await inspectBytes(name, bytes);
    const word = `The content of this file is not what its name (${name.slice(name.indexOf('.'))}) says.`;
    expect([type, properties['warning']]).toEqual([EntryType.Image, warned ? word : undefined]);
  });

  it('a picture that is cut off in its header is Generic', async () => {
    const bytes = await sharp({ create: { width: 30, height: 20, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    expect(await inspectBytes('a.png', bytes.subarray(0, 20))).toMatchObject({
      type: EntryType.Generic,
      properties: { warning: expect.stringContaining('cannot be read as a picture') },
    });
  });

  it('SVG is no picture: it is kept as it is', async () => {
    expect((await inspectBytes('a.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')).type).toBe(EntryType.Generic);
  });
});

describe('names', () => {
  const ply = (...lines: readonly string[]): string =>
    ['ply', 'format ascii 1.0', ...lines, 'end_header', ''].join('\n');
  it.each([
    ['README.md', '# words', EntryType.Markdown],
    ['cloud.LAZ', soundLas(), EntryType.PointCloud],
    ['cut.laz', 'LASF....', EntryType.Generic],
    ['cloud.laz', 'words', EntryType.Generic],
    ['points.xyz', '1 2 3', EntryType.PointCloud],
    ['model.obj', 'v 0 0 0', EntryType.Model],
    ['model.glb', glbBytes(), EntryType.Model],
    ['a.geojson', '{}', EntryType.Generic],
    ['a.gpkg', 'SQLite format 3\0', EntryType.Generic],
    ['a.gpkg', 'words', EntryType.Generic],
    ['a.kmz', 'PK\x03\x04', EntryType.Generic],
    ['film.mp4', '\0\0\0\x18ftypisom', EntryType.Video],
    ['a.splat', splatRecords(2), EntryType.GaussianSplat],
    ['tiles.3tz', soundTiles(), EntryType.Tiles3D],
    ['a.json', '{}', EntryType.Generic],
    ['a.zip', 'PK\x03\x04', EntryType.Generic],
    ['.laz', 'LASF', EntryType.Generic],
    ['noname', 'words', EntryType.Generic],
    ['constructor.constructor', 'words', EntryType.Generic],
    ['mesh.ply', ply('element vertex 3', 'property float x', 'element face 1'), EntryType.Model],
    ['textured.ply', ply('comment TextureFile a.png', 'element vertex 3', 'element face 1'), EntryType.Model],
    ['strips.ply', ply('element vertex 3', 'property float x', 'element tristrips 1'), EntryType.Model],
    ['cloud.ply', ply('element vertex 3', 'property float x', 'element face 0'), EntryType.PointCloud],
    ['splat.ply', ply('element vertex 3', 'property float f_dc_0'), EntryType.GaussianSplat],
    ['broken.ply', 'ply\nformat ascii 1.0\n', EntryType.Generic],
  ])('%s', async (name, content, type) => {
    expect((await inspectBytes(name, content)).type).toBe(type);
  });

  it('of kinds that share an ending lie about nothing', async () => {
    const cloud = await inspectBytes('cloud.ply', ply('element vertex 3', 'property float x', 'element face 0'));
    expect(JSON.stringify(cloud.properties)).not.toContain('not what its name');
  });
});

interface Expected {
  readonly suggestedKind: string;
  readonly facts: {
    readonly driver?: string;
    readonly width: number;
    readonly height: number;
    readonly geotransform: readonly number[] | null;
    readonly bands: readonly { readonly type: string; readonly colorInterp: string; readonly nodata: number | null }[];
    readonly wgs84Bounds: readonly [number, number, number, number] | null;
  };
}

const expected: Readonly<Record<string, Expected>> = hasSharedData
  ? (JSON.parse(await readFile(join(SHARED_DATA, 'expected.json'), 'utf8')) as { files: Record<string, Expected> })
      .files
  : {};
const rasters = Object.entries(expected).filter(([path]) =>
  /^(ortho|raster_special|dem|multispectral)\/.*\.tif$/.test(path),
);

async function inspectShared(path: string): Promise<FileFacts> {
  const file = join(SHARED_DATA, path);
  return inspectFile({ path: file, name: basename(path), size: (await stat(file)).size }, engine, never);
}

describe.runIf(hasSharedData)('facts of real rasters, computed by other programs', () => {
  it.each(rasters)('%s', async (path, { suggestedKind, facts }) => {
    const found = await inspectShared(path);
    expect(found.type).toBe(suggestedKind === 'geo raster' ? EntryType.GeoRaster : EntryType.Image);
    expect(found.properties).toMatchObject({ width: facts.width, height: facts.height });
    if (found.type !== EntryType.GeoRaster) return;
    expect(found.properties['bands']).toEqual(facts.bands.map(({ type, colorInterp }) => ({ type, colorInterp })));
    expect(found.properties['nodata']).toEqual(facts.bands.map(({ nodata }) => nodata));
    const rounded = (values: unknown): unknown =>
      (values as readonly number[] | null)?.map((value) => value.toFixed(8)) ?? null;
    expect(rounded(found.properties['geotransform'])).toEqual(rounded(facts.geotransform));
    if (facts.wgs84Bounds === null) return; // placed by ground control points, which the other program left alone
    const ring = found.polygonGeometry?.coordinates[0] ?? [];
    const [longitudes, latitudes] = [ring.map(([longitude]) => longitude), ring.map(([, latitude]) => latitude)];
    const bounds = [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)];
    const wanted = facts.wgs84Bounds ?? [NaN, NaN, NaN, NaN];
    // The wanted bounds follow the edges, which bend with the square of their length; the outline has the corners only.
    const span = Math.max(wanted[2] - wanted[0], wanted[3] - wanted[1]);
    bounds.forEach((value, index) =>
      expect(Math.abs(value - (wanted[index] ?? NaN))).toBeLessThan(1e-6 + 0.01 * span ** 2),
    );
  });

  it('every other file of the collection gets a type and never an error', async () => {
    for (const path of Object.keys(expected).filter((name) => existsSync(join(SHARED_DATA, name)))) {
      if ((await stat(join(SHARED_DATA, path))).isDirectory()) continue;
      expect((await inspectShared(path)).type, path).toBeGreaterThanOrEqual(EntryType.Generic);
    }
  });
});
