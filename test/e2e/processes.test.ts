import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { defaultLimitBytes, machineBytes } from '../../src/memory/index.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { basic, mainArguments, mainEnvironment, startProcess, type ServiceProcess } from '../support/process.ts';
import { form, until } from '../support/service.ts';

// One port that several processes answer on, as users start them.
const TOKEN = 'a token of the monitor';
const headers = basic('secret123');

let server: TestPostgres;
let databaseUrl: string;
let dataDir: string;
let running: ServiceProcess | undefined;

beforeAll(async () => {
  server = await startPostgres();
});
beforeEach(async ({ task }) => {
  dataDir = await mkdtemp(join(tmpdir(), 'alidade-processes-'));
  databaseUrl = await server.createDatabase(task.id);
});
afterEach(async () => {
  await running?.end('SIGKILL');
  running = undefined;
  await rm(dataDir, { recursive: true, force: true });
});
afterAll(() => server.stop());

const environment = (): Record<string, string> => ({
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
  DefaultAdmin__Password: 'secret123',
  MONITOR_TOKEN: TOKEN,
  PROCESSES: '2',
});

async function start(more: Readonly<Record<string, string>> = {}): Promise<ServiceProcess> {
  running = await startProcess({ ...environment(), ...more });
  return running;
}

/** Asks by a connection of its own, which any of the processes may take. */
const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(running!.url + path, { ...init, headers: { ...headers, connection: 'close' } });

/** Number of the process that takes a call, and the memory that it may use. */
async function answering(): Promise<{ readonly number: string | undefined; readonly memory: number }> {
  const figures = await (await ask(`/metrics?token=${encodeURIComponent(TOKEN)}`)).text();
  const [, number, bytes] = /^alidade_memory_limit_bytes\{process="(\d+)"\} (\d+)$/m.exec(figures) ?? [];
  return { number, memory: Number(bytes) };
}

async function untilBothAnswer(): Promise<void> {
  const seen = new Set<string | undefined>();
  await until(
    async () => seen.add((await answering()).number),
    (numbers) => numbers.size === 2,
  );
  expect(seen).toEqual(new Set(['1', '2']));
}

async function query<T extends pg.QueryResultRow>(statement: string): Promise<readonly T[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query<T>(statement)).rows;
  } finally {
    await client.end();
  }
}

const lives = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Processes that answer, by what they say of themselves in the database. */
const answerers = async (): Promise<readonly { readonly pid: number; readonly workers: number }[]> =>
  (await query<{ pid: number; workers: number }>('select pid, workers from processes order by workers desc')).filter(
    ({ pid }) => lives(pid),
  );

it('answers on one port by two processes, which see what each other writes, and replaces one that is killed', async () => {
  const service = await start();
  await untilBothAnswer();
  const before = await answerers();
  expect(before.map(({ pid }) => pid)).not.toContain(service.child.pid);
  // Builds are the work of the first one alone.
  expect(before.map(({ workers }) => workers > 0)).toEqual([true, false]);
  expect(service.output().match(/is ready/g)).toHaveLength(1);
  expect((await answering()).memory).toBe(defaultLimitBytes(machineBytes() / 2));

  expect((await ask('/orgs/admin/ds', { method: 'POST', body: form({ slug: 'shared' }) })).status).toBe(201);
  for (let each = 0; each < 8; each += 1) {
    const body = form({ path: `${each}.txt`, file: Buffer.from(`number ${each}`) });
    expect((await ask('/orgs/admin/ds/shared/obj', { method: 'POST', body })).status).toBe(201);
    for (let reader = 0; reader < 4; reader += 1) {
      const answer = await ask(`/orgs/admin/ds/shared/download?path=${each}.txt`);
      expect(await answer.text()).toBe(`number ${each}`);
    }
  }

  const killed = before[1]!.pid;
  process.kill(killed, 'SIGKILL');
  const after = await until(answerers, (found) => found.length === 2 && found.every(({ pid }) => pid !== killed));
  expect(after[0]).toEqual(before[0]);
  expect(service.output()).toContain('Process 2 of 2 ended by itself (exit code 137). It is started again in 0.1 s.');
  await untilBothAnswer();
});

it('ends all of them by SIGTERM with exit code 0, and leaves none when it is killed', async () => {
  const first = await start();
  await untilBothAnswer();
  const orderly = await answerers();
  expect(await first.end('SIGTERM')).toBe(0);
  expect(orderly.filter(({ pid }) => lives(pid))).toEqual([]);
  // Each has taken its own row away: it ended in order.
  expect(await query('select pid from processes')).toEqual([]);

  const second = await start();
  await untilBothAnswer();
  const left = await answerers();
  await second.end('SIGKILL');
  await until(
    () => Promise.resolve(left.filter(({ pid }) => lives(pid))),
    (living) => living.length === 0,
  );
});

it('takes a signal that a terminal sends to all of them as one', async () => {
  const service = await start();
  await untilBothAnswer();
  for (const { pid } of await answerers()) process.kill(pid, 'SIGINT');
  expect(await service.end('SIGINT')).toBe(0);
});

it('ends at once by a second signal, although a request still runs', async () => {
  const service = await start();
  await untilBothAnswer();
  const before = await answerers();
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('POST /orgs HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{');
  const exit = once(service.child, 'exit');
  service.child.kill('SIGTERM');
  await until(
    () =>
      ask('/version').then(
        () => true,
        () => false,
      ),
    (answers) => !answers,
  );
  service.child.kill('SIGTERM');
  expect(await exit).toEqual([1, null]);
  await until(
    () => Promise.resolve(before.filter(({ pid }) => lives(pid))),
    (living) => living.length === 0,
  );
});

it('shares its port with no other program, also none that would share it', async () => {
  const other = createServer().listen({ port: 0, host: '127.0.0.1', reusePort: true });
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const fault = (await start({ PORT: String(port) }).catch((cause: unknown) => cause)) as Error;
  other.close();
  expect(fault.message).toBe(
    `The service did not start:\nAlidade cannot go on: Another program uses port ${port} already. Stop it, or choose another PORT.\n`,
  );
});

it('ends with the code of a first process that cannot start, and with its words', async () => {
  const url = new URL(databaseUrl);
  url.password = 'wrong';
  const child = spawn(process.execPath, mainArguments(), {
    env: mainEnvironment({ ...environment(), DATABASE_URL: url.href, PORT: '0' }),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [words, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect([code, words.match(/^Alidade cannot go on: .*password authentication failed/gm)?.length]).toEqual([1, 1]);
  expect(words).not.toContain('started again');
});

it('ends when the others cannot start, although the first one answers', async () => {
  await query("create role few login password 'few'");
  await query(`alter database "${new URL(databaseUrl).pathname.slice(1)}" owner to few`);
  const url = new URL(databaseUrl);
  [url.username, url.password] = ['few', 'few'];
  const service = await start({ DATABASE_URL: url.href });
  const exit = once(service.child, 'exit');
  // The first one has its connections; those that start now get none.
  await query('alter role few connection limit 0');
  expect(await exit).toEqual([1, null]);
  expect(service.output().match(/Alidade cannot go on: .*too many connections for role/g)).toHaveLength(3);
});

it.each([
  [{ DATABASE_URL: '' }, 'Processes is 2, and the embedded database serves one process only. Set DatabaseUrl'],
  [{ PROCESSES: '0' }, 'Processes must be a whole number from 1 to 64'],
  [{ PROCESSES: '65' }, 'Processes must be a whole number from 1 to 64'],
])('refuses %o', async (wrong, words) => {
  await expect(start(wrong)).rejects.toThrow(words);
});
