import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testClient, type TestClient } from '../support/client.ts';
import { followBuilds, followTasks } from '../support/event-stream.ts';
import { quadrantOrthophoto } from '../support/geotiff.ts';
import { createDataset, createPerson } from '../support/people.ts';
import { form, startService, until, type TestService } from '../support/service.ts';
import { zip } from '../support/zip.ts';

const DATASET = '/orgs/admin/ds/field';

let service: TestService;
let client: TestClient;
beforeAll(async () => {
  service = await startService({ BUILDS__CONCURRENCY: '1' });
  client = await testClient({ ALIDADE_SERVER: service.url, ALIDADE_TOKEN: service.token });
  await createDataset(service, 'admin/field', 1, ['a.txt']);
}, 120_000);
afterAll(async () => {
  await client[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

const put = async (path: string, file: Uint8Array): Promise<void> => {
  expect((await service.call('POST', `${DATASET}/obj`, { body: form({ path, file }) })).status).toBe(201);
};
const submit = async (json: object): Promise<string> => {
  const answer = await service.call('POST', `${DATASET}/tasks`, { json });
  return ((await answer.json()) as { taskId: string }).taskId;
};

describe('tasks while they change', () => {
  it('are told with builds among them, builds alone elsewhere', async () => {
    const [all, builds] = [await followTasks(service, DATASET), await followBuilds(service, DATASET)];
    const taskId = await submit({ toolId: 'bulk-download' });
    const end = await all.until((event) => event.taskId === taskId && event.state === 'Succeeded');
    expect(end).toMatchObject({
      toolId: 'bulk-download',
      version: '1',
      path: null,
      progressPercent: 100,
      phaseMessage: 'done',
      errorType: null,
      artifactExpiresAt: expect.any(String),
      finishedAt: expect.any(String),
    });
    await put('o.tif', quadrantOrthophoto(64));
    await all.until(({ toolId, path, state }) => toolId === 'build' && path === 'o.tif' && state === 'Succeeded');
    await builds.until(({ path, currentState }) => path === 'o.tif' && currentState === 'Succeeded');
    expect(builds.events.filter(({ path }) => path !== 'o.tif')).toEqual([]);
    // Each state once, and none after its end.
    const states = all.events.filter((event) => event.taskId === taskId).map(({ state }) => state);
    expect(states.indexOf('Succeeded')).toBe(states.length - 1);
    const since = all.lastId();
    await all.close();
    const missed = await submit({ toolId: 'rescan-index' });
    await until(
      async () => (await service.call('GET', `${DATASET}/tasks/${missed}`)).json() as Promise<{ state: string }>,
      ({ state }) => state === 'Succeeded',
    );
    const again = await followTasks(service, DATASET, { headers: { 'last-event-id': since } });
    await again.until((event) => event.taskId === missed && event.state === 'Succeeded');
    await Promise.all([again.close(), builds.close()]);
  });

  it('tell why a task failed to those only who may open it', async () => {
    const stranger = await createPerson(service, 'stranger');
    const [own, theirs] = [await followTasks(service, DATASET), await followTasks(service, DATASET, stranger)];
    await put('broken.zip', Buffer.from('PK\x03\x04 and nothing else'));
    const taskId = await submit({ toolId: 'archive-extract', params: { sourcePath: 'broken.zip' } });
    const isEnd = (event: { taskId: string; state: string }): boolean =>
      event.taskId === taskId && event.state === 'Failed';
    expect(await own.until(isEnd)).toMatchObject({ errorType: 'InvalidInput', errorText: expect.any(String) });
    expect(await theirs.until(isEnd)).toMatchObject({ errorType: 'InvalidInput', errorText: null });
    await Promise.all([own.close(), theirs.close()]);
  });
});

describe('the client', () => {
  it('starts a task, waits for it, and fetches what it made', async () => {
    const begun = await client.run([
      'tasks',
      'start',
      'admin/field',
      'bulk-download',
      '--params',
      '{"archiveName":"all"}',
      '--force',
      '--wait',
      '--json',
    ]);
    expect(begun.code).toBe(0);
    const [{ taskId }] = begun.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)) as [{ taskId: string }];
    expect(await client.run(['tasks', 'result', 'admin/field', taskId])).toMatchObject({ code: 0 });
    expect(await readdir(client.cwd)).toContain('all.zip');
    const listed = await client.run(['tasks', 'list', 'admin/field', '--tool', 'bulk-download']);
    expect(listed.stdout).toContain(taskId);
    expect((await client.run(['tasks', 'tools', 'admin/field'])).stdout).toContain('rescan-index');
    const failed = await client.run([
      'tasks',
      'start',
      'admin/field',
      'rescan-index',
      '--params',
      '{"types":"castle"}',
    ]);
    expect([failed.code, failed.stderr]).toEqual([1, expect.stringContaining('castle')]);
  });

  it('brings what a task wrote into a copy that is watched, long before its time', async () => {
    await client.prepare(['clone', 'admin/field']);
    const watching = client.start(['watch', '--every', '86400'], 'field');
    const told = (text: string): Promise<string> =>
      until(
        () => Promise.resolve(watching.output()),
        (output) => output.includes(text),
      );
    await told('Watching ');
    await put('flight.zip', zip({ 'x.txt': 'from the archive' }));
    await submit({ toolId: 'archive-extract', params: { sourcePath: 'flight.zip', destPath: 'unpacked' } });
    await told('archive-extract flight.zip: Succeeded');
    const here = (): Promise<string> => readFile(join(client.cwd, 'field/unpacked/x.txt'), 'utf8').catch(() => '');
    await until(here, (text) => text === 'from the archive');
    expect(await watching.end('SIGINT')).toBe(130);
  });
});
