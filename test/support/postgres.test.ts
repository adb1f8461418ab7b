import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPostgres, type TestPostgres } from './postgres.ts';

let postgres: TestPostgres;

beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(async () => {
  await postgres?.stop();
});

async function ask(url: string, sql: string): Promise<readonly unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test('answers on 127.0.0.1 and keeps databases apart', async () => {
  const first = await postgres.createDatabase('first');
  const second = await postgres.createDatabase('a "quoted" name');
  await ask(first, 'CREATE TABLE rows (id integer)');
  expect(await ask(first, "SELECT to_regclass('rows') IS NOT NULL AS there")).toEqual([{ there: true }]);
  expect(await ask(second, "SELECT to_regclass('rows') IS NOT NULL AS there")).toEqual([{ there: false }]);
});

test('needs its password', async () => {
  const wrong = new URL(postgres.url);
  wrong.password = 'wrong';
  await expect(ask(wrong.href, 'SELECT 1')).rejects.toThrow(/password/);
});

test('leaves nothing behind', async () => {
  const before = new Set(foldersOfServers());
  const other = await startPostgres();
  const own = foldersOfServers().filter((name) => !before.has(name));
  await other.stop();
  await other.stop();
  expect(own.length).toBeGreaterThan(0);
  await expect(ask(other.url, 'SELECT 1')).rejects.toThrow(/ECONNREFUSED/);
  expect(existsSync(`${tmpdir()}/${own[0]}`)).toBe(false);
});

function foldersOfServers(): readonly string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith('alidade-postgres-'));
}
