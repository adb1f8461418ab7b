import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '../../src/access/index.ts';
import {
  addDataset,
  addEntries,
  addUser,
  looseFile,
  photo,
  startCatalog,
  type CatalogService,
} from '../support/catalog-service.ts';

/** In the name of everything private, so that no answer may hold it. */
const SECRET = 'hidden';
/** West of everything open: no box may reach so far. */
const SECRET_N = 3000;

let service: CatalogService;
let privateId: string;

beforeAll(async () => {
  service = await startCatalog();
  const owner = await addUser(service, 'owner');
  const gone = await addUser(service, 'gone', ['deactivated']);
  const [reader, writer] = [await addUser(service, 'reader'), await addUser(service, 'writer')];
  await addUser(service, 'stranger');
  await addUser(service, 'admin', ['admin']);
  const open = await addDataset(service, 'town/open', 1, owner.id);
  privateId = await addDataset(service, `town/${SECRET}-plan`, 0, owner.id);
  const abandoned = await addDataset(service, `abandoned/${SECRET}-${SECRET}`, 1, gone.id);
  const { id: town } = await service.db
    .selectFrom('organizations')
    .select('id')
    .where('slug', '=', 'town')
    .executeTakeFirstOrThrow();
  for (const [level, { id }] of [
    [0, reader],
    [1, writer],
  ] as const)
    await service.db.insertInto('organization_members').values({ organization_id: town, user_id: id, level }).execute();
  await addEntries(service, open, [photo('open.jpg', 1), photo('more.jpg', 2)]);
  const readme = looseFile('README.md', await service.store(`${SECRET} words`));
  await addEntries(service, privateId, [photo(`${SECRET}.jpg`, SECRET_N), readme]);
  await addEntries(service, abandoned, [photo(`${SECRET}-too.jpg`, SECRET_N + 1)]);
  token('link', owner, { kind: 'link', path: '' });
  token('link-of-a-reader', reader, { kind: 'link', path: '' });
  token('link-to-a-file', owner, { kind: 'link', path: `${SECRET}.jpg` });
  token('token-of-a-reader', reader, { kind: 'personal', path: '' });
});
afterAll(() => service[Symbol.asyncDispose]());

function token(name: string, user: Caller, { kind, path }: { kind: 'link' | 'personal'; path: string }): void {
  const scope = { tokenId: randomUUID(), kind, readOnly: true, datasetId: privateId, path };
  service.callers.set(name, { ...user, scope });
}

async function ask(path: string, caller?: string, json?: unknown) {
  const method = json === undefined ? 'GET' : 'POST';
  const { status, text } = await service.call(method, path, {
    ...(caller === undefined ? {} : { caller }),
    ...(json === undefined ? {} : { json }),
  });
  return { status, text, body: JSON.parse(text) as Record<string, unknown> };
}

const secretItem = Buffer.from(`${SECRET}.jpg`).toString('base64url');
const encodedSecret = Buffer.from(SECRET).toString('base64url').slice(0, 6);

