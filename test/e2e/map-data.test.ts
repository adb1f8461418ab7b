import { afterAll, beforeAll, expect, it } from 'vitest';
import { gpsTexts, photoBytes } from '../../src/kinds/photo/testing/photo-bytes.ts';
import { FIELDS, MAPS, startMapService } from '../support/map-service.ts';
import { createLink } from '../support/people.ts';
import type { TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startMapService();
  for (const [at, name] of ['a', 'b', 'c'].entries()) await sendPhoto(`flight/${name}.jpg`, 46.5 + at / 1000);
});
afterAll(() => service[Symbol.asyncDispose]());

async function sendPhoto(path: string, latitude: number): Promise<void> {
  const bytes = await photoBytes({
    exif: {
      IFD0: { Make: 'DJI' },
      IFD2: { DateTimeOriginal: '2024:05:01 10:00:00', FocalLengthIn35mmFilm: '24' },
      IFD3: gpsTexts(latitude, 11.3, 300),
    },
    xmp: {
      'drone-dji:AbsoluteAltitude': '+300.00',
      'drone-dji:GimbalYawDegree': '+90.0',
      'drone-dji:GimbalPitchDegree': '-90.0',
    },
  });
  const form = new FormData();
  form.set('path', path);
  form.set('file', new Blob([new Uint8Array(bytes)]), path);
  const answer = await service.call('POST', `${MAPS}/obj`, { body: form });
  expect(answer.status).toBeLessThan(300);
}

const ask = (path: string, token: string | null = null) => service.call('GET', `${MAPS}${path}`, { token });

it('tells the places of photos as columns, page by page', async () => {
  const first = await ask('/places?type=3&limit=2');
  expect(first.status).toBe(200);
  expect(await first.json()).toEqual({
    paths: ['flight/a.jpg', 'flight/b.jpg'],
    versions: [expect.stringMatching(/^[0-9a-f]{12}$/) as string, expect.stringMatching(/^[0-9a-f]{12}$/) as string],
    positions: [
      [11.3, 46.5, 300],
      [11.3, 46.501, 300],
    ],
    times: [expect.any(Number) as number, expect.any(Number) as number],
    yaws: [90, 90],
    pitches: [-90, -90],
    rolls: [0, 0],
    altitudeReferences: ['sea', 'sea'],
    views: [
      [1.442, 1.082],
      [1.442, 1.082],
    ],
    footprints: [null, null],
  });
  const next = /<([^>]*)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
  const { pathname, search } = new URL(next, `${service.url}${MAPS}/places`);
  const second = await service.call('GET', `${pathname}${search}`, { token: null });
  expect([((await second.json()) as { paths: string[] }).paths, second.headers.get('link')]).toEqual([
    ['flight/c.jpg'],
    null,
  ]);
  const other = (await (await ask('/places?type=3&path=other')).json()) as { paths: string[] };
  expect(other.paths).toEqual([]);
  expect((await ask('/places')).status).toBe(400);
});

it('tells the places of a part: taken then and there', async () => {
  const pathsOf = async (query: string): Promise<readonly string[]> =>
    ((await (await ask(`/places?type=3&${query}`)).json()) as { paths: readonly string[] }).paths;
  expect(await pathsOf('bbox=11.2,46.4995,11.4,46.5015')).toEqual(['flight/a.jpg', 'flight/b.jpg']);
  expect(await pathsOf('bbox=11.2,46.4995,11.4,46.5015&limit=1&after=flight/a.jpg')).toEqual(['flight/b.jpg']);
  expect(await pathsOf('from=2024-05-01&to=2024-05-02')).toHaveLength(3);
  expect(await pathsOf('from=2024-05-03')).toEqual([]);
  expect(await pathsOf('to=2024-04-29')).toEqual([]);
  for (const query of ['bbox=1,2', 'from=May', 'from=2024-05-02&to=2024-05-01'])
    expect((await ask(`/places?type=3&${query}`)).status).toBe(400);
});

it('finds entries of several types', async () => {
  const search = async (types: string): Promise<readonly number[]> =>
    ((await (await ask(`/search?types=${types}`)).json()) as readonly { readonly type: number }[]).map(
      ({ type }) => type,
    );
  const found = await search('3,1');
  expect([found.filter((type) => type === 3).length, new Set(found)]).toEqual([3, new Set([1, 3])]);
  expect((await ask('/search?types=3,none')).status).toBe(400);
});

it('tells the values of an attribute', async () => {
  const query = (property: string) => `/vector/values?${new URLSearchParams({ path: FIELDS, property }).toString()}`;
  expect(await (await ask(query('note'))).json()).toMatchObject({
    kind: 'text',
    count: 3,
    nulls: 1,
    isComplete: true,
    values: [{ value: 'dry', count: 2 }],
  });
  const trees = (await (await ask(query('trees'))).json()) as { kind: string; quantiles: number[] };
  expect([trees.kind, trees.quantiles[0], trees.quantiles[50], trees.quantiles[100]]).toEqual(['number', 3, 7, 12]);
  const unknown = await ask(query('none'));
  expect([unknown.status, await unknown.text()]).toEqual([404, expect.stringContaining('no such attribute')]);
  expect((await ask('/vector/values?path=none.geojson&property=a')).status).toBe(404);
});

it('a link for one folder reads neither of another', async () => {
  await service.call('PUT', MAPS, { json: { visibility: 0 } });
  const { token } = await createLink(service, 'admin/maps', { path: 'flight' });
  const asked = ['/places?type=3&path=flight', '/places?type=3', `/vector/values?path=${FIELDS}&property=note`];
  const statuses = await Promise.all(asked.map(async (path) => (await ask(path, token)).status));
  expect(statuses).toEqual([200, 403, 403]);
});
