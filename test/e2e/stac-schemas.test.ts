import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NewEntry } from '../../src/datasets/entries/entry-row.ts';
import { EntryType, type FileFacts } from '../../src/inspection/index.ts';
import { openInspection, type Inspection } from '../../src/kinds/testing/inspection.ts';
import { soundObj } from '../../src/kinds/mesh/testing/mesh-bytes.ts';
import { soundTiles } from '../support/zip-bytes.ts';
import {
  addDataset,
  addEntries,
  CATALOG_ORIGIN,
  looseFile,
  photo,
  startCatalog,
  type CatalogService,
} from '../support/catalog-service.ts';
import { countsOf, hasStacSchemas, validateStac } from '../support/stac-validator.ts';
import { hasSharedData, SHARED_DATA, sharedFacts } from '../support/shared-data.ts';

if (!hasSharedData) console.info('STAC answers are not validated: there is no ../shared/data beside the repository.');

/** Types that can have a place, and so be items. */
const PLACED = [
  EntryType.GeoImage,
  EntryType.GeoPanorama,
  EntryType.GeoRaster,
  EntryType.PointCloud,
  EntryType.GeoVideo,
  EntryType.Vector,
  EntryType.Model,
  EntryType.Tiles3D,
];
/** What answers are checked by: the kinds of objects, and all extensions that they use. */
const SCHEMAS = ['Catalog', 'Collection', 'Item', 'eo', 'file', 'pointcloud', 'projection', 'view'];
const DATASETS = ['survey', 'notes', 'empty'];

interface StacObject {
  readonly type: string;
  readonly stac_extensions?: readonly string[];
  readonly links: readonly { readonly rel: string; readonly href: string }[];
}
type Answer = StacObject & {
  readonly collections?: readonly StacObject[];
  readonly features?: readonly StacObject[];
};

describe.skipIf(!hasStacSchemas || !hasSharedData)('what stac-node-validator says with the official schemas', () => {
  let service: CatalogService;
  let inspection: Inspection;
  let entries: NewEntry[];

  beforeAll(async () => {
    inspection = await openInspection();
    service = await startCatalog();
    const [survey, notes] = await Promise.all(DATASETS.map((slug) => addDataset(service, `town/${slug}`, 1)));
    entries = [...(await realFiles(inspection)), ...oddities()];
    await addEntries(service, survey!, [...entries, looseFile('README.md', await service.store('# A survey\n'))]);
    await addEntries(service, notes!, [looseFile('notes.txt', await service.store('text'))]);
    const data = JSON.stringify('CC-BY-4.0');
    const license = { id: randomUUID(), dataset_id: survey!, path: '', key: 'license', data };
    await service.db.insertInto('dataset_metadata').values(license).execute();
    for (const { hash, type } of entries) {
      const kind = type === EntryType.GeoRaster ? 'cog' : type === EntryType.PointCloud ? 'copc' : undefined;
      if (kind === undefined || hash === null) continue;
      const output = { dataset_id: survey!, hash, kind, version: randomUUID(), size_bytes: 1 };
      await service.db.insertInto('outputs').values(output).execute();
    }
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await inspection.close();
  });

  async function ask(path: string, json?: object): Promise<string> {
    const options = json === undefined ? {} : { json };
    const { status, text } = await service.call(json === undefined ? 'GET' : 'POST', path, options);
    expect([path, status]).toEqual([path, 200]);
    return text;
  }

  /** Addresses of every item, from a page and from the dataset's own collection. */
  async function itemAddresses(page: string, ownCollection: string): Promise<string[]> {
    const { features } = JSON.parse(page) as Answer;
    const itself = features!.map(({ links }) => links.find(({ rel }) => rel === 'self')!);
    const own = (JSON.parse(ownCollection) as Answer).links.filter(({ rel }) => rel === 'item');
    expect(own).toHaveLength(itself.length);
    return [...itself, ...own].map(({ href }) => href.slice(CATALOG_ORIGIN.length));
  }

  it('every answer about real files of every kind is valid', async () => {
    const answers = [await ask('/stac'), await ask('/stac/collections'), await ask('/stac/collections?limit=1')];
    for (const slug of DATASETS)
      for (const path of [
        `/stac/collections/town:${slug}`,
        `/stac/collections/town/${slug}`,
        `/orgs/town/ds/${slug}/stac`,
      ])
        answers.push(await ask(path));
    const page = await ask('/stac/collections/town:survey/items?limit=1000');
    answers.push(page, await ask('/stac/collections/town/survey/items?limit=5'));
    answers.push(await ask('/stac/search?limit=1000'), await ask('/stac/search?bbox=-180,-90,180,90&limit=5'));
    answers.push(
      await ask('/stac/search', { limit: 1000 }),
      await ask('/stac/search', { bbox: [-180, -90, 180, 90], limit: 5 }),
    );
    for (const path of await itemAddresses(page, await ask('/orgs/town/ds/survey/stac'))) answers.push(await ask(path));

    const { valid, invalid, text } = await validateStac(answers);
    expect(invalid, text).toEqual({});
    // Each object by its own schema and by those of all extensions it names: none was passed over.
    const expected = answers.flatMap((answer) => objectsOf(answer)).flatMap(schemasOf);
    expect(valid).toEqual(countsOf(expected));

    const types = new Set(entries.filter(({ pointGeometry }) => pointGeometry !== null).map(({ type }) => type));
    expect(types).toEqual(new Set(PLACED));
    expect(Object.keys(valid).map(shortName).sort()).toEqual(SCHEMAS);
  });

  it('what each schema forbids is found', async () => {
    const { features } = JSON.parse(await ask('/stac/collections/town:survey/items?limit=1000')) as Answer;
    const spoiled = (extension: string, field: string): string => {
      const item = features!.find((feature) =>
        feature.stac_extensions?.some((name) => name.includes(`/${extension}/`)),
      );
      const text = JSON.stringify(item);
      expect(text).toContain(`"${field}":`);
      return text.replaceAll(`"${field}":`, `"${field}":{},"spoiled":`);
    };
    const { valid, invalid } = await validateStac([
      (await ask('/stac')).replace('"Alidade"', '7'),
      (await ask('/stac/collections/town:notes')).replace('"other"', '"no licence"'),
      spoiled('file', 'datetime'),
      spoiled('file', 'file:checksum'),
      spoiled('eo', 'eo:common_name'),
      spoiled('view', 'view:off_nadir'),
      spoiled('projection', 'proj:shape'),
      spoiled('pointcloud', 'pc:count'),
    ]);
    expect(Object.keys(invalid).map(shortName).sort()).toEqual(SCHEMAS);
    expect(valid['Item']).toBe(5);
  });
});

