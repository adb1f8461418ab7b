import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { quadrantOrthophoto } from '../support/geotiff.ts';
import { startPostgres } from '../support/postgres.ts';
import { basic, startProcess } from '../support/process.ts';
import { form, until } from '../support/service.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'alidade-process-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

it(
  'H-2 shares builds between two processes on one PostgreSQL server, also when one is killed',
  { timeout: 300_000 },
  async () => {
    await using server = {
      ...(await startPostgres()),
      async [Symbol.asyncDispose]() {
        await this.stop();
      },
    };
    const environment = {
      DATA_DIR: dataDir,
      DATABASE_URL: await server.createDatabase('shared'),
      DefaultAdmin__Password: 'secret123',
    };
    const first = await startProcess({ ...environment, BUILDS__WORKERS: '0' });
    const headers = basic('secret123');
    await fetch(`${first.url}/orgs/admin/ds`, { method: 'POST', headers, body: form({ slug: 'shared' }) });
    const upload = async (index: number): Promise<void> => {
      const file = Buffer.concat([quadrantOrthophoto(200), Buffer.from(String(index))]);
      const answer = await fetch(`${first.url}/orgs/admin/ds/shared/obj`, {
        method: 'POST',
        headers,
        body: form({ path: `${index}.tif`, file }),
      });
      expect(answer.status).toBe(201);
    };
    const states = async (): Promise<string[]> =>
      (
        (await (await fetch(`${first.url}/orgs/admin/ds/shared/builds`, { headers })).json()) as {
          currentState: string;
        }[]
      ).map(({ currentState }) => currentState);
    for (const index of [1, 2, 3]) await upload(index);
    expect(await states()).toEqual(['Enqueued', 'Enqueued', 'Enqueued']);

    const second = await startProcess(environment);
    await until(states, (all) => all.some((state) => state === 'Processing' || state === 'Succeeded'));
    await second.end('SIGKILL');
    const third = await startProcess(environment);
    // What the killed one held comes back when its heartbeat has been missed for half a minute.
    await until(states, (all) => all.every((state) => state === 'Succeeded'), 200);
    expect(await third.end('SIGTERM')).toBe(0);
    expect(await first.end('SIGTERM')).toBe(0);
  },
);
