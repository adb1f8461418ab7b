import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

    // Each builds one at a time: two that are processed at the same time are processed by both.
    const builder = (): ReturnType<typeof startProcess> => startProcess({ ...environment, BUILDS__CONCURRENCY: '1' });
    const [second, third] = await Promise.all([builder(), builder()]);
    await until(states, (all) => all.filter((state) => state === 'Processing').length === 2);
    await second.end('SIGKILL');
    // What the killed one held comes back when its heartbeat has been missed for half a minute.
    await until(states, (all) => all.every((state) => state === 'Succeeded'), 200);
    const { attempts, named } = await witnessedBuilds(database.db);
    expect([named.size, ...named.values()]).toEqual([PATHS.length, ...PATHS.map(() => 1)]);
    // One that was cut short was begun again, and no other.
    expect([...attempts.keys()].toSorted()).toEqual(PATHS);
    expect([...attempts.values()].reduce((sum, times) => sum + times)).toBeLessThanOrEqual(PATHS.length + 1);
    expect(await third.end('SIGTERM')).toBe(0);
    expect(await api.end('SIGTERM')).toBe(0);
  },
);
