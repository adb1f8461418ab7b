import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasSharedData, SHARED_DATA } from '../support/shared-data.ts';
import { EntryType } from '../../src/inspection/index.ts';
import { startService, type TestService } from '../support/service.ts';

const run = promisify(execFile);
const MAKER = join(SHARED_DATA, 'hostile/make_hostile.py');
const SOURCE = join(import.meta.dirname, '../../src');
const WHY = 'there is no ../shared/data beside the repository, or no python3';

let service: TestService;
let made: string;
let isMade = false;
beforeAll(async () => {
  made = await mkdtemp(join(tmpdir(), 'alidade-corpus-'));
  if (hasSharedData)
    isMade = await run('python3', [MAKER, made]).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return false;
        throw error;
      },
    );
  service = await startService({ UploadRatePerMinute: '100000' });
  await service.call('POST', '/orgs/admin/ds', { json: { slug: 'corpus' } });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await rm(made, { recursive: true, force: true });
});

const filesBelow = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.py') && entry.name !== 'hostile.json')
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();

interface Entry {
  readonly hash: string;
  readonly size: number;
  readonly type: number;
  readonly properties: Readonly<Record<string, unknown>> | null;
}

async function upload(path: string, bytes: Buffer): Promise<Entry> {
  const form = new FormData();
  form.set('path', path);
  form.set('file', new Blob([new Uint8Array(bytes)]), basename(path));
  const response = await service.call('POST', '/orgs/admin/ds/corpus/obj', { body: form });
  expect([response.status, path]).toEqual([201, path]);
  return (await response.json()) as Entry;
}
const { GeoRaster, Image, Model, PointCloud, GaussianSplat, Vector, Video } = EntryType;
/** Files that are still of their kind: sound ones, and those whose description can be read while the rest cannot be true. */
const OF_THEIR_KIND: Readonly<Record<string, EntryType>> = {
  'tiff/ok_control.tif': GeoRaster,
  'tiff/deflate_bomb.tif': GeoRaster,
  'tiff/nan_geotransform.tif': Image,
  'image/ok_control.png': Image,
  'image/png_bomb_12000.png': Image,
  'range_error.jpg': Image,
  'bad.kmz': Image,

  'vector/ok_control.geojson': Vector,
  'vector/bad_utf8.geojson': Vector,
  'vector/infinite_coords.geojson': Vector,
  'vector/out_of_range.geojson': Vector,
  'vector/proto_pollution.geojson': Vector,
  'vector/xss_property.geojson': Vector,
  'vector/evil_view.gpkg': Vector,

  'cloud/ok_control.las': PointCloud,
  'cloud/claims_4e9_points.las': PointCloud,
  'cloud/nan_bounds.las': PointCloud,
  'cloud/zero_scale.las': PointCloud,
  'cloud/ept/ept.json': PointCloud,
  'cloud/ply_vertex_bomb.ply': PointCloud,

  'cloud/ply_list_bomb.ply': Model,
  'mesh/absolute_texture.obj': Model,
  'mesh/face_index_out_of_range.obj': Model,
  'mesh/mtllib_traversal.obj': Model,
  'mesh/uri_traversal.gltf': Model,
  'splat/spz_count_bomb.spz': GaussianSplat,
  'splat/spz_gzip_bomb.spz': GaussianSplat,
  'video/atom_huge.mp4': Video,
  'gltf_missing_bin/BoxTextured.gltf': Model,
  'obj_without_mtl/fuze.obj': Model,
  'obj_without_texture/spider.obj': Model,
  'shp_alone/olinda.shp': Vector,
  'shp_no_prj/coutwildrnp.shp': Vector,
};
/** What has no type of its own, so that nothing is wrong with whatever it holds. */
const PROMISES_NOTHING = /\.(?:zip|gz|svg|vrt|xml|gml|gpx|json|mtl|stl|dbf|shx)$/;

