import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import gdal from 'gdal-async';
import create, { type ClientLink, type ClientObject } from 'stac-js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  addDataset,
  addEntries,
  CATALOG_ORIGIN,
  looseFile,
  photo,
  startCatalog,
  type CatalogService,
} from '../support/catalog-service.ts';

const COUNT = 23;
let service: CatalogService;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-strangers-'));
  service = await startCatalog();
  const flights = await addDataset(service, 'town/flights', 1);
  await addDataset(service, 'town/empty', 2);
  const raster = {
    ...photo('map.tif', COUNT - 1),
    type: 4 as const,
    properties: {
      width: 20,
      height: 10,
      geotransform: [0, 1, 0, 0, 0, -1],
      projection: 'LOCAL_CS["x"]',
      bands: [{ type: 'Byte', colorInterp: 'Red' }],
      nodata: [null],
    },
  };
  const photos = Array.from({ length: COUNT - 1 }, (_, n) => photo(`photos/${n}.jpg`, n));
  const notes = looseFile('notes.txt', await service.store('text'));
  await addEntries(service, flights, [notes, raster, ...photos]);
  const hash = raster.hash!;
  const version = '11111111-1111-4111-8111-111111111111';
  await service.db
    .insertInto('outputs')
    .values({ dataset_id: flights, hash, kind: 'cog', version, size_bytes: 1 })
    .execute();
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

async function follow({ href, method = 'GET', body }: Pick<ClientLink, 'href' | 'method' | 'body'>): Promise<string> {
  expect(href.startsWith(CATALOG_ORIGIN)).toBe(true);
  const path = href.slice(CATALOG_ORIGIN.length);
  const { status, text } = await service.call(method, path, body === undefined ? {} : { json: body });
  expect([method, path, status]).toEqual([method, path, 200]);
  return text;
}

const open = async (link: Parameters<typeof follow>[0]): Promise<ClientObject> =>
  create(JSON.parse(await follow(link)) as object);

async function pages(first: Parameters<typeof follow>[0]): Promise<ClientObject[]> {
  const items: ClientObject[] = [];
  for (let link: typeof first | undefined = first, page = 0; link !== undefined && page < 10; page += 1) {
    const found: ClientObject = await open(link);
    expect(found.getObjectType()).toBe('ItemCollection');
    items.push(...found.getAll());
    link = found.getPaginationLinks().next ?? undefined;
  }
  return items;
}

it('stac-js walks from the root to every item and through searches', async () => {
  const root = await open({ href: `${CATALOG_ORIGIN}/stac` });
  expect(root.getObjectType()).toBe('Catalog');
  const listed = (await open(root.getApiCollectionsLink()!)).getAll();
  expect(listed.map(({ id }) => id)).toEqual(['town:empty', 'town:flights']);
  expect(root.getChildLinks()).toHaveLength(2);

  const collection = await open(root.getChildLinks()[1]!);
  expect([collection.getObjectType(), collection.getTemporalExtent()?.length]).toEqual(['Collection', 2]);
  const items = await pages(collection.getApiItemsLink()!);
  expect(new Set(items.map(({ id }) => id)).size).toBe(COUNT);
  expect(items.every((item) => item.getObjectType() === 'Item' && item.getDateTime() !== null)).toBe(true);
  expect(items.every((item) => item.getBoundingBox()?.length === 4)).toBe(true);
  expect(items.every((item) => item.getThumbnails().length === 1)).toBe(true);
  const map = items.find(({ id }) => id === Buffer.from('map.tif').toString('base64url'));
  expect(map?.getAsset('cog')?.getAbsoluteUrl()).toMatch(/\/cog\/cog\.tif$/);

  const byGet = await pages(root.getSearchLink('GET')!);
  const body = { limit: 7, bbox: [8.045, 46, 8.195, 48] };
  const byPost = await pages({ href: root.getSearchLink('POST')!.href, method: 'POST', body });
  expect([byGet.length, byPost.length]).toEqual([COUNT, 15]);
});

it('GDAL reads a page of items as GeoJSON', async () => {
  const file = join(folder, 'items.geojson');
  await writeFile(file, await follow({ href: `${CATALOG_ORIGIN}/stac/collections/town:flights/items?limit=100` }));
  const dataset = gdal.open(file, 'r', 'GeoJSON');
  try {
    const layer = dataset.layers.get(0);
    expect(layer.features.count()).toBe(COUNT);
    expect(layer.getExtent()).toMatchObject({ minX: 8, minY: 47, maxY: 47.001 });
    expect(layer.features.first()?.fields.get('title')).toBe('map.tif');
  } finally {
    dataset.close();
  }
});
