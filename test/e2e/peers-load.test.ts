import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { byTurns, load, rateOf, sidesOf, type Target } from '../../bench/peers/load.ts';
import { installed } from '../../bench/peers/programs/installed.ts';
import { startNginx } from '../../bench/peers/programs/nginx.ts';
import { startService } from '../support/service.ts';

const OPTIONS = { connections: 4, milliseconds: 200 };
const nginx = installed('nginx', 'nginx-light');

const rate = (target: Target, path: string) => async () => rateOf(await load(target, [path], OPTIONS));

test('the load of the benchmark beside peers measures a service', async () => {
  await using service = await startService();
  const measured = await byTurns({ ours: rate({ url: service.url, pids: [process.pid] }, '/version') }, 2);
  const { ours, peers } = sidesOf({}, measured);
  expect(ours.warm?.value).toBeGreaterThan(0);
  expect(ours.warm?.p99).toBeGreaterThan(0);
  expect(peers).toEqual({});
});

test('an error of a service ends the measurement', async () => {
  await using service = await startService();
  const refused = load({ url: service.url, pids: [] }, ['/orgs/nobody/ds/nothing'], OPTIONS);
  await expect(refused).rejects.toThrow('HTTP/1.1 401');
});

test.skipIf(nginx === undefined)('nginx serves files beside it (skipped where nginx is not installed)', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'alidade-peers-'));
  const server = (await startNginx(folder))!;
  try {
    await writeFile(join(server.root, 'file.bin'), Buffer.alloc(100_000));
    expect((await rate(server, '/file.bin')()).value).toBeGreaterThan(0);
  } finally {
    await server.close();
    await rm(folder, { recursive: true });
  }
});
