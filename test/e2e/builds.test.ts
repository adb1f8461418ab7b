import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnEveryDatabase } from '../support/databases.ts';
import { QUADRANTS, quadrantOrthophoto } from '../support/geotiff.ts';
import { form, startService, until, type TestService } from '../support/service.ts';
import { tileOf, tilePixel } from '../support/web-mercator.ts';

const DATASET = '/orgs/admin/ds/flight';

interface Entry {
  readonly path: string;
  readonly hash: string;
  readonly type: number;
  readonly properties: Record<string, unknown>;
  readonly buildStatus: string | null;
  readonly buildError: string | null;
  readonly polygon_geom: { readonly geometry: { readonly coordinates: readonly (readonly number[][])[] } };
}

describeOnEveryDatabase('builds and map tiles', (environment) => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService(await environment());
    await service.call('POST', '/orgs/admin/ds', { json: { slug: 'flight' } });
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const upload = async (path: string, file: Uint8Array): Promise<Entry> =>
    (await (await service.call('POST', `${DATASET}/obj`, { body: form({ path, file }) })).json()) as Entry;
  const entryOf = async (path: string): Promise<Entry> =>
    (await (await service.call('GET', `${DATASET}/obj?path=${encodeURIComponent(path)}`)).json()) as Entry;
  const settled = (path: string): Promise<Entry> =>
    until(
      () => entryOf(path),
      ({ buildStatus }) => buildStatus === null || buildStatus === 'failed',
    );
  const tile = (z: number, x: number, y: number, ending = '.png', path = 'ortho.tif'): Promise<Response> =>
    service.call('GET', `${DATASET}/tiles/${z}/${x}/${y}${ending}?path=${path}`);

  it('builds an uploaded orthophoto and shows its colours at their places', async () => {
    const uploaded = await upload('ortho.tif', quadrantOrthophoto());
    expect(uploaded).toMatchObject({
      type: 4,
      buildStatus: 'queued',
      properties: { width: 512, height: 512, bands: [{ type: 'Byte', colorInterp: 'Red' }, {}, {}] },
    });
    const built = await settled('ortho.tif');
    expect([built.buildStatus, built.buildError]).toEqual([null, null]);

    const ring = built.polygon_geom.geometry.coordinates[0]! as unknown as [number, number][];
    const [northWest, northEast, southEast, southWest] = ring as [
      [number, number],
      [number, number],
      [number, number],
      [number, number],
    ];
    const between = (a: [number, number], b: [number, number], share: number): [number, number] => [
      a[0] + (b[0] - a[0]) * share,
      a[1] + (b[1] - a[1]) * share,
    ];
    // A quarter of the way from each corner to the opposite one lies the middle of its quarter.
    const places = {
      northWest: between(northWest, southEast, 0.25),
      northEast: between(northEast, southWest, 0.25),
      southWest: between(southWest, northEast, 0.25),
      southEast: between(southEast, northWest, 0.25),
    } as const;
    for (const [name, position] of Object.entries(places)) {
      const { z, x, y } = tileOf(position, 19);
      const answer = await tile(z, x, y);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
      const picture = PNG.sync.read(Buffer.from(await answer.arrayBuffer()));
      const { column, row } = tilePixel(position, 19);
      const at = (row * 256 + column) * 4;
      const [red, green, blue, alpha] = picture.data.subarray(at, at + 4);
      QUADRANTS[name as keyof typeof QUADRANTS].forEach((level, band) =>
        expect(Math.abs(level - [red!, green!, blue!][band]!), `${name} band ${band}`).toBeLessThanOrEqual(6),
      );
      expect(alpha).toBe(255);
    }
  });

  it('J-5 serves the COG with ranges, HEAD, conditional requests and Basic', async () => {
    const { hash } = await entryOf('ortho.tif');
    const path = `${DATASET}/build/${hash}/cog/cog.tif`;
    const head = await service.call('HEAD', path);
    expect([head.status, head.headers.get('content-type'), head.headers.get('accept-ranges')]).toEqual([
      200,
      'image/tiff',
      'bytes',
    ]);
    const size = Number(head.headers.get('content-length'));
    const part = await service.call('GET', path, { headers: { range: 'bytes=0-3' } });
    expect([
      part.status,
      part.headers.get('content-range'),
      Buffer.from(await part.arrayBuffer())
        .toString('latin1')
        .slice(0, 2),
    ]).toEqual([206, `bytes 0-3/${size}`, 'II']);
    expect((await service.call('GET', path, { headers: { 'if-none-match': head.headers.get('etag')! } })).status).toBe(
      304,
    );
    const stats = (await (await service.call('GET', `${DATASET}/build/${hash}/cog/cog.tif.stats.json`)).json()) as {
      bands: object;
    };
    expect(Object.keys(stats.bands)).toContain('1');
    const anonymous = await service.call('GET', path, {
      token: null,
      headers: { 'if-none-match': head.headers.get('etag')! },
    });
    expect([anonymous.status, anonymous.headers.get('www-authenticate')]).toEqual([
      401,
      'Basic realm="Alidade", charset="UTF-8"',
    ]);
    const basic = `Basic ${Buffer.from('admin:secret123').toString('base64')}`;
    expect((await service.call('HEAD', path, { token: null, headers: { authorization: basic } })).status).toBe(200);
    for (const [file, status] of [
      ['cog/none.tif', 404],
      ['cog', 400],
      ['cog/%2e%2e/x', 400],
      ['cog/..%2fx', 400],
      ['copc/cloud.copc.laz', 404],
    ] as const) {
      expect([file, (await service.call('GET', `${DATASET}/build/${hash}/${file}`)).status]).toEqual([file, status]);
      expect([file, (await service.call('HEAD', `${DATASET}/build/${hash}/${file}`)).status]).toEqual([file, status]);
    }
    expect((await service.call('GET', `${DATASET}/build/..%2f..%2fetc/cog/passwd`)).status).toBe(400);
  });

  it('F-8 answers tiles by rule: outside, edge, wrong, other formats, dense screens', async () => {
    const [longitude, latitude] = (await entryOf('ortho.tif')).polygon_geom.geometry.coordinates[0]![0] as [
      number,
      number,
    ];
    const { x, y } = tileOf([longitude, latitude], 18);
    const outside = PNG.sync.read(Buffer.from(await (await tile(3, 0, 0)).arrayBuffer()));
    expect([outside.width, outside.data.every((value) => value === 0)]).toEqual([256, true]);
    expect(PNG.sync.read(Buffer.from(await (await tile(18, x, y, '@2x.png')).arrayBuffer())).width).toBe(512);
    expect((await tile(18, x, y, '.webp')).headers.get('content-type')).toBe('image/webp');
    expect((await tile(18, x, y, '')).headers.get('content-type')).toMatch(/^image\/(jpeg|webp|png)$/);
    for (const [request, status] of [
      [tile(2, 4, 0), 404],
      [tile(2, 0, 4), 404],
      [tile(99, 0, 0), 404],
      [tile(2, 0, 0, '.gif'), 404],
      [tile(2, -1, 0), 400],
      [tile(2, 0.5, 0), 400],
      [tile(2, 0, 0, '.png', 'none.tif'), 404],
      [service.call('GET', `${DATASET}/tiles/2/0/0.png`), 400],
      [service.call('GET', `${DATASET}/tiles/0x1/0/0.png?path=ortho.tif`), 400],
    ] as const) {
      expect((await request).status).toBe(status);
    }
  });

  it('answers a tile its holder has with 304, and nobody else', async () => {
    const first = await tile(3, 4, 2);
    const headers = { 'if-none-match': first.headers.get('etag')! };
    const url = `${DATASET}/tiles/3/4/2.png?path=ortho.tif`;
    expect((await service.call('GET', url, { headers })).status).toBe(304);
    expect(first.headers.get('cache-control')).toMatch(/^private/);
    expect((await service.call('GET', url, { headers, token: null })).status).toBe(401);
  });

  it('draws thumbnails of rasters and pictures', async () => {
    const thumb = await service.call('GET', `${DATASET}/thumb?path=ortho.tif&size=64`);
    expect([thumb.status, thumb.headers.get('content-type')]).toEqual([200, 'image/webp']);
    const png = new PNG({ width: 40, height: 20 });
    png.data.fill(200);
    await upload('photo.png', PNG.sync.write(png));
    expect(await entryOf('photo.png')).toMatchObject({ properties: { width: 40, height: 20 } });
    expect((await service.call('GET', `${DATASET}/thumb?path=photo.png&size=32`)).status).toBe(200);
    expect((await service.call('GET', `${DATASET}/thumb?path=photo.png&size=5`)).status).toBe(400);
    const ofDataset = async (): Promise<string | null> =>
      (await service.call('GET', `${DATASET}/thumb?size=64`)).headers.get('etag');
    expect(await ofDataset()).toBe(thumb.headers.get('etag'));
    await upload('thumbnail.png', PNG.sync.write(png));
    expect(await ofDataset()).not.toBe(thumb.headers.get('etag'));
    expect(await (await service.call('GET', `${DATASET}/ex`)).json()).toMatchObject({ hasThumbnail: true });
  });

  it('lists builds newest first, in pages, and builds again when forced', async () => {
    const list = async (query = ''): Promise<{ jobId: string; currentState: string; path: string }[]> =>
      (await (await service.call('GET', `${DATASET}/builds${query}`)).json()) as {
        jobId: string;
        currentState: string;
        path: string;
      }[];
    const [first] = await list();
    expect(first).toMatchObject({ path: 'ortho.tif', currentState: 'Succeeded', progressPercent: 100, failedAt: null });
    const before = await service.call('HEAD', `${DATASET}/build/${(await entryOf('ortho.tif')).hash}/cog/cog.tif`);
    for (const [json, status] of [
      [{ path: 'ortho.tif' }, 200],
      [{ path: 'photo.png' }, 200],
      [{ path: 'none' }, 404],
      [{ path: '../x' }, 400],
    ] as const) {
      expect((await service.call('POST', `${DATASET}/build`, { json })).status).toBe(status);
    }
    expect(await list()).toHaveLength(1);
    expect(
      (await service.call('POST', `${DATASET}/build`, { body: form({ path: 'ortho.tif', force: 'True' }) })).status,
    ).toBe(200);
    await until(
      () => list(),
      (jobs) => jobs.length === 2 && jobs.every(({ currentState }) => currentState === 'Succeeded'),
    );
    const after = await service.call('HEAD', `${DATASET}/build/${(await entryOf('ortho.tif')).hash}/cog/cog.tif`);
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
    expect((await list('?page=2&pageSize=1')).map(({ jobId }) => jobId)).toEqual([first!.jobId]);
    expect((await list('?path=ortho.tif')).length).toBe(2);
    expect(await list('?path=photo.png')).toEqual([]);
    expect((await service.call('GET', `${DATASET}/builds?page=0`)).status).toBe(400);
  });

  it('keeps what is no usable raster, and says why it is none', async () => {
    const whole = quadrantOrthophoto(64);
    for (const [path, bytes] of [
      ['empty.tif', Buffer.alloc(0)],
      ['half.tif', whole.subarray(0, 5000)],
      ['lying.tif', Buffer.from('<VRTDataset/>')],
    ] as const) {
      await upload(path, bytes);
      const entry = await settled(path);
      expect([path, entry.type === 4 ? entry.buildError : entry.properties['warning']]).toEqual([
        path,
        expect.stringMatching(/\S{3,}/),
      ]);
      const back = await service.call('GET', `${DATASET}/download?path=${path}`);
      expect(Buffer.from(await back.arrayBuffer()).equals(bytes)).toBe(true);
    }
    expect((await service.call('GET', '/version')).status).toBe(200);
  });

  it('removes the build with the last file that has these bytes, and not before', async () => {
    const { hash } = await entryOf('ortho.tif');
    await upload('copy.tif', quadrantOrthophoto());
    expect(await entryOf('copy.tif')).toMatchObject({ hash, buildStatus: null });
    await service.call('DELETE', `${DATASET}/obj?path=ortho.tif`);
    expect((await service.call('HEAD', `${DATASET}/build/${hash}/cog/cog.tif`)).status).toBe(200);
    await service.call('DELETE', `${DATASET}/obj?path=copy.tif`);
    expect((await service.call('HEAD', `${DATASET}/build/${hash}/cog/cog.tif`)).status).toBe(404);
    const folders = await readdir(join(service.dataDir, 'builds'), { recursive: true });
    expect(folders.filter((name) => name.endsWith('cog.tif'))).toEqual([]);
  });
});
