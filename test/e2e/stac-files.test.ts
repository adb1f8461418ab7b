import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { gpsTexts, photoBytes } from '../../src/kinds/photo/testing/photo-bytes.ts';
import { quadrantOrthophoto } from '../support/geotiff.ts';
import { hasGdal, NO_GDAL, outputOf } from '../support/programs.ts';
import { form, startService, until, type TestService } from '../support/service.ts';

const DATASET = '/orgs/admin/ds/flight';
const FILES = ['flight 1/café.jpg', 'ortho.tif'];
const ARBITRARY_BYTES = Buffer.from('ungeotagged');

interface Link {
  readonly rel: string;
  readonly title?: string;
  readonly href: string;
}
interface Asset {
  readonly href: string;
  readonly type: string;
  readonly roles: readonly string[];
  readonly 'file:size'?: number;
  readonly 'proj:code'?: string;
  readonly 'proj:shape'?: readonly number[];
  readonly 'proj:transform'?: readonly number[];
  readonly bands?: readonly unknown[];
}
interface Document {
  readonly id: string;
  readonly bbox: readonly number[];
  readonly links: readonly Link[];
  readonly assets: Readonly<Record<string, Asset>>;
  readonly collections: readonly Document[];
  readonly features: readonly Document[];
}

let service: TestService;
let bytes: ReadonlyMap<string, Uint8Array>;

beforeAll(async () => {
  service = await startService();
  await service.call('POST', '/orgs/admin/ds', { json: { slug: 'flight' } });
  const exif = { IFD3: gpsTexts(47, 8.5, 500) };
  bytes = new Map<string, Uint8Array>([
    ['ortho.tif', quadrantOrthophoto()],
    ['flight 1/café.jpg', await photoBytes({ exif })],
    ['notes.bin', ARBITRARY_BYTES],
  ]);
  for (const [path, file] of bytes) {
    const answer = await service.call('POST', `${DATASET}/obj`, { body: form({ path, file }) });
    if (answer.status !== 201) throw new Error(`${path} was answered ${answer.status}`);
  }
  await until(
    async () => (await (await service.call('GET', `${DATASET}/obj?path=ortho.tif`)).json()) as { buildStatus: unknown },
    ({ buildStatus }) => buildStatus === null || buildStatus === 'failed',
  );
});
afterAll(() => service[Symbol.asyncDispose]());

/** What an address of a document answers, on the origin of this service. */
async function open(href: string, token?: null): Promise<Document> {
  const answer = await follow(href, token);
  expect([href, answer.status]).toEqual([href, 200]);
  return (await answer.json()) as Document;
}

function follow(href: string, token?: null): Promise<Response> {
  const { pathname, search } = new URL(href, service.url);
  return service.call('GET', pathname + search, token === null ? { token } : {});
}

const linkOf = ({ links }: Document, rel: string): string => links.find((link) => link.rel === rel)!.href;

it('uploaded files are found from the root catalog to their bytes', async () => {
  const root = await open('/stac');
  const [collection] = (await open(linkOf(root, 'data'))).collections;
  expect(collection?.id).toBe('admin:flight');
  expect(linkOf(root, 'child')).toBe(linkOf(collection!, 'self'));
  const { features } = await open(linkOf(collection!, 'items'));
  expect(features.map(({ id }) => Buffer.from(id, 'base64url').toString())).toEqual(FILES);

  for (const item of features) {
    const path = Buffer.from(item.id, 'base64url').toString();
    const { assets } = await open(linkOf(item, 'self'));
    const kinds = path === 'ortho.tif' ? [path, 'cog', 'thumbnail'] : [path, 'thumbnail'];
    expect(Object.keys(assets)).toEqual(kinds);
    for (const [kind, { href, type }] of Object.entries(assets)) {
      const answer = await follow(href);
      const told = [answer.status, answer.headers.get('content-type')];
      expect([kind, ...told]).toEqual([kind, 200, type.split(';')[0]]);
      expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(100);
    }
    const { href, 'file:size': size } = assets[path]!;
    const body = Buffer.from(await (await follow(href)).arrayBuffer());
    expect([body.equals(bytes.get(path)!), size]).toEqual([true, body.length]);
  }
});

