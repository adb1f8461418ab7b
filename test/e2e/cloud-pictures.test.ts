import { readFile, readdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import type Sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { surfaceLas, type Surface } from '../../src/kinds/pointcloud/testing/surface-cloud.ts';
import { createDataset, createLink, createPerson } from '../support/people.ts';
import { form, startService, until, type TestService } from '../support/service.ts';
import { tileOf, tilePixel } from '../support/web-mercator.ts';

const sharp = createRequire(import.meta.url)('sharp') as typeof Sharp;
const DATASET = '/orgs/admin/ds/clouds';
/** 15 degrees east is the middle of zone 33. */
const cloud: Surface = {
  origin: [500_000, 4_000_000],
  squares: [400, 200],
  step: 0.5,
  crs: 32_633,
  height: () => 100,
  colour: (column) => (column < 200 ? [200, 0, 0] : [0, 0, 100]),
};
/** Degrees of places on it: 50 and 150 metres east, 50 north, by PROJ. */
const [WEST, EAST] = [
  [15.000556, 36.145169],
  [15.001667, 36.145169],
] as const;

let service: TestService;
beforeAll(async () => {
  service = await startService();
  await createDataset(service, 'admin/clouds', 0);
  await upload('cloud.las', surfaceLas(cloud));
  await upload('local.las', surfaceLas({ ...cloud, crs: null }));
  await Promise.all(['cloud.las', 'local.las'].map(built));
});
afterAll(() => service[Symbol.asyncDispose]());

async function upload(path: string, file: Uint8Array): Promise<void> {
  expect((await service.call('POST', `${DATASET}/obj`, { body: form({ path, file }) })).status).toBe(201);
}
interface Entry {
  readonly hash: string;
  readonly buildStatus: string | null;
}
const built = (path: string): Promise<Entry> =>
  until(
    async () => (await (await service.call('GET', `${DATASET}/obj?path=${path}`)).json()) as Entry,
    ({ buildStatus }) => buildStatus === null || buildStatus === 'failed',
  );
const addressOf = ({ z, x, y }: { readonly z: number; readonly x: number; readonly y: number }, ending = '.png') =>
  `${DATASET}/tiles/${z}/${x}/${y}${ending}`;
const get = (address: string, path = 'cloud.las', token?: string | null): Promise<Response> =>
  service.call('GET', `${address}?path=${path}`, token === undefined ? {} : { token });
const errorOf = async (response: Response): Promise<readonly [number, string]> => [
  response.status,
  ((await response.json()) as { error: string }).error,
];
const pixelAt = ({ width, data }: PNG, column: number, row: number): readonly number[] =>
  [0, 1, 2, 3].map((band) => data[4 * (row * width + column) + band]!);

it('a tile has the colours of the points at their places, in every size and format', async () => {
  for (const z of [15, 18, 20])
    for (const [place, colour] of [
      [WEST, [200, 0, 0, 255]],
      [EAST, [0, 0, 100, 255]],
    ] as const) {
      const response = await get(addressOf(tileOf(place, z)));
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
      const { column, row } = tilePixel(place, z);
      const tile = PNG.sync.read(Buffer.from(await response.arrayBuffer()));
      expect([z, tile.width, ...pixelAt(tile, column, row)]).toEqual([z, 256, ...colour]);
    }
  for (const [ending, type, side] of [
    ['@2x.png', 'png', 512],
    ['.webp', 'webp', 256],
    ['.jpg', 'jpeg', 256],
    ['', 'webp', 256],
  ] as const) {
    const response = await get(addressOf(tileOf(WEST, 18), ending));
    expect(response.headers.get('content-type')).toBe(`image/${type}`);
    expect((await sharp(Buffer.from(await response.arrayBuffer())).metadata()).width).toBe(side);
  }
});

it('there is no tile beside the cloud; what is no tile, or has none, says so', async () => {
  expect(await errorOf(await get(`${DATASET}/tiles/18/5/7.png`))).toEqual([
    404,
    expect.stringContaining('lies beside'),
  ]);
  expect((await get(`${DATASET}/tiles/3/8/0.png`)).status).toBe(404);
  expect((await get(`${DATASET}/tiles/31/0/0.png`)).status).toBe(404);
  expect((await get(`${DATASET}/tiles/3/x/0.png`)).status).toBe(400);
  expect((await get(`${DATASET}/tiles/3/1/0.gif`)).status).toBe(404);
  expect((await get(`${DATASET}/tiles/3/1/0.png`, 'missing.las')).status).toBe(404);
  expect(await errorOf(await get(`${DATASET}/tiles/3/1/0.png`, 'local.las'))).toEqual([
    404,
    expect.stringContaining('no coordinate reference system'),
  ]);
  await upload('notes.md', Buffer.from('# words'));
  expect((await get(`${DATASET}/tiles/3/1/0.png`, 'notes.md')).status).toBe(400);
});

it('a thumbnail is the cloud from above, whether it has a place or not', async () => {
  for (const path of ['cloud.las', 'local.las']) {
    const response = await service.call('GET', `${DATASET}/thumb?path=${path}&size=200`, {
      headers: { accept: 'image/png' },
    });
    expect(response.status).toBe(200);
    const picture = PNG.sync.read(Buffer.from(await response.arrayBuffer()));
    expect([picture.width, picture.height]).toEqual([200, 100]);
    expect([pixelAt(picture, 20, 50), pixelAt(picture, 180, 50)]).toEqual([
      [200, 0, 0, 255],
      [0, 0, 100, 255],
    ]);
    const etag = response.headers.get('etag')!;
    const again = await service.call('GET', `${DATASET}/thumb?path=${path}&size=200`, {
      headers: { accept: 'image/png', 'if-none-match': etag },
    });
    expect(again.status).toBe(304);
  }
  expect((await service.call('GET', `${DATASET}/thumb?size=64`)).status).toBe(200);
});

it('who has a tile is told so, and who may not read the dataset gets none', async () => {
  const address = addressOf(tileOf(WEST, 18));
  const first = await get(address);
  expect(first.headers.get('cache-control')).toBe('private, no-cache');
  const headers = { 'if-none-match': first.headers.get('etag')! };
  expect((await service.call('GET', `${address}?path=cloud.las`, { headers })).status).toBe(304);
  const stranger = await createPerson(service, 'stranger');
  expect([401, 403, 404]).toContain((await get(address, 'cloud.las', stranger.token)).status);
  expect((await get(address, 'cloud.las', null)).status).toBe(401);
  const { token } = await createLink(service, 'admin/clouds', { path: 'cloud.las' });
  const byLink = (path: string): Promise<Response> => get(address, `${path}&token=${token}`, null);
  expect([(await byLink('cloud.las')).status, (await byLink('local.las')).status]).toEqual([200, 403]);
});

it('a COPC that is served as it was uploaded has the same pictures as the cloud it was made of', async () => {
  const { hash } = await built('cloud.las');
  const copc = await service.call('GET', `${DATASET}/build/${hash}/copc/cloud.copc.laz`);
  await upload('again.copc.laz', new Uint8Array(await copc.arrayBuffer()));
  await built('again.copc.laz');
  const bytesOf = async (path: string): Promise<Buffer> =>
    Buffer.from(await (await get(addressOf(tileOf(WEST, 18)), path)).arrayBuffer());
  expect((await bytesOf('again.copc.laz')).equals(await bytesOf('cloud.las'))).toBe(true);
});

it('a cloud that is not built has no picture yet, and one that cannot be built none at all', async () => {
  const one = surfaceLas({ ...cloud, squares: [1, 1] });
  await upload('one.las', one);
  expect((await built('one.las')).buildStatus).toBe('failed');
  expect(await errorOf(await get(addressOf(tileOf(WEST, 18)), 'one.las'))).toEqual([
    404,
    'The point cloud is not built yet. The entry’s buildStatus tells how it goes.',
  ]);
  expect((await service.call('GET', `${DATASET}/thumb?path=one.las`)).status).toBe(404);
});

it('a built cloud that is damaged fails with that reason, and the service goes on', async () => {
  await upload('damaged.las', surfaceLas({ ...cloud, origin: [500_000, 4_100_000] }));
  await built('damaged.las');
  const before = await filesNamed('cloud.copc.laz');
  await upload('other.las', surfaceLas({ ...cloud, origin: [500_000, 4_200_000] }));
  await built('other.las');
  const [path] = (await filesNamed('cloud.copc.laz')).filter((name) => !before.includes(name));
  const bytes = await readFile(path!);
  await writeFile(path!, bytes.fill(0xa5, bytes.readUInt32LE(96) + 8 + 36, bytes.readUInt32LE(96) + 8 + 336));
  const failure = await get(`${DATASET}/tiles/0/0/0.png`, 'other.las');
  expect(await errorOf(failure)).toEqual([500, 'The built point cloud cannot be read. Ask for a rebuild of the file.']);
  expect((await service.call('GET', `${DATASET}/thumb?path=other.las`)).status).toBe(500);
  expect((await get(`${DATASET}/tiles/0/0/0.png`, 'damaged.las')).status).toBe(200);
});

async function filesNamed(name: string): Promise<readonly string[]> {
  const all = await readdir(join(service.dataDir, 'builds'), { recursive: true, withFileTypes: true });
  return all.filter((file) => file.isFile() && file.name === name).map((file) => join(file.parentPath, file.name));
}
