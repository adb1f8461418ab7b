import { describe, expect, it } from 'vitest';
import type { DatasetGrant } from '../../access/index.ts';
import type { BuiltLayer, BuiltLayers } from '../../builds/index.ts';
import type { Changes } from '../../database/index.ts';
import { fail } from '../../errors/index.ts';
import { EntryType } from '../../inspection/index.ts';
import type { GeoPackageLayer } from '../../kinds/vector/index.ts';
import { createLayerCatalog, narrowest } from './catalog.ts';
import { safeNames } from './safe-names.ts';

const DATASET = { id: 'd1', slug: 'ds', organization: { id: 'o1', slug: 'org' }, visibility: 0 } as DatasetGrant;

const raster = (path: string, isBuilt = true): BuiltLayer => ({
  path,
  type: EntryType.GeoRaster,
  hash: 'a'.repeat(64),
  size: 1,
  mtime: 0,
  tiles: undefined,
  properties: { width: 2, height: 2, bands: [{ type: 'Byte', colorInterp: 'Gray' }], nodata: [null] },
  polygonGeometry: {
    type: 'Polygon',
    coordinates: [
      [
        [179, 1, 0],
        [181, 1, 0],
        [181, -1, 0],
        [179, -1, 0],
        [179, 1, 0],
      ],
    ],
  },
  file: isBuilt ? { path: `/cogs/${path}`, version: 'v1' } : undefined,
});
const vector = (path: string): BuiltLayer => ({
  ...raster(path),
  type: EntryType.Vector,
  file: { path, version: 'v2' },
});
const content = (name: string): GeoPackageLayer => ({
  table: name,
  name,
  crs: 'EPSG:4326',
  geometryType: 'MultiPoint',
  hasHeight: false,
  featureCount: 1,
  skippedCount: 0,
  bounds: [1, 2, 3, 4],
  columns: [],
});

/** A catalog over files in memory, with what it asked for. */
function setUp(files: BuiltLayer[], contents: Readonly<Record<string, readonly GeoPackageLayer[]>> = {}) {
  const asked: string[] = [];
  let tell: Parameters<Changes['subscribe']>[0] = () => undefined;
  const changes = { arriving: true, subscribe: (listener) => void (tell = listener) } as Changes;
  const inTree = (below: string) =>
    files.filter(({ path }) => below === '' || path === below || path.startsWith(`${below}/`));
  const built: BuiltLayers = {
    list: async (_, below, limit) => {
      asked.push(`list ${below}`);
      return inTree(below).slice(0, limit);
    },
    find: async (_, path) => {
      asked.push(`find ${path}`);
      return files.find((file) => file.path === path);
    },
  };
  const contentOf = async ({ path }: { readonly path: string }) => {
    asked.push(`open ${path}`);
    if (path.startsWith('gone')) throw fail('not-found', 'The file is gone.');
    return contents[path] ?? [];
  };
  const catalog = createLayerCatalog({
    built,
    changes,
    contents: contentOf,
    titleOf: ({ dataset }) => Promise.resolve(dataset.slug),
  });
  const find = (name: string, below: string | undefined = '') =>
    catalog.find({ dataset: DATASET, below }, name, (message) => new Error(message));
  return {
    asked,
    catalog,
    changes,
    files,
    find,
    tell: (topic: 'files' | 'jobs' | 'access' | 'everything', group: string) => tell(topic, group),
  };
}

