/**
 * An embedded database with its whole schema, made once and copied for every test that needs one: making it takes seconds,
 * a copy some hundredths of one. It lies among the tools of the project, named by what it is made from.
 */
import { createHash } from 'node:crypto';
import { cpSync, existsSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';

const PROJECT = join(import.meta.dirname, '../..');
const TEMPLATES = join(PROJECT, '.toolchain/test-databases');
/** What decides how a database looks: its migrations, how it is opened and made, and the versions of what makes it. */
const SOURCES = [
  'src/database/migrations',
  'src/database/connection.ts',
  'src/database/empty-database.ts',
  'src/database/embedded-engine.ts',
  'src/jobs',
  'test/support/embedded-template.ts',
  'test/support/schema.ts',
  'package-lock.json',
];
/** Templates that nobody has made or used for so long are of sources that are gone. */
const STALE_MS = 24 * 3600 * 1000;

let template: Promise<string> | undefined;

/** Puts a database with the whole schema and no rows below a data folder that has none. */
export async function placeEmbeddedDatabase(dataDir: string): Promise<void> {
  const destination = join(dataDir, 'database');
  if (existsSync(destination)) return;
  template ??= findOrMakeTemplate();
  const source = join(await template, 'database');
  await mkdir(dataDir, { recursive: true });
  // At once, on purpose: a thousand small files, each with its turns of the event loop, take ten times as long.
  cpSync(source, destination, { recursive: true });
}

async function findOrMakeTemplate(): Promise<string> {
  const finished = join(TEMPLATES, await fingerprint());
  if (existsSync(finished)) return finished;
  await mkdir(TEMPLATES, { recursive: true });
  await removeStale();
  const folder = await mkdtemp(join(TEMPLATES, 'new-'));
  await make(folder);
  // Another worker may have been faster; its template is as good.
  await rename(folder, finished).catch(async (cause: unknown) => {
    if (!existsSync(finished)) throw cause;
    await rm(folder, { recursive: true, force: true });
  });
  return finished;
}

async function make(folder: string): Promise<void> {
  // Loaded here only: most tests find a finished template.
  const { openWithQueues } = await import('./schema.ts');
  const database = await openWithQueues({ folder, flushes: false });
  // Nothing here makes further databases: what those would be made from is half of the files that each copy has to write.
  await sql`update pg_database set datistemplate = false`.execute(database.db);
  for (const name of ['template0', 'template1']) await sql`drop database ${sql.ref(name)}`.execute(database.db);
  await database.close();
  // To fill the usual 128 MiB with zeros is a fifth of a second of each start.
  await appendFile(join(folder, 'database', 'postgresql.conf'), '\nshared_buffers = 8MB\n');
}

async function removeStale(): Promise<void> {
  for (const name of await readdir(TEMPLATES)) {
    const folder = join(TEMPLATES, name);
    if (await isStale(folder)) await rm(folder, { recursive: true, force: true });
  }
}

async function isStale(folder: string): Promise<boolean> {
  try {
    return (await stat(folder)).mtimeMs < Date.now() - STALE_MS;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return false; // Another worker has given it its name.
    throw cause;
  }
}

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    const path = join(PROJECT, source);
    const names = (await stat(path)).isDirectory()
      ? (await readdir(path)).toSorted().map((name) => join(path, name))
      : [path];
    for (const name of names) hash.update(name).update(await readFile(name));
  }
  return hash.digest('hex').slice(0, 16);
}
