import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres, type TestPostgres } from '../../test/support/postgres.ts';
import { embeddedLocks, LockLost, serverLocks, type SessionLocks } from './session-locks.ts';

/** What holds of both. @param open gives the locks of one more process */
function behaveAsLocks(open: () => SessionLocks): void {
  const opened: SessionLocks[] = [];
  const locks = (): SessionLocks => {
    const one = open();
    opened.push(one);
    return one;
  };
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
  });

  it('gives a name to one at a time, also in the same process, and again when it is given back', async () => {
    const here = locks();
    const first = await here.tryTake('a');
    expect([first?.lost.aborted, await here.tryTake('a'), (await here.tryTake('b')) === undefined]).toEqual([
      false,
      undefined,
      false,
    ]);
    await first!.release();
    await first!.release(); // Once more does nothing.
    const again = await here.tryTake('a');
    expect([again === undefined, await here.tryTake('a')]).toEqual([false, undefined]);
  });

  it('gives it to one of many who ask at once', async () => {
    const here = locks();
    const taken = await Promise.all(Array.from({ length: 20 }, () => here.tryTake('a')));
    expect(taken.filter((lock) => lock !== undefined)).toHaveLength(1);
  });

  it('gives all back when it is closed', async () => {
    const here = locks();
    await here.tryTake('a');
    await here.close();
    const later = locks();
    await expect.poll(async () => (await later.tryTake('a')) !== undefined, { timeout: 10_000 }).toBe(true);
  });
}

describe('locks of a process with an embedded database', () => {
  behaveAsLocks(embeddedLocks);
});

describe('locks of a PostgreSQL server', () => {
  let server: TestPostgres;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());

  behaveAsLocks(() => serverLocks(server.url));

  it('are held off from other processes', async () => {
    const [one, other] = [serverLocks(server.url), serverLocks(server.url)];
    const lock = await one.tryTake('shared');
    expect(await other.tryTake('shared')).toBeUndefined();
    await lock!.release();
    expect(await other.tryTake('shared')).toBeDefined();
    for (const locks of [one, other]) await locks.close();
    await expect(one.tryTake('shared')).rejects.toThrow('closed');
  });

  it('are lost with the connection, which tells so; another one is opened for the next', async () => {
    const [one, other] = [serverLocks(server.url), serverLocks(server.url)];
    const lock = (await one.tryTake('cut'))!;
    const lost = new Promise((resolve) => lock.lost.addEventListener('abort', resolve));
    await endConnections(server.url);
    await lost;
    await expect.poll(() => other.tryTake('cut').catch(() => undefined), { timeout: 10_000 }).toBeDefined();
    await lock.release(); // Its own was lost: it must not give back that of the other.
    expect(await one.tryTake('cut')).toBeUndefined();
    expect((await one.tryTake('next'))?.lost.aborted).toBe(false);
    for (const locks of [one, other]) await locks.close();
  });

  it('are kept by a process that was too busy to read the answer in time', async () => {
    const busy = serverLocks(server.url, 200);
    const lock = (await busy.tryTake('kept'))!;
    const taking = busy.tryTake('kept as well');
    // The question is on its way; the answer comes while nothing is read.
    await Promise.resolve().then(() => undefined);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
    expect((await taking)?.lost.aborted).toBe(false);
    expect(lock.lost.aborted).toBe(false);
    await busy.close();
  });

  it('are lost when the server does not answer', async () => {
    const proxy = createServer((socket) => {
      const on = connect(Number(new URL(server.url).port), '127.0.0.1');
      sockets.push(socket, on);
      for (const each of [socket, on]) each.on('error', () => undefined);
      socket.pipe(on).pipe(socket);
    });
    const sockets: Socket[] = [];
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const url = new URL(server.url);
    url.port = String((proxy.address() as AddressInfo).port);
    const cut = serverLocks(url.href, 200);
    const lock = (await cut.tryTake('silent'))!;
    for (const socket of sockets) socket.pause();
    await expect(cut.tryTake('another')).rejects.toThrow('does not answer');
    expect(lock.lost.reason).toBeInstanceOf(LockLost);
    await cut.close();
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => proxy.close(resolve));
  });

  it('cannot be taken while the server is away', async () => {
    const away = serverLocks('postgresql://nobody@127.0.0.1:1/none');
    await expect(away.tryTake('a')).rejects.toThrow('ECONNREFUSED');
    await away.close();
  });
});

/** Ends all connections that hold a lock, as a network that fails does. */
async function endConnections(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'`);
  await client.end();
}
