import { afterAll, beforeAll, expect, it } from 'vitest';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
  await service.call('POST', '/orgs', { json: { slug: 'names', name: 'Names' } });
  await service.call('POST', '/orgs/names/ds', { json: { slug: 'named', name: 'Named' } });
});
afterAll(() => service[Symbol.asyncDispose]());

interface Answer {
  readonly status: number;
  readonly body: unknown;
}
const send = async (method: string, path: string, json: object): Promise<Answer> => {
  const answer = await service.call(method, path, { json });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
};
const get = async (path: string): Promise<unknown> => (await service.call('GET', path)).json();
/** Spaces, control and format characters, fillers of Hangul (which are letters to Unicode), an empty Braille cell. */
const BLANKS = [
  ' ',
  '\t',
  '\u00a0\u2003',
  '\u200b\u2060',
  ' \u200e ',
  '\u3164',
  '\u115f\uffa0',
  '\u2800',
  '\u034f\ufe0f',
];

/** Each call that gives a thing a name for people; the name goes in. */
const NAMED: readonly (readonly [string, string, string, (name: string) => object])[] = [
  ['a new organization', 'POST', '/orgs', (name) => ({ slug: 'blank', name })],
  ['an organization', 'PUT', '/orgs/names', (name) => ({ name })],
  ['a new dataset', 'POST', '/orgs/names/ds', (name) => ({ slug: 'blank', name })],
  ['a dataset', 'PUT', '/orgs/names/ds/named', (name) => ({ name })],
  ['the dataset of a share', 'POST', '/share/init', (datasetName) => ({ tag: 'names/blank', datasetName })],
  ['a token', 'POST', '/users/tokens', (name) => ({ name })],
  ['a link', 'POST', '/orgs/names/ds/named/links', (name) => ({ name })],
  ['a role', 'POST', '/users/roles', (roleName) => ({ roleName })],
  ['a key of metadata', 'POST', '/orgs/names/ds/named/meta/set', (key) => ({ key, data: '1' })],
  ['the name in the metadata', 'POST', '/orgs/names/ds/named/meta/set', (data) => ({ key: 'name', data })],
];

it.each(NAMED)('refuses a name without a visible character for %s', async (_what, method, path, json) => {
  for (const name of BLANKS) {
    const { status, body } = await send(method, path, json(name));
    expect([status, (body as { error: string }).error], JSON.stringify(name)).toEqual([
      400,
      expect.stringMatching(/^(name|datasetName|roleName|key) must /),
    ]);
  }
});

it('leaves everything as it was after a refusal', async () => {
  expect(await get('/orgs/names')).toMatchObject({ name: 'Names' });
  expect(await get('/orgs/names/ds')).toMatchObject([
    { slug: 'named', properties: { meta: { name: { data: 'Named' } } } },
  ]);
  expect(await get('/users/tokens')).toEqual([]);
  expect((await service.call('GET', '/orgs/blank')).status).toBe(404);
});

it('stores names without the spaces around them', async () => {
  expect((await send('POST', '/orgs', { slug: 'trimmed', name: '  Trim med ' })).body).toMatchObject({
    name: 'Trim med',
  });
  await send('PUT', '/orgs/names', { name: ' Na mes ' });
  expect(await get('/orgs/names')).toMatchObject({ name: 'Na mes' });
  await send('PUT', '/orgs/names/ds/named', { name: ' Na med ' });
  expect(await get('/orgs/names/ds')).toMatchObject([{ properties: { meta: { name: { data: 'Na med' } } } }]);
  expect((await send('POST', '/users/tokens', { name: ' to ken ' })).body).toMatchObject({ name: 'to ken' });
  expect((await send('POST', '/orgs/names/ds/named/links', { name: ' li nk ' })).body).toMatchObject({ name: 'li nk' });
});

it('takes names in which other characters are visible', async () => {
  for (const name of ['\u2813\u2800\u2811', '\u{1f469}\u200d\u{1f680}', '\u1100\u1160'])
    expect((await send('POST', '/users/tokens', { name })).body).toMatchObject({ name });
});

it('takes an empty name for none, as existing clients send it', async () => {
  expect((await send('POST', '/orgs', { slug: 'unnamed', name: '' })).body).toMatchObject({ name: 'unnamed' });
  expect((await send('PUT', '/orgs/names/ds/named', { name: '' })).status).toBe(204);
  expect((await send('POST', '/users/tokens', { name: '' })).status).toBe(400);
});