/** Whether a text tells of anything private: by name, by an id made of a name, or by the longitude (not the seconds of a time). */
const tells = (text: string): boolean =>
  [SECRET, encodedSecret, privateId].some((word) => text.includes(word)) || /[[,]38\./.test(text);

it('B-5 STAC lists, searches, counts and boxes tell strangers nothing of private datasets and of deactivated owners', async () => {
  const world = [-180, -90, 180, 90];
  const asked: [path: string, json?: unknown][] = [
    ['/stac'],
    ['/stac/collections'],
    ['/stac/collections/town:open'],
    ['/stac/collections/town:open/items'],
    ['/orgs/town/ds/open/stac'],
    ['/stac/search'],
    [`/stac/search?bbox=${world.join(',')}`],
    [`/stac/search?ids=${secretItem}`],
    [`/stac/search?collections=town:${SECRET}-plan,abandoned:${SECRET}-${SECRET}`],
    ['/stac/search', { bbox: world }],
    ['/stac/search', { intersects: { type: 'Point', coordinates: [38.0005, 47.0005] } }],
    ['/stac/search', { datetime: '2026-05-01T10:30:00Z/..' }],
  ];
  for (const caller of [undefined, 'stranger'])
    for (const [path, json] of asked) {
      const { status, text, body } = await ask(path, caller, json);
      // What was asked for comes back in the link `self`; all else must not tell.
      const isEcho = json !== undefined || path.includes(SECRET) || path.includes(secretItem);
      const told = isEcho ? JSON.stringify({ ...body, links: [] }) : text;
      const { numberMatched = 0 } = body;
      expect([path, caller, status, tells(told), [0, 2].includes(numberMatched as number)]).toEqual([
        path,
        caller,
        200,
        false,
        true,
      ]);
    }
  expect((await ask('/stac/search')).body['numberMatched']).toBe(2);
});

it('B-5 STAC collections and items of private datasets answer strangers as if they did not exist', async () => {
  const paths = ['', '/items', `/items/${secretItem}`];
  for (const form of [`town:${SECRET}-plan`, `town/${SECRET}-plan`, `abandoned:${SECRET}-${SECRET}`, 'town:none'])
    for (const path of paths) {
      const address = `/stac/collections/${form}${path}`;
      const [anonymous, stranger] = [await ask(address), await ask(address, 'stranger')];
      expect([address, anonymous.status, stranger.status]).toEqual([address, 404, 404]);
      expect(anonymous.text).toBe(stranger.text);
    }
  for (const own of ['', `/${secretItem}`])
    expect((await ask(`/orgs/town/ds/${SECRET}-plan/stac${own}`, 'stranger')).status).toBe(404);
});

it('members, the owner and administrators see what they may read, in lists, counts and searches', async () => {
  const counted: Record<string, number> = { reader: 3, owner: 3, admin: 4, gone: 3, stranger: 2 };
  for (const [caller, matched] of Object.entries(counted)) {
    const { body } = await ask('/stac/search?limit=100', caller);
    expect([caller, body['numberMatched'], (body['features'] as unknown[]).length]).toEqual([caller, matched, matched]);
  }
  const catalog = await ask('/stac', 'reader');
  expect(catalog.text).toContain(`town:${SECRET}-plan`);
  const collection = await ask(`/stac/collections/town:${SECRET}-plan`, 'reader');
  expect(collection.body['description']).toBe(`${SECRET} words`);
});

it('a token for one dataset sees that dataset and nothing else; a link ends with the right of its maker', async () => {
  for (const caller of ['link', 'token-of-a-reader']) {
    const { body, text } = await ask('/stac/search', caller);
    expect([caller, body['numberMatched'], text.includes('open')]).toEqual([caller, 1, false]);
    const children = ((await ask('/stac', caller)).body['links'] as { rel: string }[]).filter(
      ({ rel }) => rel === 'child',
    );
    expect([caller, children.length]).toEqual([caller, 1]);
    expect((await ask(`/stac/collections/town:${SECRET}-plan`, caller)).status).toBe(200);
  }
  const { body, text } = await ask('/stac/search', 'link-of-a-reader');
  expect([body['numberMatched'], tells(text)]).toEqual([0, false]);
  expect((await ask(`/stac/collections/town:${SECRET}-plan`, 'link-of-a-reader')).status).toBe(403);
});

it('a token for one file sees the item of that file, and for the rest it is nobody', async () => {
  const caller = 'link-to-a-file';
  expect((await ask(`/stac/collections/town:${SECRET}-plan/items/${secretItem}`, caller)).status).toBe(200);
  expect((await ask(`/orgs/town/ds/${SECRET}-plan/stac/${secretItem}`, caller)).status).toBe(200);
  const readme = Buffer.from('README.md').toString('base64url');
  for (const path of ['', '/items', `/items/${readme}`, '/items/none'])
    expect((await ask(`/stac/collections/town:${SECRET}-plan${path}`, caller)).status).toBe(403);
  expect(tells((await ask('/stac/search', caller)).text)).toBe(false);
});
