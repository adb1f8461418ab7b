import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { witnessBuilds, witnessedBuilds } from '../support/build-witness.ts';
import { quadrantOrthophoto } from '../support/geotiff.ts';
import { openOwnPostgres } from '../support/own-postgres.ts';
import { basic, startProcess } from '../support/process.ts';
import { form, until } from '../support/service.ts';

const PATHS = ['1.tif', '2.tif', '3.tif', '4.tif', '5.tif'];
let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'alidade-process-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

it(
  'H-2 shares builds between two processes on one PostgreSQL server, each made once, also when one is killed',
  { timeout: 300_000 },
  async () => {
    await using database = await openOwnPostgres(dataDir, 'shared');
    const { url } = database;
    await witnessBuilds(database.db);
    const environment = { DATA_DIR: dataDir, DATABASE_URL: url, DefaultAdmin__Password: 'secret123' };
    const api = await startProcess({ ...environment, BUILDS__CONCURRENCY: '0' });
    const headers = basic('secret123');
    await fetch(`${api.url}/orgs/admin/ds`, { method: 'POST', headers, body: form({ slug: 'shared' }) });
    const raster = quadrantOrthophoto(200);
    for (const path of PATHS) {
      const body = form({ path, file: Buffer.concat([raster, Buffer.from(path)]) });
      const { status } = await fetch(`${api.url}/orgs/admin/ds/shared/obj`, { method: 'POST', headers, body });
      expect([path, status]).toEqual([path, 201]);
    }
    const states = async (): Promise<string[]> => {
      const answer = await fetch(`${api.url}/orgs/admin/ds/shared/builds`, { headers });
      return ((await answer.json()) as { currentState: string }[]).map(({ currentState }) => currentState);
    };
    expect(await states()).toEqual(PATHS.map(() => 'Enqueued'));

    // Each builds two small files at a time: four that are processed at the same time are processed by both.
    const builder = (name: string): ReturnType<typeof startProcess> =>
      startProcess({ ...environment, DATABASE_URL: `${url}?application_name=${name}`, BUILDS__CONCURRENCY: '1' });
    // While outputs cannot be named no build ends, so both are seen at work however fast they are.
    const third = await database.db.transaction().execute(async (held) => {
      await sql`lock table outputs in share row exclusive mode`.execute(held);
      const [killed, other] = await Promise.all([builder('killed'), builder('other')]);
      await until(states, (all) => all.filter((state) => state === 'Processing').length === 4);
      await killed.end('SIGKILL');
      // A statement that waits for the lock would outlive its process: PostgreSQL looks for the client only when it answers.
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'killed'`.execute(held);
      return other;
    });
    // The two that the killed one held come back when its heartbeat has been missed for half a minute.
    await until(states, (all) => all.every((state) => state === 'Succeeded'), 200);
    const { attempts, named } = await witnessedBuilds(database.db);
    expect([named.size, ...named.values()]).toEqual([PATHS.length, ...PATHS.map(() => 1)]);
    // The two that were cut short were begun again, and no other.
    expect([...attempts.keys()].toSorted()).toEqual(PATHS);
    expect([...attempts.values()].toSorted((one, other) => one - other)).toEqual([1, 1, 1, 2, 2]);
    expect(await third.end('SIGTERM')).toBe(0);
    expect(await api.end('SIGTERM')).toBe(0);
  },
);
