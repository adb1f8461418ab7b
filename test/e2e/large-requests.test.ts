import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import yauzl from 'yauzl';
import { createDataset } from '../support/people.ts';
import { form, startService, type CallOptions, type TestService } from '../support/service.ts';
import { copyOnServer, type TestDatabase } from '../support/test-database.ts';

// Requests as long as those of clients that take a large dataset: in each form a body may have.

const AT = '/orgs/admin/ds/large';
const IDS = 100_000;
const PATHS = 10_000;
const TEXT = 'the same in each';
const openArchive = promisify<Buffer, yauzl.ZipFile>(yauzl.fromBuffer);

let service: TestService;
let placed: TestDatabase;
let database: pg.Client;

beforeAll(async () => {
  placed = await copyOnServer();
  service = await startService({ DATABASE_URL: placed.url, BUILDS__CONCURRENCY: '0' });
  database = new pg.Client({ connectionString: placed.url });
  await database.connect();
  await createDataset(service, 'admin/large', 0);
  await service.call('POST', `${AT}/obj`, { body: form({ path: 'first.txt', file: Buffer.from(TEXT) }) });
});
afterAll(async () => {
  await database.end();
  await service[Symbol.asyncDispose]();
  await placed.remove();
});

const urlencoded = (fields: Readonly<Record<string, string>>): CallOptions => ({ body: new URLSearchParams(fields) });

it(`G-7 dumps the values there are of ${IDS} ids`, async () => {
  const there = await Promise.all(
    ['one', 'two', 'three'].map(async (key) => {
      const answer = await service.call('POST', `${AT}/meta/set`, { json: { key, data: key } });
      expect(answer.status).toBe(200);
      return ((await answer.json()) as { id: string }).id;
    }),
  );
  const ids: string[] = Array.from({ length: IDS }, () => randomUUID());
  for (const [index, id] of there.entries()) ids[1 + index * 40_000] = id;
  const text = JSON.stringify(ids);
  const bodies: CallOptions[] = [
    { json: { ids } },
    { json: { ids: text } },
    urlencoded({ ids: text }),
    { body: form({ ids: text }) },
  ];
  for (const [index, options] of bodies.entries()) {
    const answer = await service.call('POST', `${AT}/meta/dump`, options);
    expect([index, answer.status]).toEqual([index, 200]);
    const found = (await answer.json()) as { id: string }[];
    expect(found.map(({ id }) => id)).toEqual(there.toSorted());
  }
});

it(`G-7 sends an archive of ${PATHS} paths`, async () => {
  await database.query(
    `insert into entries (dataset_id, path, parent, depth, name, hash, type, mtime, size)
     select dataset_id, format('DJI_%s.txt', n), parent, depth, format('dji_%s.txt', n), hash, type, mtime, size
     from entries, generate_series(1, $1::integer) n where path = 'first.txt'`,
    [PATHS],
  );
  const paths = Array.from({ length: PATHS }, (_, index) => `DJI_${index + 1}.txt`);
  const list = paths.join(',');
  const answer = await service.call('POST', `${AT}/download`, { json: { paths } });
  expect(answer.status).toBe(200);
  const { entryCount } = await openArchive(Buffer.from(await answer.arrayBuffer()));
  expect(entryCount).toBe(PATHS);
  // The other forms ask for an address: it is made of what was named, and refused for what is not there.
  const headers = { accept: 'application/json' };
  for (const [given, status] of [
    [list, 200],
    [`${list},missing`, 404],
  ] as const)
    for (const options of [{ json: { path: [given] } }, urlencoded({ path: given }), { body: form({ path: given }) }])
      expect((await service.call('POST', `${AT}/download`, { ...options, headers })).status).toBe(status);
});
