import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testClient } from '../support/client.ts';
import { standInServer } from '../support/stand-in-server.ts';

it('tells what is wrong with the address of a server', async () => {
  await using server = await standInServer(() => undefined);
  await using client = await testClient();
  const login = (address: string) =>
    client.run(['login', address, '--user', 'admin', '--password-stdin'], { stdin: 'secret' });
  const page = await login(`${server.url}/r/admin`);
  expect(page.code).toBe(4);
  expect(page.stderr).toContain(`Write its address without that of a page, like ${new URL(server.url).origin}.`);
  const encrypted = await login(server.url.replace('http:', 'https:'));
  expect(encrypted.code).toBe(1);
  expect(encrypted.stderr).toContain('what answers there is not encrypted; write http:// if that is meant');
});

it('asks nothing where nobody can answer', async () => {
  await using client = await testClient();
  const ended = await client.run(['login', 'http://127.0.0.1:1', '--user', 'admin']);
  expect(ended.code).toBe(2);
  expect(ended.stderr).toMatch(/^alidade: There is no terminal to ask for it\. Use --password-stdin/);
});

it('enters what is there, or was, and refuses names of nothing', async () => {
  await using client = await testClient();
  await mkdir(join(client.cwd, 'flüght Süd'));
  await writeFile(join(client.cwd, 'flüght Süd/a.txt'), 'a');
  await client.run(['init']);
  expect((await client.run(['add', 'flüght Süd', 'misspelt'])).code).toBe(4);
  expect((await client.run(['add', join(client.cwd, 'flüght Süd')])).stdout).toBe(
    '2 new, 0 changed, 0 removed since the last pull or push.\n',
  );
  // Also what another command has entered.
  await writeFile(join(client.cwd, 'b.txt'), 'b');
  await client.prepare(['status']);
  expect((await client.run(['add', 'b.txt'])).stdout).toMatch(/^1 new, 0 changed/);
  expect((await client.run(['add', 'misspelt'])).stderr).toContain(`no such file or folder: ${client.cwd}/misspelt`);
});

it('tells when the files of a copy cannot be opened', async () => {
  await using client = await testClient();
  await client.run(['init']);
  await mkdir(join(client.cwd, 'other/.alidade/lock'), { recursive: true });
  await writeFile(join(client.cwd, 'other/.alidade/dbase.sqlite'), '');
  const ended = await client.run(['status'], { folder: 'other' });
  expect(ended.code).toBe(1);
  expect(ended.stderr).toMatch(/A file in the folder \.alidade of this copy cannot be opened/);
});
