import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { standInServer } from '../../../test/support/stand-in-server.ts';
import { changeServers, readServers, type KnownServer } from './server-file.ts';
import { connectWith } from './session.ts';

const { signal } = new AbortController();
const HOUR = 3600;
let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-servers-'));
  file = join(folder, 'config/servers.json');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const server = (url: string, more: Partial<KnownServer> = {}): KnownServer => ({
  url,
  userName: 'ann',
  token: 'old',
  ...more,
});
const keep = (...servers: KnownServer[]): Promise<void> => changeServers(file, signal, () => ({ servers }));

it('loses no change of several at once, also of those that take their time', async () => {
  const names = Array.from({ length: 8 }, (_, index) => `https://${index}.example/`);
  await Promise.all(
    names.map((url) =>
      changeServers(file, signal, async ({ servers }) => {
        await new Promise((resolve) => setImmediate(resolve));
        return { servers: [...servers, server(url)] };
      }),
    ),
  );
  expect((await readServers(file)).servers.map(({ url }) => url).toSorted()).toEqual(names);
});

it('waits for nobody when it is ended', async () => {
  const ended = AbortSignal.abort(new Error('ended'));
  await changeServers(file, signal, async (servers) => {
    await expect(changeServers(file, ended, () => servers)).rejects.toThrow('ended');
    return servers;
  });
});

it('renews a session once for all that use it, and leaves one that was begun anew', async () => {
  let renewals = 0;
  const used: (string | undefined)[] = [];
  await using other = await standInServer((request, { pathname }) => {
    used.push(request.headers.authorization);
    if (!pathname.endsWith('/refresh')) return { body: {} };
    renewals += 1;
    return { body: { username: 'ann', token: `renewed ${renewals}`, expires: Math.floor(Date.now() / 1000) + HOUR } };
  });
  const now = Math.floor(Date.now() / 1000);
  const known = server(`${other.url}/`, { issued: now - HOUR, expires: now + HOUR / 2 });
  await keep(known);
  const ask = async (): Promise<void> => {
    const connection = connectWith({ url: new URL(known.url), credentials: { kind: 'known', known } }, file);
    await connection.text({ route: 'GET /users/me', signal });
  };
  await Promise.all([ask(), ask(), ask()]);
  expect(renewals).toBe(1);
  expect(used.filter((header) => header === 'Bearer renewed 1')).toHaveLength(3);
  expect((await readServers(file)).servers).toMatchObject([{ token: 'renewed 1' }]);

  await keep(server(known.url, { userName: 'ben', token: 'of ben' }));
  await ask();
  expect((await readServers(file)).servers).toMatchObject([{ userName: 'ben', token: 'of ben' }]);
});
