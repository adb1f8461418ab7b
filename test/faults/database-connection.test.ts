import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../src/database/index.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { until } from '../support/service.ts';

let server: TestPostgres;

beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

it('I-4 survives connections that the server ends in the middle of a transaction', async () => {
  const url = await server.createDatabase('ended');
  const uncaught: Error[] = [];
  const listener = (error: Error): void => void uncaught.push(error);
  process.on('uncaughtException', listener);
  const database = await openDatabase({ url, folder: tmpdir() });
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  try {
    const work = database.db.transaction().execute(async (transaction) => {
      await transaction.selectFrom('roles').select('name').execute();
      await other.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      await new Promise((resolve) => setTimeout(resolve, 300));
      await transaction.selectFrom('roles').select('name').execute();
    });
    await expect(work).rejects.toThrow(/connection/i);
    expect(await database.db.selectFrom('roles').select('name').execute()).toHaveLength(2);
    expect(uncaught).toEqual([]);
  } finally {
    process.off('uncaughtException', listener);
    await other.end();
    await database.close();
  }
});

it('remembers nothing while notices of changes cannot arrive', async () => {
  const url = new URL(await server.createDatabase('silent'));
  let silent = false;
  const sockets = new Set<Socket>();
  /** A way to the server that can be made to take connections and never answer. */
  const way = createServer((near) => {
    sockets.add(near.on('error', () => undefined));
    if (silent) return;
    const far = connect(Number(url.port), url.hostname).on('error', () => undefined);
    near.pipe(far).pipe(near);
    near.once('close', () => far.destroy());
  }).listen(0, '127.0.0.1');
  await once(way, 'listening');
  const through = new URL(url);
  through.port = String((way.address() as AddressInfo).port);

  const database = await openDatabase({ url: through.href, folder: tmpdir() });
  try {
    expect(database.changes.arriving).toBe(true);
    silent = true;
    for (const socket of sockets) socket.destroy();
    sockets.clear();
    // Until it tries again, which is after a second.
    await until(
      () => Promise.resolve(sockets.size),
      (count) => count > 0,
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(database.changes.arriving).toBe(false);
    silent = false;
    await until(
      () => Promise.resolve(database.changes.arriving),
      (arriving) => arriving,
    );
  } finally {
    await database.close();
    for (const socket of sockets) socket.destroy();
    way.close();
  }
});
