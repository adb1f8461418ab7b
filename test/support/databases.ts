import { afterAll, describe } from 'vitest';
import { FULL } from './full.ts';
import { copyOnServer, EMBEDDED, type TestDatabase } from './test-database.ts';

/** Tests of services whose environment, with an empty database, is what the function they are given makes. */
type DatabaseTests = (environment: () => Promise<{ readonly DATABASE_URL: string }>) => void;

/** Runs the same tests on both databases, in `npm test` only: they are the chosen set of docs/testing.md. */
export function describeOnEveryDatabase(name: string, tests: DatabaseTests): void {
  describeOnEmbedded(name, tests);
  describeOnServer(name, tests);
}

/** Runs tests on PostgreSQL; in `npm run test:full` on the embedded database. */
export const describeOnOneDatabase = (name: string, tests: DatabaseTests): void =>
  (FULL ? describeOnEmbedded : describeOnServer)(name, tests);

/** Runs tests on PostgreSQL; in `npm run test:full`, in which they have more rounds, on both databases. */
export const describeInRounds = (name: string, tests: DatabaseTests): void =>
  (FULL ? describeOnEveryDatabase : describeOnOneDatabase)(name, tests);

function describeOnEmbedded(name: string, tests: DatabaseTests): void {
  describe(`${name} (embedded database)`, () => {
    tests(() => Promise.resolve({ DATABASE_URL: EMBEDDED }));
  });
}

function describeOnServer(name: string, tests: DatabaseTests): void {
  describe(`${name} (PostgreSQL server)`, () => {
    const made: TestDatabase[] = [];
    afterAll(async () => {
      for (const database of made) await database.remove();
    });
    tests(async () => {
      const database = await copyOnServer();
      made.push(database);
      return { DATABASE_URL: database.url };
    });
  });
}
