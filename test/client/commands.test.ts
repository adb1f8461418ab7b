import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testClient, type TestClient } from '../support/client.ts';
import { ADMIN, startService, type TestService } from '../support/service.ts';

const MAIN = join(import.meta.dirname, '../../src/main.ts');
const run = promisify(execFile);
let service: TestService;
let client: TestClient;
const call = (...words: string[]) => client.run(words);
const byPassword = (): Record<string, string> => ({
  ALIDADE_SERVER: service.url,
  ALIDADE_USER: ADMIN.userName,
  ALIDADE_PASSWORD: ADMIN.password,
});

beforeAll(async () => {
  service = await startService();
  client = await testClient();
  await client.prepare(['login', service.url], { env: byPassword() });
  await client.prepare(['create', 'admin/base']);
  await writeFile(join(client.cwd, 'a.txt'), 'first');
  await client.prepare(['put', 'a.txt', 'admin/base']);
});
afterAll(async () => {
  await client[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

it('tells by its exit code and in words what went wrong', async () => {
  const cases: readonly (readonly [number, RegExp, readonly string[]])[] = [
    [2, /unknown command 'fetch'/, ['fetch']],
    [2, /"base" names no dataset\. Write org\/dataset/, ['ls', 'base']],
    [2, /No server called nowhere\.example is known/, ['ls', 'nowhere.example/admin/base']],
    [2, /whole number from 1 to 32/, ['--parallel', '99', 'orgs']],
    [4, /There is no admin\/base:none/, ['ls', 'admin/base:none']],
    [4, /no dataset|not found|There is no/i, ['ls', 'admin/none']],
    [4, /There is no admin\/base:none/, ['get', 'admin/base:none']],
    [5, /With --overwrite/, ['put', 'b.txt', 'admin/base:a.txt']],
    [5, /c\.txt/, ['mv', 'admin/base:a.txt', 'admin/base:c.txt']],
    [2, /names a path in a dataset/, ['link', 'list', 'admin/base:a.txt']],
    [4, /no such file or folder/i, ['put', 'missing.txt', 'admin/base']],
    [1, /lower case/i, ['meta', 'set', 'admin/base', 'Notes', '1']],
  ];
  await writeFile(join(client.cwd, 'b.txt'), 'second');
  await call('put', 'b.txt', 'admin/base:c.txt');
  for (const [code, words, command] of cases) {
    const ended = await call(...command);
    expect(ended.code, `${command.join(' ')}: ${ended.stderr}`).toBe(code);
    expect(ended.stderr).toMatch(words);
    expect(ended.stderr).not.toMatch(/\n\s+at /);
  }
});

it('says what a command does, also one of a group', async () => {
  expect(await call('help', 'tasks', 'cancel')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Usage: alidade tasks cancel .*<task>/),
  });
  expect((await call('help')).stdout).toMatch(/^Usage: alidade \[options\]/);
  expect(await call('help', 'tasks', 'stop')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("unknown command 'stop'"),
  });
});

it('does not say that there is nothing to do when it refused all there is', async () => {
  const { stderr } = await call('put', 'b.txt', 'admin/base:a.txt');
  expect(stderr).not.toContain('Nothing to do');
});

it('says who may not, and how to sign in', async () => {
  await using stranger = await testClient();
  expect(await stranger.run(['orgs'])).toMatchObject({ code: 3, stderr: expect.stringMatching(/alidade login https/) });
  const anonymous = await stranger.run(['ls', 'admin/base'], { env: { ALIDADE_SERVER: service.url } });
  expect(anonymous).toMatchObject({ code: 3, stderr: expect.stringContaining(`alidade login ${service.url}`) });
  const wrong = await stranger.run(['login', service.url, '--user', 'admin', '--password-stdin'], { stdin: 'wrong\n' });
  expect(wrong).toMatchObject({ code: 3, stdout: '', stderr: expect.stringContaining('access token') });
  const prompted = await stranger.run(['login', service.url, '--user', 'admin']);
  expect(prompted).toMatchObject({ code: 2, stderr: expect.stringContaining('--password-stdin') });
});

