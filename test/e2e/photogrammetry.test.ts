import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDataset, createPerson } from '../support/people.ts';
import { form, startService, until, type TestService } from '../support/service.ts';
import { standInNode, type StandInNode } from '../support/stand-in-node.ts';
import { zipBytes } from '../support/zip-bytes.ts';

const TASKS = '/orgs/acre/ds/field/tasks';
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const RESULT = zipBytes([{ name: 'odm_report/stats.txt', content: 'done' }]);
const TOKEN = 'token-of-the-node';

let service: TestService;
let node: StandInNode;
beforeAll(async () => {
  node = await standInNode({ token: TOKEN, result: RESULT });
  const nodes = [
    { Id: 'fast', Url: node.url, Token: TOKEN, Title: 'Fast one' },
    { Id: 'gone', Url: 'http://127.0.0.1:9', Token: TOKEN },
  ];
  service = await startService({
    ProcessingPlatform__NodeOdm: JSON.stringify(nodes),
    ProcessingPlatform__RemoteNodePollIntervalSeconds: '1',
  });
  await service.call('POST', '/orgs', { json: { slug: 'acre' } });
  await createDataset(service, 'acre/field', 1, []);
  for (const path of ['flight/a.png', 'flight/b.png'])
    await service.call('POST', '/orgs/acre/ds/field/obj', {
      body: form({ path, file: Buffer.concat([PIXEL, Buffer.from(path)]) }),
    });
}, 120_000);
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await node[Symbol.asyncDispose]();
});

async function ask<T>(method: string, path: string, json?: object): Promise<T> {
  return (await (await service.call(method, path, json && { json })).json()) as T;
}
interface Task {
  readonly state: string;
  readonly logTail: readonly string[];
  readonly errorText: string | null;
  readonly facts: object | null;
}
const submit = async (params: object, version?: string): Promise<string> =>
  (await ask<{ taskId: string }>('POST', TASKS, { toolId: 'photogrammetry', params, ...(version && { version }) }))
    .taskId;
const read = (id: string) => ask<Task>('GET', `${TASKS}/${id}`);

it('tells of nodes what users need, and nothing of where they are', async () => {
  const answers = [
    await ask('GET', '/sys/processingNodes'),
    await ask('GET', '/sys/processingNodes/fast/status'),
    await ask('GET', '/sys/processingNodes/fast/options'),
    await ask('GET', '/sys/processingNodes/gone/status'),
  ];
  const nothing = { version: null, engine: null, engineVersion: null, taskQueueCount: null, maxParallelTasks: null };
  expect(answers).toEqual([
    [
      { id: 'fast', title: 'Fast one' },
      { id: 'gone', title: 'gone' },
    ],
    {
      id: 'fast',
      reachable: true,
      version: '2.2.1',
      engine: 'odm',
      engineVersion: '3.5',
      taskQueueCount: 0,
      maxParallelTasks: 2,
      errorMessage: null,
    },
    [{ name: 'dsm', type: 'bool', domain: 'bool', help: 'Digital surface model', value: 'false' }],
    { id: 'gone', reachable: false, ...nothing, errorMessage: expect.stringContaining('connection to gone failed') },
  ]);
  expect(JSON.stringify(answers)).not.toMatch(/127\.0\.0\.1|token-of/);
  const statuses = ['/sys/processingNodes/gone/options', '/sys/processingNodes/none/status', '/sys/config'];
  const [options, unknown, config] = await Promise.all(statuses.map((path) => service.call('GET', path)));
  expect([options!.status, unknown!.status]).toEqual([503, 404]);
  expect((await options!.text()) + (await config!.text())).not.toMatch(/127\.0\.0\.1:9|token-of/);
  expect((await service.call('GET', '/sys/processingNodes', { token: null })).status).toBe(401);
  const person = await createPerson(service, 'anybody');
  expect((await service.call('GET', '/sys/processingNodes/fast/status', { token: person.token })).status).toBe(200);
});

