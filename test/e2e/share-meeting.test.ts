import { afterAll, beforeAll, expect, it } from 'vitest';
import pg from 'pg';
import { addMember, createDataset, createPerson, type Person } from '../support/people.ts';
import { startService, until, type TestService } from '../support/service.ts';
import { answerOf, beginShare, countersOf, endShare, sha256, shareOf, uploadInto } from '../support/share.ts';
import { storedFiles } from '../support/stored-files.ts';
import { copyOnServer, type TestDatabase } from '../support/test-database.ts';
import { metadataOf, TUS } from '../support/uploads.ts';

// Two applications on one server, as two processes are: each with connections and memory of its own.
let first: TestService;
let second: TestService;
let database: pg.Client;
let placed: TestDatabase;
/** One user, through the one process and through the other. */
let [ann, twin, ben]: Person[] = [];

beforeAll(async () => {
  placed = await copyOnServer();
  const environment = { DATABASE_URL: placed.url, BUILDS__CONCURRENCY: '0', EnableStorageLimiter: 'true' };
  first = await startService(environment);
  second = await startService({ ...environment, DATA_DIR: first.dataDir });
  database = new pg.Client({ connectionString: placed.url });
  await database.connect();
  [ann, ben] = [await createPerson(first, 'ann'), await createPerson(first, 'ben')];
  const { token } = ann;
  twin = {
    ...ann,
    call: (method, path, json, options = {}) =>
      second.call(method, path, { token, ...(json === undefined ? {} : { json }), ...options }),
  };
  await first.call('POST', '/orgs', { json: { slug: 'team', owner: 'ann' } });
  await addMember(first, 'team', 'ben', 1);
});
afterAll(async () => {
  await database.end();
  await second.app.close();
  await first[Symbol.asyncDispose]();
  await placed.remove();
});

const quota = (total: number | null): Promise<Response> => first.call('PUT', '/users/ann/storage', { json: { total } });
const usedBy = async (who: Person): Promise<number> =>
  ((await answerOf(who.call('GET', '/users/storage')))[1] as { used: number }).used;
const statuses = async (answers: readonly Promise<readonly [number, unknown]>[]): Promise<number[]> =>
  (await Promise.all(answers)).map(([status]) => status).toSorted((a, b) => a - b);
/** Makes a batch one that was last used so long ago. */
const idle = (token: string, hours: number) =>
  database.query(`update upload_batches set touched_at = now() - make_interval(mins => $1) where token = $2`, [
    hours * 60,
    token,
  ]);

it('G-3 commits once, no matter who asks at the same time, and then nothing is staged or rolled back any more', async () => {
  for (let round = 0; round < 4; round += 1) {
    const dataset = `team/race-${round}`;
    await createDataset(first, dataset, 0);
    const token = await beginShare(ann!, { tag: dataset });
    await uploadInto(ann!, token, 'base.txt', 'base');
    const uploads = Array.from({ length: 6 }, (_, at) =>
      uploadInto(at % 2 ? ann! : twin!, token, `f/${at}.txt`, `file ${at} of ${round}`),
    );
    const commits = [ann!, twin!, ann!].map((who) => endShare(who, token, 'commit'));
    const rollback = endShare(twin!, token, 'rollback');
    const [staged, ended] = [await Promise.all(uploads), await Promise.all(commits)];
    const isRolledBack = (await rollback)[0] === 200;
    expect(new Set(ended.map(([status]) => status))).toEqual(new Set([isRolledBack ? 400 : 200]));
    const { status, entries } = await shareOf(ann!, token);
    expect(status).toBe(isRolledBack ? 2 : 1);
    // What was acknowledged in time is there, and what was refused is not.
    const taken = staged.filter(([code]) => code === 200).length + 1;
    for (const [code] of staged) expect([200, 400]).toContain(code);
    expect(entries).toHaveLength(isRolledBack ? 0 : taken);
    const [, counted] = await countersOf(ann!, dataset);
    expect(counted).toBe(isRolledBack ? 0 : taken + (taken > 1 ? 1 : 0));
    const needed = isRolledBack ? [] : staged.filter(([code]) => code === 200);
    expect(await storedFiles(first)).toEqual(
      expect.arrayContaining(needed.map(([, body]) => (body as { hash: string }).hash)),
    );
  }
});

it('stages and replaces one path from both sides: one of them wins, whole', async () => {
  await createDataset(first, 'team/path', 0);
  const token = await beginShare(ann!, { tag: 'team/path' });
  const texts = Array.from({ length: 8 }, (_, at) => `version ${at}`.repeat(at + 1));
  await Promise.all(texts.map((text, at) => uploadInto(at % 2 ? ann! : twin!, token, 'a.txt', text)));
  const { entries } = await shareOf(ann!, token);
  expect(texts.map(sha256)).toContain(entries[0]!.hash);
  expect((await endShare(ann!, token, 'commit'))[0]).toBe(200);
  const stored = await storedFiles(first);
  expect(texts.map(sha256).filter((hash) => stored.includes(hash))).toEqual([entries[0]!.hash]);
  const won = texts.find((text) => sha256(text) === entries[0]!.hash)!;
  expect(await countersOf(ann!, 'team/path')).toEqual([won.length, 1]);
});