it.skipIf(!hasGdal)(
  `each raster asset tells the grid and the bands that GDAL finds in it${hasGdal ? '' : ` (skipped: ${NO_GDAL})`}`,
  async () => {
    const { features } = await open('/stac/collections/admin:flight/items');
    const { assets } = features.find(({ assets: each }) => 'cog' in each)!;
    for (const key of ['ortho.tif', 'cog']) {
      const asset = assets[key]!;
      const file = join(tmpdir(), `alidade-asset-${randomUUID()}.tif`);
      await writeFile(file, Buffer.from(await (await follow(asset.href)).arrayBuffer()));
      const info = JSON.parse(await outputOf('gdalinfo', ['-json', file])) as {
        readonly size: readonly [number, number];
        readonly geoTransform: readonly number[];
        readonly bands: readonly { readonly type: string }[];
        readonly stac: { readonly 'proj:epsg': number };
      };
      await rm(file);
      const [x, xColumn, xRow, y, yColumn, yRow] = info.geoTransform;
      expect([key, asset['proj:code'], asset['proj:shape'], asset['proj:transform'], asset.bands?.length]).toEqual([
        key,
        `EPSG:${info.stac['proj:epsg']}`,
        info.size.toReversed(),
        [xColumn, xRow, x, yColumn, yRow, y],
        info.bands.length,
      ]);
    }
    expect([assets['ortho.tif']!.roles, assets['cog']!.roles]).toEqual([['data'], ['visual', 'overview']]);
  },
);

it('collections link to the services that have something of them', async () => {
  const services = (await open('/stac/collections/admin:flight')).links.filter(({ rel }) => rel === 'service');
  expect(services.map(({ title }) => title)).toEqual(['WMS', 'WMTS', 'WCS', 'OGC API']);
  for (const { href } of services) expect((await follow(href)).status).toBe(200);
  await service.call('POST', '/orgs/admin/ds', { json: { slug: 'empty' } });
  expect((await open('/stac/collections/admin:empty')).links.map(({ rel }) => rel)).not.toContain('service');
});

it('a search finds a file by its place, and the files without a place are assets of the collection', async () => {
  const root = await open('/stac');
  const found = await open(`${linkOf(root, 'search')}?bbox=8.4,46.9,8.6,47.1&collections=admin:flight`);
  expect(found.features.map(({ id }) => Buffer.from(id, 'base64url').toString())).toEqual(['flight 1/café.jpg']);
  expect(found.features[0]!.bbox.slice(0, 2)).toEqual([8.5, 47]);
  const collection = await open('/stac/collections/admin:flight');
  const notes = await follow(collection.assets['notes.bin']!.href);
  expect(Buffer.from(await notes.arrayBuffer())).toEqual(ARBITRARY_BYTES);
});

it('assets have the rights of their dataset: nothing for strangers until it is public, nothing after it is private again', async () => {
  const items = `${service.url}/stac/collections/admin:flight/items`;
  const hrefs = (await open(items)).features.flatMap(({ assets }) => Object.values(assets).map(({ href }) => href));
  /** Status of the page of items, and of the assets. */
  const answers = async (): Promise<readonly number[]> => {
    const statuses = await Promise.all(hrefs.map(async (href) => (await follow(href, null)).status));
    return [(await follow(items, null)).status, ...new Set(statuses)];
  };
  expect(hrefs).toHaveLength(5);
  expect(await answers()).toEqual([404, 401]);
  for (const [visibility, status] of [
    [1, [200, 200]],
    [0, [404, 401]],
  ] as const) {
    await service.call('POST', `${DATASET}/meta/visibility/set`, { json: { data: visibility } });
    expect(await answers()).toEqual(status);
  }
});