it('works for nobody who has not signed in, though a public dataset can be read', async () => {
  for (const version of ['1', '2']) {
    const json = { toolId: 'Photogrammetry', version, params: { folder: 'flight' } };
    const answer = await service.call('POST', TASKS, { token: null, json });
    expect([answer.status, await answer.text()]).toEqual([401, expect.stringContaining('Sign in to have photos')]);
  }
  const tools = (await (await service.call('GET', `${TASKS}/tools`, { token: null })).json()) as { id: string }[];
  const shut = { disabled: true, disabledMessage: 'Sign in to have photos processed.' };
  expect(tools.filter(({ id }) => id === 'photogrammetry')).toMatchObject([shut, shut]);
});

it('makes an archive to download, and results in the dataset as existing clients ask for them', async () => {
  const archive = await submit({ folder: 'flight' }, '1');
  // As the web client of before sends it, without a version.
  const placed = await submit({
    folder: 'flight',
    nodeId: 'fast',
    name: 'seven',
    options: [{ name: 'dsm', value: 'true' }],
    createNewDataset: false,
    destPath: 'flight/map',
    newDatasetVisibility: 'PRIVATE',
  });
  for (const id of [archive, placed])
    expect(
      await until(
        () => read(id),
        ({ state }) => /Succeeded|Failed/.test(state),
      ),
    ).toMatchObject({
      state: 'Succeeded',
      facts: { photos: 2 },
    });
  const result = await service.call('GET', `${TASKS}/${archive}/result`);
  expect(Buffer.from(await result.arrayBuffer()).equals(RESULT)).toBe(true);
  const file = await service.call('GET', '/orgs/acre/ds/field/obj?path=flight/map/odm_report/stats.txt');
  expect(file.status).toBe(200);
  // With the next look at what is elsewhere.
  await expect.poll(() => node.removed, { timeout: 20_000 }).toEqual(expect.arrayContaining([archive, placed]));
});

it('makes a dataset of the results, private unless told, with nothing of the photos in it', async () => {
  const params = { folder: 'flight', createNewDataset: true, newDatasetName: 'seven-map' };
  const id = await submit(params);
  const task = await until(
    () => read(id),
    ({ state }) => /Succeeded|Failed/.test(state),
  );
  expect(task).toMatchObject({ state: 'Succeeded', facts: { photos: 2, files: 1, dataset: 'acre/seven-map' } });
  const file = '/orgs/acre/ds/seven-map/obj?path=odm_report/stats.txt';
  expect((await service.call('GET', file)).status).toBe(200);
  expect((await service.call('GET', file, { token: null })).status).toBe(401);
  expect(await ask('POST', `${TASKS}/${id}/undo`, {})).toEqual({ removed: 1 });
  expect((await service.call('GET', '/orgs/acre/ds/seven-map')).status).toBe(404);
  const elsewhere = { ...params, newDatasetOrgSlug: 'nowhere' };
  const refused = await service.call('POST', TASKS, { json: { toolId: 'photogrammetry', params: elsewhere } });
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('no organization nowhere')]);
});

it('ends at the node when it is cancelled', async () => {
  node.habits.questions = 1e9;
  const id = await submit({ folder: 'flight', name: 'endless' }, '1');
  await until(
    async () => node.tasks.get(id)?.asked ?? 0,
    (asked) => asked > 1,
  );
  await ask('DELETE', `${TASKS}/${id}`);
  await until(
    async () => node.removed,
    (removed) => removed.includes(id),
    15,
  );
  expect(node.cancelled).toContain(id);
  expect((await read(id)).state).toBe('Deleted');
});

it('fails with the words of the node, and without its address', async () => {
  Object.assign(node.habits, { questions: 2, failure: `no overlap (see ${node.url}?token=${TOKEN})` });
  const id = await submit({ folder: 'flight', name: 'failing' }, '1');
  const task = await until(
    () => read(id),
    ({ state }) => state === 'Failed',
  );
  expect(task.errorText).toMatch(/Fast one could not process the photos: no overlap/);
  expect(JSON.stringify(task)).not.toMatch(/127\.0\.0\.1|token-of/);
});
