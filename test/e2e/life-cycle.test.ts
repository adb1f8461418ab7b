import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ensureDefaultAdministrator } from '../../src/accounts/index.ts';
import { startService } from '../support/service.ts';
import { openTestDatabase } from '../support/test-database.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-life-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('makes the first administrator with all he begins with, or not at all', async () => {
  const database = await openTestDatabase(folder);
  const settings = { userName: 'admin', email: 'admin@example.com' };
  const interrupted = ensureDefaultAdministrator(database.db, settings, () => Promise.reject(new Error('interrupted')));
  await expect(interrupted).rejects.toThrow('interrupted');
  expect(await database.db.selectFrom('users').select('id').execute()).toEqual([]);
  await database.close();
});

it('ends everything although one part cannot be ended', async () => {
  const first = await startService({ DATA_DIR: folder });
  const { server } = first.app;
  const close = server.close.bind(server) as () => Promise<undefined>;
  server.close = (() =>
    close().then(() => Promise.reject(new Error('a part that cannot be ended')))) as unknown as typeof server.close;
  await expect(first.app.close()).rejects.toThrow('could not end in order');
  // The data folder was given back, so the database was closed.
  const second = await startService({ DATA_DIR: folder });
  await second.app.close();
});