/** The collection and two files that it has none of: a placed model and tiles. */
async function realFiles(inspection: Inspection): Promise<NewEntry[]> {
  const found: [path: string, facts: FileFacts][] = [];
  for (const [path] of await sharedFacts('')) found.push([path, await inspection.file(join(SHARED_DATA, path))]);
  const origin = { 'georef.json': '{"latitude": 46.5, "lon": 7, "elevation": 400}' };
  found.push(['made/house.obj', await inspection.bytes('house.obj', soundObj(), origin)]);
  found.push(['made/town.3tz', await inspection.bytes('town.3tz', soundTiles())]);
  return found.map(([path, { type, properties, pointGeometry, polygonGeometry }], index) => {
    const file = looseFile(path, { hash: index.toString(16).padStart(64, 'b'), size: 1000 });
    return { ...file, type, properties: { ...properties }, pointGeometry, polygonGeometry };
  });
}

/** What the real files have none of: all nodata that JSON cannot write, a WKT 2, a footprint on both sides of the antimeridian. */
function oddities(): NewEntry[] {
  const bands = ['Float32', 'CFloat64', 'Int8', 'New'].map((type) => ({ type, colorInterp: 'Undefined' }));
  const raster = { width: 20, height: 10, geotransform: [0, 1, 0, 0, 0, -1], projection: 'PROJCRS["x"]' };
  const properties = { ...raster, bands, nodata: ['nan', 'inf', '-inf', null] };
  const ring = [
    ...[179, 182].map((longitude) => [longitude, 10, 0]),
    ...[182, 179].map((longitude) => [longitude, 12, 0]),
    [179, 10, 0],
  ];
  return [
    { ...photo('odd/nan.tif', 1), type: EntryType.GeoRaster, properties },
    { ...photo('odd/crossing.jpg', 2), polygonGeometry: { type: 'Polygon', coordinates: [ring] } },
    { ...photo('odd/no-footprint.jpg', 3), polygonGeometry: null },
  ];
}

function objectsOf(answer: string): readonly StacObject[] {
  const object = JSON.parse(answer) as Answer;
  return object.collections ?? object.features ?? [object];
}

function schemasOf({ type, stac_extensions: extensions = [] }: StacObject): string[] {
  return [type === 'Feature' ? 'Item' : type, ...extensions];
}

/** An extension by its name instead of its address. */
function shortName(schema: string): string {
  return schema.split('/')[3] ?? schema;
}
