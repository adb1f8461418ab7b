import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testClient, type TestClient } from '../support/client.ts';
import { cuttingProxy, type CuttingProxy } from '../support/cutting-proxy.ts';
import { ADMIN, startService, type TestService } from '../support/service.ts';

const MIB = 1024 * 1024;
const FILE = randomBytes(24 * MIB);
let service: TestService;
let proxy: CuttingProxy;
let client: TestClient;
const run = (...words: string[]) => client.run(words);

beforeAll(async () => {
  service = await startService();
  proxy = await cuttingProxy(service.url);
  client = await testClient();
  const env = { ALIDADE_USER: ADMIN.userName, ALIDADE_PASSWORD: ADMIN.password };
  await client.prepare(['login', proxy.url], { env });
  await client.prepare(['create', 'admin/cut']);
  await writeFile(join(client.cwd, 'large.bin'), FILE);
});
afterAll(async () => {
  await client[Symbol.asyncDispose]();
  await proxy[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

it('goes on after cuts of the connection, both ways, and sends little twice', async () => {
  proxy.cut({ times: 2, after: 9 * MIB });
  const before = proxy.bytes;
  expect(await run('put', 'large.bin', 'admin/cut')).toMatchObject({ code: 0 });
  expect(proxy.bytes - before).toBeLessThan(1.7 * FILE.length);

  proxy.cut({ times: 2, after: 9 * MIB });
  const between = proxy.bytes;
  expect(await run('get', 'admin/cut:large.bin', 'back.bin')).toMatchObject({ code: 0 });
  expect(proxy.bytes - between).toBeLessThan(1.7 * FILE.length);
  expect((await readFile(join(client.cwd, 'back.bin'))).equals(FILE)).toBe(true);
});
