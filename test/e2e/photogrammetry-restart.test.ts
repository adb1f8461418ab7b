import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { placeEmbeddedDatabase } from '../support/embedded-template.ts';
import { basic, startProcess } from '../support/process.ts';
import { ADMIN, form, until } from '../support/service.ts';
import { standInNode } from '../support/stand-in-node.ts';
import { zipBytes } from '../support/zip-bytes.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

it('what a node does goes on while the service is begun anew', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'alidade-node-'));
  await placeEmbeddedDatabase(dataDir);
  await using node = await standInNode({
    questions: Infinity,
    result: zipBytes([{ name: 'map.txt', content: 'a map' }]),
  });
  const environment = {
    DATA_DIR: dataDir,
    DefaultAdmin__Password: ADMIN.password,
    ProcessingPlatform__NodeOdm: JSON.stringify([{ Url: node.url }]),
    ProcessingPlatform__RemoteNodePollIntervalSeconds: '1',
  };
  let service = await startProcess(environment);
  try {
    const call = (method: string, path: string, body?: FormData | object): Promise<Response> =>
      fetch(`${service.url}${path}`, {
        method,
        headers: { ...basic(ADMIN.password), ...(body && !(body instanceof FormData) ? JSON_TYPE : {}) },
        ...(body ? { body: body instanceof FormData ? body : JSON.stringify(body) } : {}),
      });
    await call('POST', '/orgs/admin/ds', { slug: 'field' });
    for (const path of ['a.png', 'b.png'])
      await call('POST', '/orgs/admin/ds/field/obj', form({ path, file: Buffer.concat([PIXEL, Buffer.from(path)]) }));
    const started = await call('POST', '/orgs/admin/ds/field/tasks', { toolId: 'photogrammetry', params: {} });
    const { taskId } = (await started.json()) as { taskId: string };
    await until(
      async () => node.tasks.get(taskId)?.asked ?? 0,
      (asked) => asked > 1,
    );
    await service.end('SIGTERM');
    expect([node.tasks.size, node.cancelled, node.removed]).toEqual([1, [], []]);
    node.habits.questions = 3;

    service = await startProcess(environment);
    const read = async () =>
      (await (await call('GET', `/orgs/admin/ds/field/tasks/${taskId}`)).json()) as { state: string; facts: object };
    const task = await until(read, ({ state }) => /Succeeded|Failed/.test(state));
    expect(task).toMatchObject({ state: 'Succeeded', facts: { photos: 2, files: 1 } });
    expect(node.asked.filter((each) => each.endsWith('init'))).toHaveLength(1);
    // With the next look at what is elsewhere.
    await expect.poll(() => node.removed, { timeout: 20_000 }).toEqual([taskId]);
  } finally {
    await service.end('SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  }
}, 120_000);

const JSON_TYPE = { 'content-type': 'application/json' };
