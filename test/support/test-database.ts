/**
 * The databases of tests. `npm test` gives each test a database of its own on one PostgreSQL server, copied from a template
 * with the whole schema. `npm run test:full` gives it an embedded one.
 */
import { randomUUID } from 'node:crypto';
import { openDatabase, type OpenDatabase } from '../../src/database/index.ts';
import { placeEmbeddedDatabase } from './embedded-template.ts';
import { FULL } from './full.ts';
import { copyDatabase, dropDatabase } from './postgres.ts';
import { serverTemplate } from './server-template.ts';
import { sharedServer } from './shared-postgres.ts';

/** As `DATABASE_URL` of a test: the embedded database, in every run. The settings read it as unset. */
export const EMBEDDED = '';

/** A database with the whole schema and no rows. */
export interface TestDatabase {
  /** Its address, or `EMBEDDED`. */
  readonly url: string;
  /** Cuts its connections and drops it. An embedded one goes with its folder. */
  remove(): Promise<void>;
}

/**
 * Makes a database, unless `url` names one.
 *
 * @param folder where an embedded database is placed
 */
export async function placeDatabase(folder: string, url?: string): Promise<TestDatabase> {
  if (url === undefined && !FULL && sharedServer() !== undefined) return copyOnServer();
  if (!url) await placeEmbeddedDatabase(folder);
  return { url: url ?? EMBEDDED, remove: () => Promise.resolve() };
}

/** Copies the template on the server of the run. */
export async function copyOnServer(): Promise<TestDatabase> {
  const server = sharedServer();
  if (server === undefined) throw new Error('This run has no PostgreSQL server: see vitest.config.ts.');
  const name = `test ${randomUUID()}`;
  const url = await copyDatabase(server, name, await serverTemplate(server));
  return { url, remove: () => dropDatabase(server, name) };
}

/**
 * Opens the database at `url`, or a new one. It need not survive the machine.
 *
 * @param parameters of the connections to a server, as the end of an address: `?name=value`
 */
export async function openTestDatabase(folder: string, url?: string, parameters = ''): Promise<OpenDatabase> {
  const placed = await placeDatabase(folder, url);
  const address = placed.url === EMBEDDED ? undefined : `${placed.url}${parameters}`;
  const open = await openDatabase({ url: address, folder, flushes: false });
  return {
    ...open,
    async close() {
      await open.close();
      await placed.remove();
    },
  };
}
