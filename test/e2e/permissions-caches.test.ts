import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startCachingProxy } from '../support/caching-proxy.ts';
import { quadrantOrthophoto } from '../support/geotiff.ts';
import { createDataset, createLink } from '../support/people.ts';
import { form, startService, until, type TestService } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
  for (const [slug, visibility] of [
    ['private', 0],
    ['open', 1],
  ] as const) {
    await createDataset(service, `admin/${slug}`, visibility);
    await upload(slug, 'o.tif', quadrantOrthophoto(64));
    await until(
      () => service.call('GET', tile(slug)),
      ({ status }) => status === 200,
    );
  }
});
afterAll(() => service[Symbol.asyncDispose]());

const tile = (slug: string): string => `/orgs/admin/ds/${slug}/tiles/3/4/2.png?path=o.tif`;
const upload = (slug: string, path: string, file: Uint8Array): Promise<Response> =>
  service.call('POST', `/orgs/admin/ds/${slug}/obj`, { body: form({ path, file }) });
const show = async (slug: string, visibility: number): Promise<void> => {
  const body = { data: visibility };
  expect((await service.call('POST', `/orgs/admin/ds/${slug}/meta/visibility/set`, { json: body })).status).toBe(200);
};

it('B-3 leaves nothing private in a shared cache, whatever carried the credential', async () => {
  await using proxy = await startCachingProxy(service.url);
  const cookie = { cookie: `jwtToken=${service.token}` };
  const get = async (path: string, headers: Record<string, string> = {}): Promise<number> =>
    (await fetch(proxy.url + path, { headers })).status;
  for (const headers of [cookie, { authorization: `Bearer ${service.token}` }]) {
    expect(await get(tile('private'), headers)).toBe(200);
    expect(await get(tile('private'))).toBe(401);
  }
  const { token, id } = await createLink(service, 'admin/private');
  expect(await get(`${tile('private')}&token=${token}`)).toBe(200);
  await service.call('DELETE', `/orgs/admin/ds/private/links/${id}`);
  expect(await get(`${tile('private')}&token=${token}`)).toBe(401);
  for (const path of ['/orgs/admin/ds/private/ex', '/orgs/admin', '/users/me', '/orgs/admin/ds/private/list']) {
    expect([path, await get(path, cookie)]).toEqual([path, 200]);
    expect([path, await get(path)]).toEqual([path, 401]);
  }
  expect(proxy.hits()).toBe(0);
});

it('B-3 lets a shared cache keep what is public, until it is no longer', async () => {
  await using proxy = await startCachingProxy(service.url);
  const get = async (): Promise<number> => (await fetch(proxy.url + tile('open'))).status;
  expect([await get(), await get(), proxy.hits()]).toEqual([200, 200, 1]);
  await show('open', 0);
  expect(await get()).toBe(401);
  await show('open', 1);
  expect(await get()).toBe(200);
});

it('B-3 answers the same tile again for nobody, and takes it back with the right, the file and the dataset', async () => {
  const get = async (headers: Record<string, string> = {}): Promise<readonly unknown[]> => {
    const answer = await service.call('GET', tile('open'), { token: null, headers });
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    const differing = ['x-request-id', 'date', 'keep-alive'];
    const same = [...answer.headers].filter(([name]) => !differing.includes(name));
    const body = Buffer.from(await answer.arrayBuffer()).toString('base64');
    return [answer.status, answer.headers.get('etag'), same, body];
  };
  const first = await get();
  expect([await get(), await get()]).toEqual([first, first]);
  const [, etag] = first as [number, string];
  const unchanged = await get({ 'if-none-match': etag });
  expect(unchanged.slice(0, 2)).toEqual([304, etag]);
  expect(await get({ 'if-none-match': etag })).toEqual(unchanged);
  await show('open', 0);
  expect([(await get())[0], (await get({ 'if-none-match': etag }))[0]]).toEqual([401, 401]);
  await show('open', 1);
  expect(await get()).toEqual(first);
  await upload('open', 'o.tif', quadrantOrthophoto(96));
  await until(get, ([status, tag]) => status === 200 && tag !== etag);
  expect((await get({ 'if-none-match': etag }))[0]).toBe(200);
});

