import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testClient, type TestClient } from '../support/client.ts';
import { ADMIN, startService, type TestService } from '../support/service.ts';

let service: TestService;
let client: TestClient;
const run = (...words: string[]) => client.run(words);

beforeAll(async () => {
  service = await startService();
  client = await testClient();
  await client.prepare(['login', service.url, '--user', ADMIN.userName, '--password-stdin'], {
    stdin: `${ADMIN.password}\n`,
  });
});
afterAll(async () => {
  await client[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

const LARGE = randomBytes(9 * 1024 * 1024);

it('sends a tree with odd names, brings it back byte for byte, and sends nothing twice', async () => {
  expect((await run('create', 'admin/tree', '--name', 'A tree')).code).toBe(0);
  const flight = join(client.cwd, 'flight');
  await mkdir(join(flight, 'a, b #1', 'empty'), { recursive: true });
  await writeFile(join(flight, 'large.bin'), LARGE);
  await writeFile(join(flight, 'a, b #1', 'ünïcode %41 & 100%?.txt'), 'odd');
  await writeFile(join(flight, 'a, b #1', '-rf'), '');
  await symlink('/etc/passwd', join(flight, 'link'));
  await writeFile(join(flight, 'back\\slash'), 'never');

  const sent = await run('put', 'flight', 'admin/tree', '--json');
  expect(sent.stderr).toContain('3 files uploaded');
  expect(sent.code).toBe(0);
  expect(
    sent
      .json()
      .map((one) => (one as { status: string }).status)
      .sort(),
  ).toEqual(['skipped', 'skipped', 'uploaded', 'uploaded', 'uploaded']);
  const again = await run('put', 'flight', 'admin/tree');
  expect(again.stderr).toContain('3 files unchanged');

  const listed = await run('ls', '-r', 'admin/tree');
  expect(listed.stdout).toContain('flight/a, b #1/ünïcode %41 & 100%?.txt\n');
  expect(listed.stdout).toContain('flight/a, b #1/empty/\n');

  expect((await run('get', 'admin/tree', 'back')).code).toBe(0);
  const back = join(client.cwd, 'back/tree/flight');
  expect((await readFile(join(back, 'large.bin'))).equals(LARGE)).toBe(true);
  expect(await readFile(join(back, 'a, b #1', 'ünïcode %41 & 100%?.txt'), 'utf8')).toBe('odd');
  expect((await stat(join(back, 'a, b #1', 'empty'))).isDirectory()).toBe(true);
  expect(await readdir(back)).toEqual(['a, b #1', 'large.bin']);
  expect((await run('get', 'admin/tree', 'back')).stderr).toContain('3 files unchanged');
});

it('shares into a dataset that is made, in an organization or among your own, and prints its address', async () => {
  await writeFile(join(client.cwd, 'shared.bin'), LARGE);
  await writeFile(join(client.cwd, 'shared.txt'), 'shared');
  await service.call('POST', '/orgs', { json: { slug: 'acme', name: 'Acme' } });
  for (const [to, made] of [
    [['--to', 'acme'], /^acme\/.+/],
    [[], /^admin\/.+/],
  ] as const) {
    const shared = await run('share', ...to, '--public', 'shared.bin', 'shared.txt', '--json');
    expect(shared, shared.stderr).toMatchObject({ code: 0 });
    const { tag, ...told } = JSON.parse(shared.stdout) as { tag: string };
    expect(told).toEqual({ url: `${service.url}/r/${tag}`, files: 2, visibility: 'public' });
    expect(shared.stderr).toContain('everybody who has the address can read it, without an account');
    expect(tag).toMatch(made);
    const [organization, dataset] = tag.split('/');
    const there = `/orgs/${organization}/ds/${dataset}/download`;
    expect(await (await service.call('GET', `${there}/shared.txt`)).text()).toBe('shared');
    const large = await service.call('GET', `${there}/shared.bin`);
    expect(LARGE.equals(Buffer.from(await large.arrayBuffer()))).toBe(true);
  }
});

it('shares among the members of an organization alone, where nothing else is asked for', async () => {
  await writeFile(join(client.cwd, 'secret.txt'), 'secret');
  const asStranger = (tag: string) => {
    const [organization, dataset] = tag.split('/');
    return service.call('GET', `/orgs/${organization}/ds/${dataset}/download/secret.txt`, { token: null });
  };
  for (const to of [[], ['--to', 'admin/made'], ['--private'], ['--private', '--to', 'admin/closed']]) {
    const shared = await run('share', ...to, 'secret.txt', '--json');
    expect(shared, shared.stderr).toMatchObject({ code: 0, stderr: expect.stringContaining('It is private') });
    const { tag, visibility } = JSON.parse(shared.stdout) as { tag: string; visibility: string };
    expect(visibility).toBe('private');
    expect((await asStranger(tag)).status).toBe(401);
  }
  // What is open already is not closed by the way, and nothing is sent there.
  await run('create', 'admin/open', '--visibility', 'unlisted');
  const refused = await run('share', '--private', '--to', 'admin/open', 'secret.txt');
  expect(refused).toMatchObject({ code: 5, stderr: expect.stringContaining('admin/open is there already') });
  expect((await asStranger('admin/open')).status).toBe(404);
  expect(await run('share', '-q', '--to', 'admin/open', 'secret.txt')).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('It is unlisted'),
  });
  expect((await asStranger('admin/open')).status).toBe(200);
  expect(await run('share', '--private', '--public', 'secret.txt')).toMatchObject({ code: 2 });
});

it('closes the dataset that a share made before its connection was cut', async () => {
  let cuts = true;
  const proxy = createServer((asked, answer) => {
    const { method, url, headers, socket } = asked;
    const passed = request(`${service.url}${url}`, { method, headers }, (given) => {
      if (cuts && url === '/share/init') socket.destroy();
      else given.pipe(answer.writeHead(given.statusCode!, given.headers));
    });
    asked.pipe(passed);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  await using other = await testClient({ ALIDADE_SERVER: url, ALIDADE_TOKEN: service.token });
  await writeFile(join(other.cwd, 'secret.txt'), 'secret');
  const share = ['share', '--to', 'admin/cut', 'secret.txt'];

  expect((await other.run(share)).code).not.toBe(0);
  expect((await service.call('GET', '/orgs/admin/ds/cut')).status).toBe(200);
  cuts = false;
  expect(await other.run(share)).toMatchObject({ code: 0, stderr: expect.stringContaining('It is private') });
  expect((await service.call('GET', '/orgs/admin/ds/cut/download/secret.txt', { token: null })).status).toBe(401);

  // What the service refuses is not remembered: a dataset of somebody else is not closed.
  const refused = ['share', '--to', 'nowhere/later', 'secret.txt'];
  expect((await other.run(refused)).code).not.toBe(0);
  await service.call('POST', '/orgs', { json: { slug: 'nowhere', name: 'Nowhere' } });
  await service.call('POST', '/orgs/nowhere/ds', { json: { slug: 'later', visibility: 1 } });
  expect(await other.run(refused)).toMatchObject({ code: 0, stderr: expect.stringContaining('It is unlisted') });
  proxy.close();
});
