import { request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import pg from 'pg';
import { quadrantOrthophoto } from '../support/geotiff.ts';
import { addMember, createDataset, createLink, createPerson, createToken, type Person } from '../support/people.ts';
import { good, pusher, stampOf, type ClientState, type Needed } from '../support/pushing.ts';
import { form, startService, type TestService } from '../support/service.ts';
import { sha256 } from '../support/share.ts';
import { storedFiles } from '../support/stored-files.ts';
import { copyOnServer, type TestDatabase } from '../support/test-database.ts';
import { metadataOf, TUS } from '../support/uploads.ts';

// Whose pushes are, what they may take, and what ends with them.

let service: TestService;
let placed: TestDatabase;
let database: pg.Client;
let [ann, ben]: Person[] = [];

beforeAll(async () => {
  placed = await copyOnServer();
  service = await startService({ DATABASE_URL: placed.url, BUILDS__CONCURRENCY: '0', EnableStorageLimiter: 'true' });
  database = new pg.Client({ connectionString: placed.url });
  await database.connect();
  [ann, ben] = [await createPerson(service, 'ann'), await createPerson(service, 'ben')];
  await service.call('POST', '/orgs', { json: { slug: 'team', owner: 'ann' } });
  await addMember(service, 'team', 'ben', 2);
});
afterAll(async () => {
  await database.end();
  await service[Symbol.asyncDispose]();
  await placed.remove();
});

const state = (files: Readonly<Record<string, string>>): ClientState => ({ files: new Map(Object.entries(files)) });
const at = (slug: string): string => `/orgs/team/ds/${slug}`;
const client = (who: Person, slug: string) =>
  pusher((method, path, options) => who.call(method, path, undefined, options), at(slug));
const neededOf = async (answer: Promise<Response>): Promise<Needed & { readonly token: string }> => {
  const needed = (await (await good(await answer)).json()) as Needed & { token: string };
  expect(needed.token).not.toBeNull();
  return needed;
};
const statusOf = async (answer: Promise<Response>): Promise<number> => (await answer).status;

it('expires with its bytes and the dataset that came with it, but not while it is used', async () => {
  const has = state({ 'a.txt': 'never committed', 'b.txt': 'b' });
  const [left, used] = [client(ann!, 'left'), client(ann!, 'used')];
  const [{ token: leftToken }, { token: usedToken }] = [
    await neededOf(left.begin(has)),
    await neededOf(used.begin(has)),
  ];
  await good(await left.upload(leftToken, 'a.txt', 'never committed'));
  await database.query(`update upload_batches set touched_at = now() - interval '61 minutes'`);
  await good(await used.upload(usedToken, 'b.txt', 'b'));
  const { removedBatches } = (await (await service.call('POST', '/sys/cleanupbatches')).json()) as {
    removedBatches: { token: string }[];
  };
  expect(removedBatches.map(({ token }) => token)).toEqual([leftToken]);
  expect(await storedFiles(service)).not.toContain(sha256('never committed'));
  expect(await statusOf(service.call('GET', at('left')))).toBe(404);
  expect(await statusOf(left.commit(leftToken))).toBe(404);
  await good(await used.upload(usedToken, 'a.txt', 'never committed'));
  await good(await used.commit(usedToken));
  expect(await used.stamp()).toEqual(stampOf(has));
});

it("is its user's alone, and its dataset's", async () => {
  await createDataset(service, 'team/own', 0);
  await createDataset(service, 'team/other', 0);
  const has = state({ 'a.txt': 'a' });
  const other = await client(ann!, 'other').stamp();
  const { checksum } = await client(ann!, 'own').stamp();
  const { token } = await neededOf(client(ann!, 'own').begin(has, checksum));
  await neededOf(client(ann!, 'other').begin(has, other.checksum));
  await neededOf(client(ben!, 'own').begin(has, checksum));
  for (const stranger of [client(ben!, 'own'), client(ann!, 'other')]) {
    expect(await statusOf(stranger.upload(token, 'a.txt', 'a'))).toBe(400);
    expect(await statusOf(stranger.sendValues(token, new Map()))).toBe(400);
    expect(await statusOf(stranger.commit(token))).toBe(400);
  }
  // Each has one of his own: nobody's begin ended it.
  await good(await client(ann!, 'own').upload(token, 'a.txt', 'a'));
  await good(await client(ann!, 'own').commit(token));
  expect(await client(ann!, 'other').stamp()).toEqual(other);
});

it('cannot be committed by who has lost the right meanwhile', async () => {
  await createDataset(service, 'team/rights', 0);
  const { begin, upload, commit, stamp } = client(ben!, 'rights');
  const { token } = await neededOf(begin(state({ 'a.txt': 'a' }), (await stamp()).checksum));
  await good(await upload(token, 'a.txt', 'a'));
  expect(await statusOf(service.call('PUT', '/orgs/team/members/ben', { json: { permissions: 0 } }))).toBe(204);
  expect(await statusOf(upload(token, 'a.txt', 'a'))).toBe(403);
  expect(await statusOf(commit(token))).toBe(403);
  await service.call('DELETE', '/orgs/team/members/ben');
  expect(await statusOf(commit(token))).toBe(404);
  expect((await client(ann!, 'rights').stamp()).entries).toEqual([]);
  await addMember(service, 'team', 'ben', 2);
  await good(await commit(token));
});

it('counts what is staged, and at its commit what the dataset has then', async () => {
  const quota = (total: number | null): Promise<Response> =>
    service.call('PUT', '/users/ann/storage', { json: { total } });
  const used = async (): Promise<number> =>
    ((await (await ann!.call('GET', '/users/storage')).json()) as { used: number }).used;
  const before = await used();
  const texts = { 'a.txt': 'a'.repeat(1000), 'b.txt': 'b'.repeat(1000) };
  const { begin, upload, commit } = client(ann!, 'bounded');
  const { token } = await neededOf(begin(state(texts)));
  await quota(before + 1500);
  await good(await upload(token, 'a.txt', texts['a.txt']));
  const refused = await upload(token, 'b.txt', texts['b.txt']);
  expect([refused.status, await refused.json()]).toEqual([507, expect.objectContaining({ noRetry: true })]);
  await quota(before + 2000);
  await good(await upload(token, 'b.txt', texts['b.txt']));
  await quota(before + 1500);
  expect(await statusOf(commit(token))).toBe(507);
  await quota(before + 2000);
  await good(await commit(token));
  expect(await used()).toBe(before + 2000);
  await quota(null);
});

it('takes resumable uploads of its files, with the bytes that were announced', async () => {
  const bytes = 'sent in two pieces';
  const { begin, commit, stamp } = client(ann!, 'pieces');
  const { token } = await neededOf(begin(state({ 'a.bin': bytes })));
  const create = (path: string): Promise<Response> => {
    const metadata = metadataOf({ path, batch: token });
    const headers = { ...TUS, 'upload-length': String(bytes.length), 'upload-metadata': metadata };
    return ann!.call('POST', `${at('pieces')}/uploads`, undefined, { headers });
  };
  const send = (address: string, offset: number, body: string): Promise<Response> => {
    const headers = { ...TUS, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' };
    return ann!.call('PATCH', address, undefined, { headers, body });
  };
  expect(await statusOf(create('other.bin'))).toBe(400);
  const wrong = (await create('a.bin')).headers.get('location')!;
  expect(await statusOf(send(wrong, 0, 'x'.repeat(bytes.length)))).toBeGreaterThanOrEqual(400);
  expect(await statusOf(commit(token))).toBe(400);
  const address = (await create('a.bin')).headers.get('location')!;
  expect(await statusOf(send(address, 0, bytes.slice(0, 4)))).toBe(204);
  expect(await statusOf(send(address, 4, bytes.slice(4)))).toBe(204);
  await good(await commit(token));
  expect(await stamp()).toEqual(stampOf(state({ 'a.bin': bytes })));
});

it('ends links and tokens of what it takes away, and no others', async () => {
  const has = state({ 'f/a.txt': 'a', 'g.txt': 'g', 'kept.txt': 'kept', 'turned.txt': 'before' });
  const { push } = client(ann!, 'linked');
  await push(has);
  const scope = (path: string) => ({ organization: 'team', dataset: 'linked', path });
  const ended = [
    ...(await Promise.all(['f', 'f/a.txt', 'g.txt'].map((path) => createLink(service, 'team/linked', { path })))),
    await createToken(service, { name: 'one', ...scope('g.txt') }),
  ];
  const lasting = [
    ...(await Promise.all(['kept.txt', 'turned.txt'].map((path) => createLink(service, 'team/linked', { path })))),
    await createToken(service, { name: 'two', ...scope('kept.txt') }),
  ];
  const paths = { ended: ['f/a.txt', 'f/a.txt', 'g.txt', 'g.txt'], lasting: ['kept.txt', 'turned.txt', 'kept.txt'] };
  const read = (token: string, path: string): Promise<number> =>
    statusOf(service.call('GET', `${at('linked')}/download?path=${path}`, { token }));
  for (const [index, { token }] of ended.entries()) expect(await read(token, paths.ended[index]!)).toBe(200);
  const wanted = state({ 'kept.txt': 'kept', 'turned.txt': 'behind' });
  await push(wanted, stampOf(has).checksum);
  // What comes to the paths again is nothing they show.
  await push(has, stampOf(wanted).checksum);
  for (const [index, { token }] of ended.entries()) expect(await read(token, paths.ended[index]!)).toBe(401);
  for (const [index, { token }] of lasting.entries()) expect(await read(token, paths.lasting[index]!)).toBe(200);
});

it('asks for one build of each file that comes, and for none of those that were there', async () => {
  const call = (step: string, body: FormData | URLSearchParams): Promise<Response> =>
    ann!.call('POST', `${at('built')}/push/${step}`, undefined, { body });
  const pictures = [64, 128, 192].map((size) => quadrantOrthophoto(size));
  const pushThose = async (count: number, checksum?: string): Promise<string> => {
    const entries = pictures.slice(0, count).map((bytes, index) => ({ [`${index}.tif`]: sha256(bytes) }));
    const stamp = JSON.stringify({ checksum: '', entries, meta: [] });
    const init = call('init', new URLSearchParams({ stamp, ...(checksum === undefined ? {} : { checksum }) }));
    const { token, neededFiles } = await neededOf(init);
    for (const path of neededFiles!)
      await good(await call('upload', form({ file: pictures[Number.parseInt(path, 10)]!, path, token })));
    for (let again = 0; again < 2; again += 1) await good(await call('commit', new URLSearchParams({ token })));
    return (await client(ann!, 'built').stamp()).checksum;
  };
  const asked = async (): Promise<string[]> => {
    const builds = (await (await ann!.call('GET', `${at('built')}/builds`)).json()) as { path: string }[];
    return builds.map(({ path }) => path).toSorted();
  };
  const first = await pushThose(2);
  expect(await asked()).toEqual(['0.tif', '1.tif']);
  await pushThose(3, first);
  expect(await asked()).toEqual(['0.tif', '1.tif', '2.tif']);
});

it('refuses a body of more than a gibibyte before it comes', async () => {
  const headers = {
    authorization: `Bearer ${ann!.token}`,
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': String(1024 ** 3 + 1),
  };
  for (const step of ['init', 'meta']) {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sending = request(`${service.url}${at('own')}/push/${step}`, { method: 'POST', headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
        sending.destroy();
      });
      sending.on('error', reject);
      sending.flushHeaders();
    });
    expect(status).toBe(413);
  }
});