it('B-3 answers parts of a file again for nobody, and takes them back with the right, the file and the dataset', async () => {
  const file = (text: string): Promise<Response> => upload('open', 'parts.txt', Buffer.from(text.repeat(10_000)));
  const get = async (range: string, headers: Record<string, string> = {}): Promise<readonly unknown[]> => {
    const path = '/orgs/admin/ds/open/download/parts.txt';
    const answer = await service.call('GET', path, { token: null, headers: { range, ...headers } });
    return [
      answer.status,
      answer.headers.get('content-range'),
      answer.headers.get('content-length'),
      await answer.text(),
    ];
  };
  await file('0123456789');
  const [first, second] = [
    [206, 'bytes 0-4/100000', '5', '01234'],
    [206, 'bytes 99997-99999/100000', '3', '789'],
  ];
  expect([await get('bytes=0-4'), await get('bytes=-3'), await get('bytes=99997-')]).toEqual([first, second, second]);
  expect((await get('bytes=0-80000')).slice(0, 3)).toEqual([206, 'bytes 0-80000/100000', '80001']);
  expect((await get('bytes=100000-')).slice(0, 2)).toEqual([416, 'bytes */100000']);
  expect((await get('bytes=4-0')).slice(0, 3)).toEqual([200, null, '100000']);
  expect((await get('bytes=0-4', { 'if-range': '"another"' }))[0]).toBe(200);
  await show('open', 0);
  expect((await get('bytes=0-4'))[0]).toBe(401);
  await show('open', 1);
  expect(await get('bytes=0-4')).toEqual(first);
  await file('abcdefghij');
  expect(await get('bytes=0-4')).toEqual([206, 'bytes 0-4/100000', '5', 'abcde']);
  await service.call('DELETE', '/orgs/admin/ds/open/obj?path=parts.txt');
  expect((await get('bytes=0-4'))[0]).toBe(404);
});

it('B-3 says on every answer whom it is for, and keeps refusals from being kept', async () => {
  const facts = async (path: string, token: string | null): Promise<unknown[]> => {
    const { status, headers } = await service.call('GET', path, { token });
    return [status, headers.get('cache-control'), headers.get('vary')?.toLowerCase().split(/,\s*/).slice(0, 2)];
  };
  const vary = ['authorization', 'cookie'];
  expect(await facts(tile('private'), service.token)).toEqual([200, 'private, no-cache', vary]);
  expect(await facts(tile('open'), null)).toEqual([200, 'public, no-cache', vary]);
  expect(await facts('/orgs/admin/ds/private/ex', service.token)).toEqual([200, 'private, no-cache', vary]);
  expect(await facts(tile('private'), null)).toEqual([401, 'no-store', vary]);
  expect(await facts('/orgs/admin/ds/private/obj?path=none', service.token)).toEqual([404, 'no-store', vary]);
});

it('B-4 answers a validator that is right with 401 to whom may not read, not with 304', async () => {
  for (const path of [
    tile('private'),
    '/orgs/admin/ds/private/download?path=o.tif',
    '/orgs/admin/ds/private/thumb?path=o.tif',
  ]) {
    const etag = (await service.call('GET', path)).headers.get('etag')!;
    const headers = { 'if-none-match': etag };
    expect([path, (await service.call('GET', path, { headers })).status]).toEqual([path, 304]);
    for (const validator of [etag, '*', `W/${etag}`]) {
      const refused = await service.call('GET', path, { token: null, headers: { 'if-none-match': validator } });
      expect([path, refused.status, refused.headers.get('etag')]).toEqual([path, 401, null]);
    }
  }
});

it('B-7 ends no download that runs when the dataset is made private, and refuses to resume it', async () => {
  const size = 24 * 1024 * 1024;
  await upload('open', 'large.bin', Buffer.alloc(size, 7));
  const path = '/orgs/admin/ds/open/download?path=large.bin';
  const [running] = (await once(request(service.url + path).end(), 'response')) as [IncomingMessage];
  const etag = running.headers.etag!;
  const first = (await once(running, 'readable').then(() => running.read() as Buffer)).length;
  await show('open', 0);
  const resume = (headers: Record<string, string>): Promise<Response> =>
    service.call('GET', path, { token: null, headers: { range: `bytes=${first}-`, ...headers } });
  for (const headers of [{}, { 'if-range': etag }, { range: 'bytes=-10' }]) {
    const refused = await resume(headers);
    expect([refused.status, refused.headers.get('content-range')]).toEqual([401, null]);
    expect((await refused.text()).length).toBeLessThan(100);
  }
  let received = first;
  for await (const chunk of running as AsyncIterable<Buffer>) received += chunk.length;
  expect(received).toBe(size);
  await show('open', 1);
  expect((await resume({})).status).toBe(206);
});