it('G-1 accepts no more than the quota in two batches and beside them, and gives it back with a rollback', async () => {
  const used = await usedBy(ann!);
  await createDataset(first, 'team/one', 0);
  await createDataset(first, 'team/two', 0);
  await quota(used + 1000);
  const tokens = [await beginShare(ann!, { tag: 'team/one' }), await beginShare(ben!, { tag: 'team/two' })] as const;
  const sent = await statuses(
    Array.from({ length: 20 }, (_, at) =>
      uploadInto(at % 2 ? ben! : at % 4 ? twin! : ann!, tokens[at % 2]!, `${at}.bin`, Buffer.alloc(300, at + 1)),
    ),
  );
  expect(sent).toEqual([...Array<number>(3).fill(200), ...Array<number>(17).fill(507)]);
  // What is staged is no part of a dataset, and yet it takes room.
  expect(await usedBy(ann!)).toBe(used);
  const body = new FormData();
  body.append('path', 'plain.bin');
  body.append('file', new Blob([new Uint8Array(200)]));
  const plain = (): Promise<Response> => ann!.call('POST', '/orgs/team/ds/one/obj', undefined, { body });
  expect((await plain()).status).toBe(507);
  for (const [who, token] of [
    [ann!, tokens[0]],
    [ben!, tokens[1]],
  ] as const)
    expect((await endShare(who, token, 'rollback'))[0]).toBe(200);
  expect((await plain()).status).toBe(201);
  const token = await beginShare(ann!, { tag: 'team/one' });
  expect((await uploadInto(ann!, token, 'rest.bin', Buffer.alloc(800, 99)))[0]).toBe(200);
  expect((await uploadInto(ann!, token, 'rest.bin', Buffer.alloc(800, 99)))[0]).toBe(200);
  expect(await uploadInto(ann!, token, 'more.bin', 'x')).toMatchObject([507, { noRetry: true }]);
  expect((await endShare(ann!, token, 'commit'))[0]).toBe(200);
  expect(await usedBy(ann!)).toBe(used + 1000);
  await quota(used);
  expect(await answerOf(ann!.call('POST', '/share/init', {}))).toMatchObject([507, { noRetry: true }]);
  await quota(null);
});

it('G-5 removes batches that were given up and spares those in use', async () => {
  await createDataset(first, 'team/left', 0);
  const [left, used, done, made] = [
    await beginShare(ann!, { tag: 'team/left' }),
    await beginShare(ben!, { tag: 'team/left' }),
    await beginShare(ann!, { tag: 'team/done' }),
    await beginShare(ann!, { tag: 'team/made' }),
  ];
  await uploadInto(ann!, left, 'left.txt', 'left alone');
  await uploadInto(ann!, done, 'done.txt', 'done');
  expect((await endShare(ann!, done, 'commit'))[0]).toBe(200);
  await idle(left, 1.1);
  await idle(made, 1.1);
  await idle(used, 1.1);
  // Its use counts, however long ago it was begun.
  await uploadInto(ben!, used, 'used.txt', 'in use');
  const removed = async () => {
    const [status, body] = await answerOf(first.call('POST', '/sys/cleanupbatches'));
    expect(status).toBe(200);
    return (body as { removedBatches: { token: string; status: number; dataset: string }[] }).removedBatches;
  };
  const gone = await removed();
  expect(gone).toContainEqual(
    expect.objectContaining({ token: left, status: 0, organization: 'team', dataset: 'left' }),
  );
  expect(gone).toContainEqual(expect.objectContaining({ token: done, status: 1, userName: 'ann' }));
  expect(gone.map(({ token }) => token)).toContain(made);
  expect(gone.map(({ token }) => token)).not.toContain(used);
  expect(await storedFiles(first)).not.toContain(sha256('left alone'));
  expect((await first.call('GET', '/orgs/team/ds/made')).status).toBe(404);
  expect((await answerOf(ann!.call('GET', `/share/${left}`)))[0]).toBe(404);
  expect((await endShare(ben!, used, 'commit'))[0]).toBe(200);
  expect((await ben!.call('POST', '/sys/cleanupbatches')).status).toBe(403);
});

