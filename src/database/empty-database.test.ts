import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { expect, it, onTestFinished } from 'vitest';
import { createEmbedded, preparedDatabase } from './empty-database.ts';

async function made(prepared?: string): Promise<{ readonly identifier: string; readonly answer: unknown }> {
  const folder = await mkdtemp(join(tmpdir(), 'alidade-empty-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const dataDir = join(folder, 'database');
  await createEmbedded(dataDir, prepared);
  const identifier = await identifierOf(dataDir);
  const pglite = await PGlite.create({ dataDir });
  const { rows } = await pglite.query('select count(*)::int as tables from pg_class where relnamespace = 2200');
  await pglite.close();
  return { identifier, answer: rows };
}

/** PostgreSQL gives each database that it makes a number, and writes it first. */
const identifierOf = async (dataDir: string): Promise<string> =>
  (await readFile(join(dataDir, 'global/pg_control'))).subarray(0, 8).toString('hex');

it('copies the empty database of the bootstrap', async () => {
  expect(await made()).toEqual({ identifier: await identifierOf(preparedDatabase()), answer: [{ tables: 0 }] });
});

it('makes one where there is none to copy', async () => {
  const { identifier, answer } = await made(join(tmpdir(), 'alidade-no-such-folder'));
  expect(answer).toEqual([{ tables: 0 }]);
  expect(identifier).not.toBe(await identifierOf(preparedDatabase()));
});
