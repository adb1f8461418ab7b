import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDataset, createLink, createPerson } from '../support/people.ts';
import { startService, type TestService } from '../support/service.ts';

const SITES = ['https://www.example.org', 'http://localhost:8080'];
let service: TestService;
let url: URL;
let id: string;

beforeAll(async () => {
  service = await startService({ EXTERNAL_URL: 'https://maps.example.org' });
  await createDataset(service, 'admin/field', 0, ['a.txt']);
  await createDataset(service, 'admin/other', 0, ['a.txt']);
  const made = await createLink(service, 'admin/field', { frames: SITES, password: 'river bank 7' });
  ({ id } = made);
  url = new URL(made.url);
});
afterAll(() => service[Symbol.asyncDispose]());

const framesOf = async (path: string, headers: Record<string, string> = {}): Promise<readonly unknown[]> => {
  const answer = await service.call('GET', path, { token: null, headers });
  const [, allowed] = /frame-ancestors ([^;]*)/.exec(answer.headers.get('content-security-policy') ?? '') ?? [];
  return [answer.status, allowed, answer.headers.get('x-frame-options')];
};
const ALLOWED = [200, SITES.join(' '), null];
const OWN = [200, "'self'", 'SAMEORIGIN'];

it('lets the sites of a link embed the pages that it opens, and no other page', async () => {
  const token = url.searchParams.get('token')!;
  for (const page of ['/r/admin/field', '/r/admin/field/map', '/R/ADMIN/FIELD'])
    expect([page, await framesOf(`${page}?token=${token}`)]).toEqual([page, ALLOWED]);
  for (const page of ['/r/admin/other', '/r/admin', '/', '/account', '/settings', '/r/admin/none', '/r/a%00b/field'])
    expect([page, (await framesOf(`${page}?token=${token}`)).slice(1)]).toEqual([page, OWN.slice(1)]);
  expect(await framesOf('/r/admin/field')).toEqual(OWN);
  expect(await framesOf(`/r/admin/field?token=${token}x`)).toEqual(OWN);
  expect(await framesOf(`/r/admin/field?token=${token}&token=${token}`)).toEqual(OWN);
  expect(await framesOf('/r/admin/field', { authorization: `Bearer ${token}` })).toEqual(OWN);
  expect(await framesOf('/r/admin/field', { cookie: `jwtToken=${token}` })).toEqual(OWN);
});

it('lets nobody embed a page that comes with a session, as in a frame of a site beside this one', async () => {
  const page = `/r/admin/field${url.search}`;
  expect(await framesOf(page, { cookie: `jwtToken=${service.token}` })).toEqual(OWN);
  expect(await framesOf(page, { cookie: 'jwtToken=x; other=1' })).toEqual(OWN);
  expect(await framesOf(page, { cookie: 'jwtToken=; other=1' })).toEqual(ALLOWED);
});

it('keeps other policies of the page as they are', async () => {
  const policy = async (path: string): Promise<string> =>
    (await service.call('GET', path, { token: null })).headers.get('content-security-policy')!;
  const usual = await policy('/r/admin/field');
  expect((await policy(`/r/admin/field${url.search}`)).replace(SITES.join(' '), "'self'")).toBe(usual);
});

it('a page in a frame gets the proof of the password as a cookie of its own, over https alone', async () => {
  const token = url.searchParams.get('token')!;
  const opened = await service.call('POST', '/orgs/admin/ds/field/links/open', {
    token: null,
    json: { token, password: 'river bank 7' },
  });
  expect(opened.headers.getSetCookie()).toEqual([
    expect.stringMatching(/; HttpOnly; Secure; Partitioned; SameSite=None$/) as string,
  ]);
});

it('lets nobody embed it any more at once, when the sites are taken away, or its maker may not share', async () => {
  const maker = await createPerson(service, 'maker', ['admin']);
  const other = await createLink(service, 'admin/field', { frames: SITES }, maker.token);
  const page = `/r/admin/field?token=${other.token}`;
  expect(await framesOf(page)).toEqual(ALLOWED);
  await service.call('PUT', '/users/maker', { json: { roles: [] } });
  expect(await framesOf(page)).toEqual(OWN);
  expect(await framesOf(`/r/admin/field${url.search}`)).toEqual(ALLOWED);
  expect((await service.call('PATCH', `/orgs/admin/ds/field/links/${id}`, { json: { frames: [] } })).status).toBe(200);
  expect(await framesOf(`/r/admin/field${url.search}`)).toEqual(OWN);
});