it('works with an access token, of the environment or kept, and gives it to no other server', async () => {
  const made = await service.call('POST', '/users/tokens', { json: { name: 'client', readOnly: true } });
  const { token } = (await made.json()) as { token: string };
  await using other = await testClient({ ALIDADE_SERVER: service.url });
  expect(await other.run(['ls', 'admin/base'], { env: { ALIDADE_TOKEN: token } })).toMatchObject({ code: 0 });
  expect(await other.run(['create', 'admin/never'], { env: { ALIDADE_TOKEN: token } })).toMatchObject({ code: 3 });
  expect((await other.run(['login', '--token-stdin'], { stdin: token })).stdout).toContain('as admin');
  expect((await other.run(['whoami'])).stdout).toContain('admin');

  const seen: (string | undefined)[] = [];
  const thief = createServer((request, response) => {
    seen.push(request.headers.authorization);
    response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(thief, 'listening');
  const address = `http://127.0.0.1:${(thief.address() as AddressInfo).port}`;
  const asked = await other.run(['ls', `${address}/r/admin/base`], { env: { ALIDADE_TOKEN: token } });
  // A folder that comes from elsewhere names the server that it wants to be asked; nobody is signed in.
  await using guest = await testClient({ ALIDADE_TOKEN: token });
  await guest.run(['init', 'given']);
  await writeFile(join(guest.cwd, 'given/.alidade/tag.json'), JSON.stringify({ server: address, tag: 'admin/base' }));
  expect(await guest.run(['pull'], { folder: 'given' })).toMatchObject({ code: 4 });
  expect(await guest.run(['ls', 'admin/base', '--server', service.url])).toMatchObject({ code: 0 });
  thief.close();
  expect(asked.code).toBe(4);
  expect(asked.stderr).toContain('Is it an Alidade server');
  expect(seen).toEqual([undefined, undefined]);
});

it('renews a session when half of its time is over, and keeps several servers', async () => {
  const file = join(client.home, '.config/alidade/servers.json');
  const before = JSON.parse(await readFile(file, 'utf8')) as { servers: { issued: number; token: string }[] };
  before.servers[0]!.issued -= 30 * 24 * 3600;
  await writeFile(file, JSON.stringify(before));
  await chmod(file, 0o644);
  expect((await call('whoami')).code).toBe(0);
  const after = JSON.parse(await readFile(file, 'utf8')) as typeof before;
  expect(after.servers[0]!.issued).toBeGreaterThan(before.servers[0]!.issued);

  const byName = service.url.replace('127.0.0.1', 'localhost');
  expect((await client.run(['login', byName], { env: { ...byPassword(), ALIDADE_SERVER: '' } })).code).toBe(0);
  const listed = await call('servers', '--json');
  expect(listed.json()).toMatchObject([{ url: `${service.url}/` }, { url: `${byName}/`, default: true }]);
  expect(listed.stdout).not.toContain(after.servers[0]!.token);
  expect((await call('servers', new URL(service.url).host)).stdout).toMatch(/127\.0\.0\.1:\d+ .* default/);
  expect((await call('ls', `${new URL(byName).host}/admin/base`)).stdout).toContain('a.txt');
  expect((await call('logout', byName)).stdout).toContain('localhost');
});

it('moves to folders and to other datasets, and deletes folders only when told', async () => {
  expect((await call('create', 'admin/moves', '--visibility', 'public')).code).toBe(0);
  expect((await call('put', 'a.txt', 'b.txt', 'admin/moves:in/')).code).toBe(0);
  expect((await call('mv', 'admin/moves:in/a.txt', 'admin/moves:out/')).stdout).toContain('-> admin/moves:out/a.txt');
  expect((await call('mv', 'admin/moves:in', 'admin/base:taken')).code).toBe(0);
  expect((await call('ls', '-r', 'admin/base')).stdout).toContain('taken/b.txt\n');
  expect(await call('rm', 'admin/base:taken')).toMatchObject({ code: 2, stderr: expect.stringContaining('-r') });
  expect((await call('rm', '-r', 'admin/base:taken')).stdout).toContain('Deleted 1 entry');
  expect((await call('ls', 'admin/base')).stdout).not.toContain('taken');
  expect((await call('datasets', 'admin')).stdout).toMatch(/admin\/moves .* public/);
});

it('completes commands, options, and names that the server has', async () => {
  const words = async (...line: string[]) =>
    (await call('complete-words', '--', ...line)).stdout.split('\n').filter(Boolean);
  expect(await words('log')).toEqual(['login', 'logout']);
  expect(await words('meta', 's')).toEqual(['set']);
  expect(await words('create', '--visibility', 'p')).toEqual(['private', 'public']);
  expect(await words('ls', '--rec')).toEqual(['--recursive']);
  expect(await words('ls', 'adm')).toEqual(['admin/']);
  expect(await words('ls', 'admin/b')).toEqual(['admin/base']);
  expect(await words('ls', 'admin/base:a')).toEqual(['admin/base:a.txt']);
  expect(await words('put', 'a')).toContain(':');
  expect(await words('--server', 'http://127.0.0.1:9', 'ls', 'x')).toEqual([]);

  const bin = join(client.home, 'alidade');
  await writeFile(bin, `#!/bin/sh\nexec '${process.execPath}' '${MAIN}' "$@"\n`);
  await chmod(bin, 0o755);
  const script = `source <(alidade completion bash)
    COMP_LINE='alidade ls admin/base:a'; COMP_POINT=\${#COMP_LINE}
    _alidade; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const env = { PATH: `${client.home}:${process.env['PATH']}`, HOME: client.home };
  expect((await run('bash', ['--norc', '-c', script], { env })).stdout).toBe('a.txt\n');
});
