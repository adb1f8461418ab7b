import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { placeEmbeddedDatabase } from '../support/embedded-template.ts';
import { basic, mainArguments, mainEnvironment, startProcess } from '../support/process.ts';
import { until } from '../support/service.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'alidade-process-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

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

it('says that its port is taken, and ends before it opens or makes anything', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const folder = join(dataDir, 'new');
  const child = spawn(process.execPath, mainArguments(), {
    env: mainEnvironment({ DATA_DIR: folder, PORT: String(port), LOG_LEVEL: 'silent' }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  other.close();
  expect([code, printed]).toEqual([
    1,
    `Alidade cannot go on: Another program uses port ${port} already. Stop it, or choose another PORT.\n`,
  ]);
  expect(existsSync(folder)).toBe(false);
});

it('gives a new password to who has the machine, and ends the old one', async () => {
  await placeEmbeddedDatabase(dataDir);
  const first = await startProcess({ DATA_DIR: dataDir, DefaultAdmin__Password: 'forgotten 1' });
  expect(await first.end('SIGTERM')).toBe(0);
  const alidade = (...args: string[]): { status: number | null; stdout: string; stderr: string } =>
    spawnSync(process.execPath, mainArguments(...args), {
      env: mainEnvironment({ DATA_DIR: dataDir }),
      encoding: 'utf8',
    });
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
}, 240_000);

it('I-1 starts again after a kill in the middle of the first start', async () => {
  const child = spawn(process.execPath, mainArguments(), {
    env: mainEnvironment({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' }),
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
  const { message } = await startProcess({ DATA_DIR: dataDir, Secret: 'short-secret' }).then(
    () => expect.unreachable('it started'),
    (fault: Error) => fault,
  );
  expect(message).toContain('Secret must be a text');
  expect(message).not.toContain('short-secret');
  await expect(startProcess({ DATA_DIR: dataDir }, 'worker')).rejects.toThrow('A worker of its own needs DatabaseUrl');
});
