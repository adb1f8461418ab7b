import { cpSync, existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { flush, flushTree } from './flushing.ts';

const PROJECT = join(import.meta.dirname, '../..');

/** Makes the embedded database aside and names it when it is whole: one that was cut off while it was made can never be opened. */
export async function createEmbedded(dataDir: string, prepared = preparedDatabase()): Promise<void> {
  const unfinished = `${dataDir}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  // At once, on purpose: a thousand small files, each with its turns of the event loop, take ten times as long.
  if (existsSync(prepared)) cpSync(prepared, unfinished, { recursive: true });
  else await (await PGlite.create({ dataDir: unfinished })).close();
  await flushTree(unfinished);
  await rename(unfinished, dataDir);
  await flush(dirname(dataDir));
}

/**
 * Where the bootstrap keeps a database that is empty (`tools/bootstrap/database.mjs`): PostgreSQL takes six seconds to make one, by
 * which all are equal. There is one for each version of the package.
 */
export function preparedDatabase(): string {
  const manifest = readFileSync(join(PROJECT, 'node_modules/@electric-sql/pglite/package.json'), 'utf8');
  return join(PROJECT, '.toolchain/empty-database', (JSON.parse(manifest) as { version: string }).version);
}