describe('hostile and broken files', () => {
  it.each([
    ['R-1 R-2 R-3 R-4 R-5 R-6 R-7 R-8 made', 60, () => made],
    ['R-8 found', 10, () => join(SHARED_DATA, 'hostile')],
    ['without what they need', 5, () => join(SHARED_DATA, 'broken')],
  ])(
    '%s: bytes are kept, and what lies is Generic with a word why',
    { timeout: 300_000 },
    async (name, least, root) => {
      if (!isMade) return console.warn(`Skipped: ${WHY}.`);
      const names = await filesBelow(root());
      expect(names.length).toBeGreaterThanOrEqual(least);
      for (const file of names) {
        const bytes = await readFile(join(root(), file));
        const { hash, size, type, properties } = await upload(`${name}/${file}`, bytes);
        expect([hash, size], file).toEqual([createHash('sha256').update(bytes).digest('hex'), bytes.length]);
        expect(type, file).toBe(OF_THEIR_KIND[file] ?? EntryType.Generic);
        const isWordDue = type === EntryType.Generic && !PROMISES_NOTHING.test(file);
        expect(!isWordDue || typeof properties?.['warning'] === 'string', file).toBe(true);
        expect(JSON.stringify(properties), file).not.toMatch(/root:|alidade-/);
      }
    },
  );

  it('C-3 C-4 an archive is kept as it came: nothing of it is unpacked, in or outside of the dataset', async () => {
    if (!isMade) return console.warn(`Skipped: ${WHY}.`);
    const response = await service.call('GET', '/orgs/admin/ds/corpus/list?path=&recursive=true');
    expect(await response.text()).not.toMatch(/evil\.txt|zeros\.bin|d\/0\.txt/);
    for (const path of [join(made, '../evil.txt'), '/dev/shm/evil.txt', join(service.dataDir, 'evil.txt')])
      expect(existsSync(path), path).toBe(false);
  });

  it('no module of the service leads to a library that parses files', async () => {
    const reached = await modulesOf(join(SOURCE, 'main.ts'));
    expect(reached.size).toBeGreaterThan(200);
    const modules = [...reached].map((path) => relative(SOURCE, path));
    expect(modules.filter((path) => /\.child\.ts$|\/kinds\/.*\/program\.ts$/.test(path))).toEqual([]);
    // Plain functions and constants that both sides share, and the addresses of what children load.
    const readers = modules.filter((path) => /^geodata\/|^kinds\/[^/]+\/read\//.test(path));
    expect(readers.filter((path) => !path.endsWith('/operations.ts')).sort()).toEqual([
      'geodata/bounded-json.ts',
      'geodata/gdal-programs.ts',
      'geodata/geometry.ts',
      'geodata/place/box.ts',
      'geodata/place/geodesy.ts',
      'geodata/place/wkt-code.ts',
      'geodata/plain-text.ts',
      'geodata/planar/box-tree.ts',
      'geodata/planar/locate.ts',
      'geodata/planar/matrix.ts',
      'geodata/planar/relations.ts',
      'geodata/planar/shape.ts',
      'geodata/ply/ply-kind.ts',
      'geodata/raster-input.ts',
      'geodata/raster-kinds.ts',
      'geodata/surface/height-unit.ts',
      'geodata/tiff/directory.ts',
      'geodata/tileset-above.ts',
      'geodata/web-mercator.ts',
      'geodata/xml.ts',
      'kinds/mesh/read/reference-list.ts',
      // Bounded code of our own, for photographs that are sound in every segment. A child looks at all others.
      'kinds/photo/read/exif-tags.ts',
      'kinds/photo/read/plain-exif.ts',
      'kinds/photo/read/plain-jpeg.ts',
      'kinds/photo/read/plain-photo.ts',
      'kinds/photo/read/xmp-fields.ts',
      'kinds/vector/read/csv-columns.ts',
      'kinds/vector/read/file-stem.ts',
      'kinds/video/read/on-earth.ts',
    ]);
  });
});

/** Modules of ours that one loads, directly or by others; types alone load nothing. */
async function modulesOf(start: string): Promise<ReadonlySet<string>> {
  const found = new Set([start]);
  for (const path of found) {
    const text = await readFile(path, 'utf8');
    const imports = text.matchAll(
      /^(?:import|export) (?!type )(?:[^;']*? from )?'(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm,
    );
    for (const [, named, lazy] of imports) found.add(join(dirname(path), (named ?? lazy)!));
  }
  return found;
}
