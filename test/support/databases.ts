import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import { createDatabase, dropDatabase, startPostgres, type TestPostgres } from './postgres.ts';

/**
 * Runs the same tests on the embedded database and on a PostgreSQL server: that of the run, where there is one.
 *
 * @param tests given a function that tells the environment of a service with an empty database
 */
export function describeOnEveryDatabase(
  name: string,
  tests: (environment: () => Promise<Record<string, string>>) => void,
): void {
  describe(`${name} (embedded database)`, () => {
    tests(() => Promise.resolve({}));
  });
  describe(`${name} (PostgreSQL server)`, () => {
    const shared = inject('postgres');
    let own: TestPostgres | undefined;
    let url: string;
    const made: string[] = [];
    beforeAll(async () => {
      own = shared === undefined ? await startPostgres() : undefined;
      url = shared ?? own!.url;
    });
    afterAll(async () => {
      await own?.stop();
      if (own === undefined) for (const database of made) await dropDatabase(url, database);
    });
    tests(async () => {
      const database = `test ${randomUUID()}`;
      made.push(database);
      return { DATABASE_URL: await createDatabase(url, database) };
    });
  });
}