describe('the catalog of layers', () => {
  it('has rasters, and each layer of vector files, by path and by safe name', async () => {
    const { catalog, find } = setUp([raster('a b/ö.tif'), vector('two.gpkg'), vector('one.json')], {
      'two.gpkg': [content('roads'), content('rivers')],
      'one.json': [content('one')],
    });
    const { layers } = await catalog.list({ dataset: DATASET, below: '' });
    expect(layers.map(({ name, safeName, title, bounds }) => [name, safeName, title, bounds])).toEqual([
      ['a b/ö.tif', 'a_b__.tif', 'a b/ö.tif', [179, -1, 181, 1]],
      ['two.gpkg', 'two.gpkg', 'two.gpkg: roads', [1, 2, 3, 4]],
      ['two.gpkg:rivers', 'two.gpkg_rivers', 'two.gpkg: rivers', [1, 2, 3, 4]],
      ['one.json', 'one.json', 'one.json', [1, 2, 3, 4]],
    ]);
    expect((await find('a_b__.tif')).name).toBe('a b/ö.tif');
    expect((await find('two.gpkg:roads')).name).toBe('two.gpkg');
    await expect(find('none')).rejects.toThrow('There is no layer “none”');
  });

  it('lists what is built, and says of the rest that it is not', async () => {
    const { catalog, find } = setUp([raster('a.tif', false)]);
    expect((await catalog.list({ dataset: DATASET, below: '' })).layers).toEqual([]);
    await expect(find('a.tif')).rejects.toThrow('“a.tif” is not built yet');
  });

  it('shows a folder, a file, or nothing', async () => {
    const { catalog, find } = setUp([raster('f/a.tif'), raster('fg/b.tif')]);
    const names = async (below: string | undefined) =>
      (await catalog.list({ dataset: DATASET, below })).layers.map(({ name }) => name);
    expect(await names('f')).toEqual(['f/a.tif']);
    expect(await names(undefined)).toEqual([]);
    await expect(find('fg/b.tif', 'f')).rejects.toThrow('There is no layer');
  });

  it('remembers until a notice of the dataset, and nothing while notices cannot arrive', async () => {
    const { asked, find, tell, files, changes } = setUp([raster('a.tif')]);
    await Promise.all([find('a.tif'), find('a.tif')]);
    await find('a.tif');
    expect(asked).toEqual(['list ']);
    tell('access', '');
    tell('files', 'd2');
    await find('a.tif');
    expect(asked.length).toBe(1);
    files.push(raster('b.tif'));
    tell('jobs', 'd1');
    await find('b.tif');
    expect(asked.length).toBe(2);
    Object.assign(changes, { arriving: false });
    tell('everything', '');
    await find('a.tif');
    await find('a.tif');
    expect(asked.length).toBe(4);
  });

  it('does not keep what was read before a notice', async () => {
    const { catalog, files, tell } = setUp([raster('a.tif')]);
    const reading = catalog.list({ dataset: DATASET, below: '' });
    files.length = 0;
    tell('files', 'd1');
    await reading;
    expect((await catalog.list({ dataset: DATASET, below: '' })).layers).toEqual([]);
  });

  it('keeps what was read while another dataset changed', async () => {
    const { asked, catalog, tell } = setUp([raster('a.tif')]);
    const reading = catalog.list({ dataset: DATASET, below: '' });
    tell('files', 'd2');
    const joining = catalog.list({ dataset: DATASET, below: '' });
    await Promise.all([reading, joining]);
    await catalog.list({ dataset: DATASET, below: '' });
    expect(asked).toEqual(['list ']);
  });

  it('has the other layers while one file is replaced', async () => {
    const { asked, catalog, find } = setUp([raster('a.tif'), vector('gone.gpkg')]);
    const { layers } = await catalog.list({ dataset: DATASET, below: '' });
    expect(layers.map(({ name }) => name)).toEqual(['a.tif']);
    await expect(find('gone.gpkg')).rejects.toThrow('is not built yet');
    expect(asked).toEqual(['list ', 'open gone.gpkg', 'list ', 'open gone.gpkg']);
  });

  it('lists 10,000 files, and finds the others by name', async () => {
    const many = Array.from({ length: 10_001 }, (_, at) => raster(`r${String(at).padStart(5, '0')}.tif`));
    const { asked, catalog, find } = setUp([...many, vector('z:a.gpkg')], {
      'z:a.gpkg': [content('in:ner'), content('b:c')],
    });
    const set = await catalog.list({ dataset: DATASET, below: '' });
    expect([set.layers.length, set.isCut]).toEqual([10_000, true]);
    expect((await find('r10000.tif')).name).toBe('r10000.tif');
    expect((await find('z:a.gpkg:b:c')).title).toBe('z:a.gpkg: b:c');
    expect((await find('z:a.gpkg:in:ner')).name).toBe('z:a.gpkg');
    await expect(find('z:a.gpkg:none')).rejects.toThrow('There is no layer');
    await expect(find('r10000.tif', 'f')).rejects.toThrow('There is no layer');
    asked.length = 0;
    await expect(find(':'.repeat(100_000))).rejects.toThrow('There is no layer');
    expect(asked.length).toBeLessThan(30);
  });
});

describe('safe names', () => {
  it('are told apart by a hash where they would be the same', () => {
    expect(safeNames(['a b', 'a_b', '1.tif', 'c'])).toEqual([
      expect.stringMatching(/^a_b_[0-9a-f]{8}$/),
      expect.stringMatching(/^a_b_[0-9a-f]{8}$/),
      '_1.tif',
      'c',
    ]);
    expect(new Set(safeNames(['a b', 'a_b', 'a/b'])).size).toBe(3);
    const [taken = ''] = safeNames(['a b', 'a_b']);
    expect(new Set(safeNames(['a b', 'a_b', taken])).size).toBe(3);
  });
});

describe('what a token for a path sees', () => {
  it.each([
    ['', '', ''],
    ['f', '', 'f'],
    ['', 'f', 'f'],
    ['f/g', 'f', 'f/g'],
    ['f', 'f/g', 'f/g'],
    ['f', 'fg', undefined],
    ['h', 'f', undefined],
  ])('folder “%s”, token “%s”: %s', (folder, scope, expected) => expect(narrowest(folder, scope)).toBe(expected));
});
