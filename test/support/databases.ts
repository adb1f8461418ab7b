import { afterAll, beforeAll, describe } from 'vitest';
import { startPostgres, type TestPostgres } from './postgres.ts';

/**
 * Runs the same tests on the embedded database and on a PostgreSQL server.
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
    let server: TestPostgres;
    let made = 0;
    beforeAll(async () => {
      server = await startPostgres();
    });
    afterAll(() => server.stop());
    tests(async () => ({ DATABASE_URL: await server.createDatabase(`test_${(made += 1)}`) }));
  });
}
