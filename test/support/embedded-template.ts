/**
 * An embedded database with its whole schema, made once and copied for every test that needs one: making it takes seconds,
 * a copy a tenth of one. It lies among the tools of the project, named by what it is made from.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { BUILD_QUEUE } from '../../src/builds/index.ts';
import { openDatabase } from '../../src/database/index.ts';
import { openJobQueue, OPERATION_QUEUES } from '../../src/jobs/index.ts';

const PROJECT = join(import.meta.dirname, '../..');
const TEMPLATES = join(PROJECT, '.toolchain/test-databases');
/** What decides how a database looks: its migrations, how it is opened, and the versions of what makes it. */
const SOURCES = ['src/database/migrations', 'src/database/connection.ts', 'src/jobs', 'package-lock.json'];
/** Templates that nobody has made or used for so long are of sources that are gone. */
const STALE_MS = 24 * 3600 * 1000;

let template: Promise<string> | undefined;

/** Puts a database with the whole schema and no rows below a data folder that has none. */
export async function placeEmbeddedDatabase(dataDir: string): Promise<void> {
  const destination = join(dataDir, 'database');
  if (existsSync(destination)) return;
  template ??= findOrMakeTemplate();
  await cp(join(await template, 'database'), destination, { recursive: true });
}

async function findOrMakeTemplate(): Promise<string> {
  const finished = join(TEMPLATES, await fingerprint());
  if (existsSync(finished)) return finished;
  await mkdir(TEMPLATES, { recursive: true });
  await removeStale();
  const folder = await mkdtemp(join(TEMPLATES, 'new-'));
  const database = await openDatabase({ folder });
  const failed = (error: unknown): void => {
    throw error;
  };
  await (await openJobQueue(database, [BUILD_QUEUE, ...OPERATION_QUEUES], failed)).close();
  await database.close();
  // Another worker may have been faster; its template is as good.
  await rename(folder, finished).catch(() => rm(folder, { recursive: true, force: true }));
  return finished;
}

async function removeStale(): Promise<void> {
  for (const name of await readdir(TEMPLATES)) {
    const folder = join(TEMPLATES, name);
    if ((await stat(folder)).mtimeMs < Date.now() - STALE_MS) await rm(folder, { recursive: true, force: true });
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
