import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { quadrantOrthophoto } from '../support/geotiff.ts';
import { startPostgres } from '../support/postgres.ts';
import { MAIN, startProcess } from '../support/process.ts';
import { form, until } from '../support/service.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'alidade-process-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const basic = (password: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`,
});

it('prints a random first password once, keeps it, and ends with 0', async () => {
  const first = await startProcess({ DATA_DIR: dataDir });
  const password = /Password: (\S+)/.exec(
    await until(
      () => Promise.resolve(first.output()),
      (text) => text.includes('Password:'),
    ),
  )![1]!;
  expect(password).toMatch(/^[\w-]{16}$/);
  expect((await fetch(`${first.url}/users/me`, { headers: basic(password) })).status).toBe(200);
  expect(await first.end('SIGTERM')).toBe(0);

  const second = await startProcess({ DATA_DIR: dataDir });
  expect((await fetch(`${second.url}/users/me`, { headers: basic(password) })).status).toBe(200);
  expect(second.output()).not.toContain('Password');
  expect(await second.end('SIGINT')).toBe(0);
});

it('shows the first password even when it cannot listen, and says why it cannot', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../src/main.ts')], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  other.close();
  expect(code).toBe(1);
  expect(printed).toContain(`Another program uses port ${port} already. Stop it, or choose another PORT.`);
  const password = /Password: (\S+)/.exec(printed)![1]!;
  const second = await startProcess({ DATA_DIR: dataDir });
  expect((await fetch(`${second.url}/users/me`, { headers: basic(password) })).status).toBe(200);
  expect(await second.end('SIGTERM')).toBe(0);
});

it('gives a new password to who has the machine, and ends the old one', async () => {
  const first = await startProcess({ DATA_DIR: dataDir, DefaultAdmin__Password: 'forgotten 1' });
  expect(await first.end('SIGTERM')).toBe(0);
  const alidade = (...args: string[]): { status: number | null; stdout: string; stderr: string } =>
    spawnSync(process.execPath, [MAIN, ...args], { env: { ...process.env, DATA_DIR: dataDir }, encoding: 'utf8' });
  const password = /Password: (\S+)/.exec(alidade('password').stdout)![1]!;
  expect(alidade('password', 'nobody')).toMatchObject({
    status: 1,
    stderr: 'Alidade cannot go on: There is no user nobody.\n',
  });

  const second = await startProcess({ DATA_DIR: dataDir });
  const me = (word: string): Promise<Response> => fetch(`${second.url}/users/me`, { headers: basic(word) });
  expect((await me('forgotten 1')).status).toBe(401);
  expect(await (await me(password)).json()).toMatchObject({ userName: 'admin', mustChangePassword: true });
  expect(await second.end('SIGTERM')).toBe(0);
  // Five starts of a process, each of some seconds on a busy machine.
}, 180_000);

it('refuses a second process on the embedded database, and a third may start after a kill', async () => {
  const first = await startProcess({ DATA_DIR: dataDir, DefaultAdmin__Password: 'secret123' });
  await expect(startProcess({ DATA_DIR: dataDir })).rejects.toThrow(
    'The data folder is in use by another Alidade process',
  );
  await first.end('SIGKILL');
  const third = await startProcess({ DATA_DIR: dataDir });
  expect(await third.end('SIGTERM')).toBe(0);
});

it('I-1 starts again after a kill in the middle of the first start', async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../src/main.ts')], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' },
    stdio: 'ignore',
  });
  const exit = once(child, 'exit');
  // From this file on, the one that makes a database takes what is there for whole.
  const begun = (): boolean =>
    ['database', 'database.new'].some((name) => existsSync(join(dataDir, name, 'PG_VERSION')));
  while (!begun() && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 1));
  child.kill('SIGKILL');
  await exit;
  expect(await readdir(dataDir)).not.toContain('database');
  const second = await startProcess({ DATA_DIR: dataDir, DefaultAdmin__Password: 'secret123' });
  expect((await fetch(`${second.url}/orgs`, { headers: basic('secret123') })).status).toBe(200);
  expect(await second.end('SIGTERM')).toBe(0);
});

it('names a bad setting and never its value', async () => {
  await expect(startProcess({ DATA_DIR: dataDir, Secret: 'short-secret' })).rejects.toThrow('Secret must be a text');
  await expect(startProcess({ DATA_DIR: dataDir, Secret: 'short-secret' })).rejects.not.toThrow('short-secret');
  await expect(startProcess({ DATA_DIR: dataDir }, 'worker')).rejects.toThrow('A worker of its own needs DatabaseUrl');
});

it('I-6 lets a running upload end after SIGTERM, takes no new one, and cuts off what is late', async () => {
  const service = await startProcess({ DATA_DIR: dataDir, DefaultAdmin__Password: 'secret123', SHUTDOWN_SECONDS: '3' });
  const headers = basic('secret123');
  await fetch(`${service.url}/orgs/admin/ds`, { method: 'POST', headers, body: form({ slug: 'late' }) });
  const { port } = new URL(service.url);
  const begin = (length: number): ReturnType<typeof connect> => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(
      `POST /orgs/admin/ds/late/obj HTTP/1.1\r\nhost: x\r\nauthorization: ${headers['authorization']!}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: ${length}\r\n\r\n`,
    );
    return socket;
  };
  const body =
    '--b\r\ncontent-disposition: form-data; name="path"\r\n\r\nlate.txt\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\nlate\r\n--b--\r\n';
  const finishing = begin(body.length);
  const hanging = begin(1_000_000);
  finishing.write(body.slice(0, 100));
  hanging.write(body.slice(0, 100));
  await new Promise((resolve) => setTimeout(resolve, 300));
  const exit = service.end('SIGTERM');
  await new Promise((resolve) => setTimeout(resolve, 300));
  await expect(fetch(`${service.url}/version`)).rejects.toThrow('fetch failed');
  const answer = new Promise<string>((resolve) => finishing.once('data', (chunk: Buffer) => resolve(chunk.toString())));
  finishing.write(body.slice(100));
  expect(await answer).toMatch(/^HTTP\/1.1 201 /);
  expect(await exit).toBe(0);
});

it(
  'H-2 shares builds between two processes on one PostgreSQL server, also when one is killed',
  { timeout: 120_000 },
  async () => {
    await using server = {
      ...(await startPostgres()),
      async [Symbol.asyncDispose]() {
        await this.stop();
      },
    };
    const environment = {
      DATA_DIR: dataDir,
      DATABASE_URL: await server.createDatabase('shared'),
      DefaultAdmin__Password: 'secret123',
    };
    const first = await startProcess({ ...environment, BUILDS__WORKERS: '0' });
    const headers = basic('secret123');
    await fetch(`${first.url}/orgs/admin/ds`, { method: 'POST', headers, body: form({ slug: 'shared' }) });
    const upload = async (index: number): Promise<void> => {
      const file = Buffer.concat([quadrantOrthophoto(200), Buffer.from(String(index))]);
      const answer = await fetch(`${first.url}/orgs/admin/ds/shared/obj`, {
        method: 'POST',
        headers,
        body: form({ path: `${index}.tif`, file }),
      });
      expect(answer.status).toBe(201);
    };
    const states = async (): Promise<string[]> =>
      (
        (await (await fetch(`${first.url}/orgs/admin/ds/shared/builds`, { headers })).json()) as {
          currentState: string;
        }[]
      ).map(({ currentState }) => currentState);
    for (const index of [1, 2, 3]) await upload(index);
    expect(await states()).toEqual(['Enqueued', 'Enqueued', 'Enqueued']);

    const second = await startProcess(environment);
    await until(states, (all) => all.some((state) => state === 'Processing' || state === 'Succeeded'));
    await second.end('SIGKILL');
    const third = await startProcess(environment);
    // What the killed one held comes back when its heartbeat has been missed for half a minute.
    await until(states, (all) => all.every((state) => state === 'Succeeded'), 90);
    expect(await third.end('SIGTERM')).toBe(0);
    expect(await first.end('SIGTERM')).toBe(0);
  },
);
