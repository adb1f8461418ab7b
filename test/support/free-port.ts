import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Workers of a run have ports of their own, every so many, and none gives one a second time: until the process listens that
 * was told it, any other test would find it free as well.
 */
const WORKERS = 16;
const worker = Number(process.env['VITEST_POOL_ID'] ?? 0) % WORKERS;
const given = new Set<number>();

/** Linux and macOS take the ports of connections, and those of servers that name none, from above these. */
const [FIRST, LAST] = [16_000, 32_000];

/**
 * A port of 127.0.0.1 for a process that must be told one. Of those that the system gives to others none is free for long:
 * some other test would have it by the time the process listens.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST / WORKERS, LAST / WORKERS) * WORKERS + worker;
    if (given.has(port)) continue;
    const server = createServer().listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'EADDRINUSE') continue;
      throw cause;
    }
    server.close();
    await once(server, 'close');
    given.add(port);
    return port;
  }
}
