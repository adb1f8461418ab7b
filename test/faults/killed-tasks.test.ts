import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inFull } from '../support/full.ts';
import { openOwnPostgres } from '../support/own-postgres.ts';
import { basic, startProcess, startWorker } from '../support/process.ts';
import { form, until } from '../support/service.ts';

const USERS = 10;
const EACH = 20;
const TOTAL = USERS * EACH;
/** So many have come to their end when a process is killed. */
const KILLS = [40, 90];
/** Tasks among which the users take turns, some of which come late as a kill holds them up. */
const EARLY = 60;
const LATE = 3;
let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'alidade-killed-tasks-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

it.runIf(inFull('200 tasks through two kills take minutes'))(
  `H-1 drains ${TOTAL} tasks of ten users by two processes, each once and fairly, through kills of either`,
  { timeout: 300_000 },
  async () => {
    await using database = await openOwnPostgres(dataDir, 'tasks');
    const { url, db } = database;
    const environment = {
      DATA_DIR: dataDir,
      DATABASE_URL: url,
      DefaultAdmin__Password: 'secret123',
      BUILDS__CONCURRENCY: '0',
      ProcessingPlatform__MaxConcurrentTasksGlobal: String(TOTAL),
      ProcessingPlatform__MaxConcurrentTasksPerOrg: String(TOTAL),
      ProcessingPlatform__MaxConcurrentBulkDownloadsPerUser: String(EACH),
    };
    const api = await startProcess({ ...environment, ProcessingPlatform__Workers: '0' });
    const headers = basic('secret123');
    const ask = async (method: string, path: string, json?: object, by = headers): Promise<Response> =>
      fetch(api.url + path, {
        method,
        headers: { ...by, 'content-type': 'application/json' },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      });
    const dataset = '/orgs/admin/ds/killed';
    await fetch(`${api.url}/orgs/admin/ds`, {
      method: 'POST',
      headers,
      body: form({ slug: 'killed', visibility: '2' }),
    });
    const file = form({ path: 'a.txt', file: Buffer.from('a') });
    await fetch(`${api.url}${dataset}/obj`, { method: 'POST', headers, body: file });

    // All of the first user come before any of the second.
    for (let user = 0; user < USERS; user += 1) {
      const person = { userName: `user${user}`, password: 'Secret-123456' };
      await ask('POST', '/users', { ...person, email: `user${user}@example.org`, roles: [] });
      const session = (await (await ask('POST', '/users/authenticate', person, {})).json()) as { token: string };
      for (let index = 0; index < EACH; index += 1) {
        const wish = { toolId: 'bulk-download', params: { archiveName: `${user}-${index}` }, force: true };
        const { status } = await ask('POST', `${dataset}/tasks`, wish, { authorization: `Bearer ${session.token}` });
        expect([user, index, status]).toEqual([user, index, 202]);
      }
    }
    const begin = (): ReturnType<typeof startWorker> =>
      startWorker({ ...environment, ProcessingPlatform__Workers: '2' });
    const workers = [begin(), begin()];
    const states = async (): Promise<ReadonlyMap<string, number>> => {
      const rows = await db
        .selectFrom('jobs')
        .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
        .where('tool_id', '=', 'bulk-download')
        .groupBy('state')
        .execute();
      return new Map(rows.map(({ state, count }) => [state, Number(count)]));
    };
    for (const [victim, done] of KILLS.entries()) {
      await until(states, (all) => (all.get('Succeeded') ?? 0) >= done, 120);
      await workers[victim]!.end('SIGKILL');
      workers[victim] = begin();
    }
    await until(states, (all) => (all.get('Succeeded') ?? 0) === TOTAL, 200);
    expect([...(await states())]).toEqual([['Succeeded', TOTAL]]);

    const rows = await db
      .selectFrom('jobs')
      .innerJoin('tasks', 'tasks.job_id', 'jobs.id')
      .select(['jobs.user_id as userId', 'tasks.artifact_name as name', 'tasks.artifact_file as file'])
      .where('jobs.tool_id', '=', 'bulk-download')
      .orderBy('jobs.scheduled_at')
      .execute();
    expect(new Set(rows.map(({ name }) => name)).size).toBe(TOTAL);
    // In turns: of the first no user has many more than another. A task that was cut off keeps the turn it had.
    const early = new Map<string, number>();
    for (const { userId } of rows.slice(0, EARLY)) early.set(userId!, (early.get(userId!) ?? 0) + 1);
    expect(early.size).toBe(USERS);
    expect(Math.max(...early.values())).toBeLessThanOrEqual(EARLY / USERS + LATE);
    for (const worker of workers) expect(await worker.end('SIGTERM')).toBe(0);
    expect(await api.end('SIGTERM')).toBe(0);
  },
);