/** Asks while the test holds a row; lets go of it once so many statements wait for a lock. */
async function whileHeld<T>(
  hold: string,
  values: readonly unknown[],
  ask: readonly (() => Promise<T>)[],
): Promise<T[]> {
  const holder = new pg.Client({ connectionString: placed.url });
  await holder.connect();
  const waiting = async (): Promise<number> => {
    const { rows } = await database.query<{ count: number }>(
      `select count(*)::integer as count from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0]!.count;
  };
  try {
    await holder.query('begin');
    await holder.query(hold, [...values]);
    const answers: Promise<T>[] = [];
    for (const one of ask) {
      answers.push(one());
      await until(waiting, (count) => count === answers.length);
    }
    await holder.query('commit');
    return await Promise.all(answers);
  } finally {
    await holder.end();
  }
}

it('G-5 leaves a batch all its files that is used again the moment it is about to be cleaned up', async () => {
  await createDataset(first, 'team/revived', 0);
  const token = await beginShare(ann!, { tag: 'team/revived' });
  expect((await uploadInto(ann!, token, 'a.txt', 'acknowledged'))[0]).toBe(200);
  await idle(token, 2);
  const [cleaned] = await whileHeld(
    `update upload_batches set touched_at = now() where token = $1`,
    [token],
    [() => answerOf(first.call('POST', '/sys/cleanupbatches'))],
  );
  expect(cleaned).toMatchObject([200, { removeBatchErrors: [] }]);
  expect(JSON.stringify(cleaned)).not.toContain(token);
  expect(await shareOf(ann!, token)).toMatchObject({ status: 0, entries: [{ path: 'a.txt' }] });
  expect((await endShare(ann!, token, 'commit'))[0]).toBe(200);
  expect(await countersOf(ann!, 'team/revived')).toEqual(['acknowledged'.length, 1]);
});

it('leaves datasets that have been empty for long and have files on their way in', async () => {
  await createDataset(first, 'team/waiting', 0);
  const token = await beginShare(ann!, { tag: 'team/waiting' });
  expect((await uploadInto(ann!, token, 'a.txt', 'on its way'))[0]).toBe(200);
  const upload = await resumable('team/rests', {});
  expect(upload.status).toBe(201);
  await database.query(`update datasets set changed_at = now() - interval '2 days' where entry_count = 0`);
  const [status, body] = await answerOf(first.call('POST', '/sys/cleanupdatasets'));
  expect(status).toBe(200);
  const { removedDatasets } = body as { removedDatasets: string[] };
  expect(removedDatasets).not.toEqual(expect.arrayContaining(['waiting']));
  expect(removedDatasets).not.toEqual(expect.arrayContaining(['rests']));
  expect((await endShare(ann!, token, 'commit'))[0]).toBe(200);
});

/** Begins a resumable upload in a dataset, which is made. */
async function resumable(dataset: string, fields: Readonly<Record<string, string>>): Promise<Response> {
  if (fields['batch'] === undefined) await createDataset(first, dataset, 0);
  const headers = { ...TUS, 'upload-length': '5', 'upload-metadata': metadataOf({ path: 'large.bin', ...fields }) };
  return ann!.call('POST', `/orgs/${dataset.replace('/', '/ds/')}/uploads`, undefined, { headers });
}

it('begins a resumable upload into a batch while a file is staged in it: neither waits for the other for ever', async () => {
  await createDataset(first, 'team/both', 0);
  await quota(1_000_000_000);
  const token = await beginShare(ann!, { tag: 'team/both' });
  const answers = await whileHeld(
    `select from users where name = 'ann' for no key update`,
    [],
    [
      async () => (await resumable('team/both', { batch: token })).status,
      async () => (await uploadInto(ann!, token, 'a.txt', 'a'))[0],
    ],
  );
  expect(answers).toEqual([201, 200]);
  await quota(null);
});

it('lets one user have so many running, and ends them with their dataset', async () => {
  const { rows } = await database.query<{ id: string }>(`select id from users where name = 'ben'`);
  await createDataset(first, 'team/doomed', 0);
  const token = await beginShare(ben!, { tag: 'team/doomed' });
  await uploadInto(ben!, token, 'a.txt', 'doomed');
  await database.query(
    `insert into upload_batches (id, dataset_id, token, user_id, user_name)
     select gen_random_uuid(), dataset_id, 'many ' || n, $1, 'ben' from upload_batches, generate_series(1, 199) n
     where token = $2`,
    [rows[0]!.id, token],
  );
  expect((await answerOf(ben!.call('POST', '/share/init', {})))[0]).toBe(429);
  expect((await first.call('DELETE', '/orgs/team/ds/doomed')).status).toBe(204);
  expect((await shareOf(ben!, token)).status).toBe(2);
  expect((await uploadInto(ben!, token, 'b.txt', 'b'))[0]).toBe(400);
  const again = await beginShare(ben!, {});
  expect((await endShare(ben!, again, 'rollback'))[0]).toBe(200);
});
