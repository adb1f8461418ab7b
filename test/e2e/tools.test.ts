import { createServer, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTools, type ToolDependencies } from '../../src/tools/index.ts';
import { hasSharedData } from '../support/shared-data.ts';
import { addMember, createDataset, createPerson, type Person } from '../support/people.ts';
import { AGREED, recount } from '../support/recount.ts';
import { form, startService, until, type TestService } from '../support/service.ts';
import { standInNode, type StandInNode } from '../support/stand-in-node.ts';
import { realToolFiles, toolFiles, toolPhoto } from '../support/tool-data.ts';
import { toolTrials } from '../support/tool-table.ts';
import { zipBytes } from '../support/zip-bytes.ts';
import { allKinds } from '../../src/kinds/index.ts';

if (!hasSharedData) console.log('Skipped: tools on real files. There is no ../shared/data beside the repository.');

const DATASET = '/orgs/crew/ds/field';
const TASKS = `${DATASET}/tasks`;
const STATES_AT_END = ['Succeeded', 'Failed', 'Deleted'];
// Its facts need nothing of the service.
const tools = createTools({ processingNodes: { list: [] } } as unknown as ToolDependencies, allKinds).map(
  ({ id, version, ...tool }) => ({
    ...tool,
    name: version === '1' ? id : `${id} ${version}`,
  }),
);

interface Task {
  readonly taskId: string;
  readonly state: string;
  readonly errorText: string | null;
  readonly logTail: readonly string[];
  readonly facts: Readonly<Record<string, unknown>> | null;
}
interface Entry {
  readonly path: string;
  readonly type: number;
  readonly buildStatus: string | null;
}

let service: TestService;
let reader: Person;
/** Answers of a server on this machine that were not sent yet. */
const held: ServerResponse[] = [];
const server = createServer((_, response) => void held.push(response));
let node: StandInNode;
let trials: ReturnType<typeof toolTrials>;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  trials = toolTrials(`http://127.0.0.1:${(server.address() as AddressInfo).port}/file`);
  node = await standInNode({ questions: 1, result: zipBytes([{ name: 'report.txt', content: 'done' }]) });
  service = await startService({
    ProcessingPlatform__NodeOdm: JSON.stringify([{ Id: 'node', Url: node.url }]),
    ProcessingPlatform__RemoteNodePollIntervalSeconds: '1',
    Import__AllowedHosts: '127.0.0.1',
    ...limits('MaxConcurrentTasksPerUser', 'MaxQueuedTasksPerUser', 'MaxConcurrentTasksPerOrg'),
    ...limits('MaxConcurrentTasksGlobal', 'MaxConcurrentBulkDownloadsPerUser', 'MaxConcurrentUrlImportsPerUser'),
    ProcessingPlatform__ProgressUpdateThrottleSeconds: '1',
  });
  await service.call('POST', '/orgs', { json: { slug: 'crew' } });
  await createDataset(service, 'crew/field', 1);
  await createDataset(service, 'crew/other', 0, ['secret.tif', 'other.tif']);
  reader = await createPerson(service, 'reader');
  await addMember(service, 'crew', 'reader', 0);
  const photo = await toolPhoto();
  const files = [
    ['photos/a.jpg', photo] as const,
    ['photos/b.jpg', photo] as const,
    ...Object.entries(toolFiles).map(([path, make]) => [path, make()] as const),
    ...(await realToolFiles()),
  ];
  for (const [path, file] of files) {
    const { status } = await service.call('POST', `${DATASET}/obj`, { body: form({ path, file }) });
    if (status !== 201) throw new Error(`${path} was not taken: ${status}`);
  }
}, 180_000);
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await service[Symbol.asyncDispose]();
  await node[Symbol.asyncDispose]();
});

const limits = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [`ProcessingPlatform__${name}`, '1000']));

/** @param tool its id, and the version where that is not the first */
const submit = async (tool: string, params: object, token?: string | null, force = false) => {
  const [toolId, version = '1'] = tool.split(' ');
  const answer = await service.call('POST', TASKS, {
    json: { toolId, version, params, force },
    ...(token !== undefined && { token }),
  });
  const body = (await answer.json()) as { taskId: string; error?: string };
  return { status: answer.status, ...body };
};
const find = async (id: string): Promise<Task> => (await (await service.call('GET', `${TASKS}/${id}`)).json()) as Task;
const ended = (id: string): Promise<Task> =>
  until(
    () => find(id),
    ({ state }) => STATES_AT_END.includes(state),
  );
const cancel = (id: string, token?: string) =>
  service.call('DELETE', `${TASKS}/${id}`, token === undefined ? {} : { token });

const entry = async (path: string): Promise<Entry> =>
  (await (await service.call('GET', `${DATASET}/obj?path=${encodeURIComponent(path)}`)).json()) as Entry;
/** Asking for a build that is under way is answered with that. */
const isBuilt = (path: string): Promise<Entry> =>
  until(
    () => entry(path),
    ({ buildStatus }) => buildStatus === null,
  );
const release = (): void => held.splice(0).forEach((response) => void response.end('came'));

type Submitted = Awaited<ReturnType<typeof submit>>;

/** Both at once: the quickest tool has ended before a second request that waits for the answer to the first one. */
async function submitTwice(tool: string, parameters: object): Promise<readonly [Submitted, Submitted]> {
  const stamp = async (): Promise<string> => (await service.call('GET', `${DATASET}/stamp`)).text();
  for (;;) {
    const before = await stamp();
    const both = await Promise.all([submit(tool, parameters), submit(tool, parameters)]);
    // What reads all of the dataset is another task when a tool that was started before has written between the two.
    if (both.some(({ status }) => status !== 202) || before === (await stamp())) return both;
    for (const { taskId } of both) await cancel(taskId);
  }
}

it('every tool has a trial', () => {
  expect(Object.keys(trials).toSorted()).toEqual(tools.map(({ name }) => name).toSorted());
});

/** All tools, one after the other: each starts a program, which takes seconds on a busy machine. */
const EVERY_TOOL_MS = 10_000 * tools.length;

describe('every tool', () => {
  const submitted = new Map<string, { readonly id: string; readonly params: object }>();

  it('is started, and the same again is the same task while it runs', async () => {
    await isBuilt('later.tif');
    for (const [tool, { parameters, real }] of Object.entries(trials)) {
      const both = await submitTwice(tool, parameters);
      // Tells what became of them, as only the first one can say why it was no answer for the second.
      if (both.every(({ status }) => status === 202))
        throw new Error(JSON.stringify(await Promise.all(both.map(({ taskId }) => ended(taskId)))));
      const [again, first] = both.toSorted((one, other) => one.status - other.status);
      expect([tool, first!.status], first!.error).toEqual([tool, 202]);
      expect([tool, again]).toMatchObject([tool, { status: 200, taskId: first!.taskId }]);
      submitted.set(tool, { id: first!.taskId, params: parameters });
      if (real === undefined || !hasSharedData) continue;
      const other = await submit(tool, real);
      expect([tool, other.status], other.error).toEqual([tool, 202]);
      submitted.set(`${tool} 1 of a survey`, { id: other.taskId, params: real });
    }
  });

  it(
    'succeeds',
    async () => {
      await until(
        () => Promise.resolve(held.length),
        (count) => count > 0,
      );
      release();
      for (const [name, { id }] of submitted) {
        const task = await ended(id);
        expect([name, task.state, task.errorText], task.logTail.join('\n')).toEqual([name, 'Succeeded', null]);
        expect([name, { ...task.facts }]).toMatchObject([name, trials[name]?.facts ?? {}]);
      }
    },
    EVERY_TOOL_MS,
  );

  it(
    'leaves what it makes: files of the dataset with their types, which are built, or a file to download',
    async () => {
      for (const [tool, { writes = {}, result }] of Object.entries(trials)) {
        for (const [path, type] of Object.entries(writes)) {
          const found = await isBuilt(path);
          expect([path, found.type]).toEqual([path, type]);
        }
        const { id } = submitted.get(tool)!;
        const answer = await service.call('GET', `${TASKS}/${id}/result`);
        const bytes = Buffer.from(await answer.arrayBuffer());
        expect([tool, answer.status]).toEqual([tool, result === undefined ? 404 : 200]);
        if (result === undefined) continue;
        expect(bytes.toString('latin1', 0, 100)).toContain(result);
        expect(answer.headers.get('x-hostile')).toBeNull();
        expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="/);
      }
    },
    EVERY_TOOL_MS,
  );

  it('is not done twice: what succeeded is the answer, also where it wrote what is there now', async () => {
    for (const [tool, { id, params }] of submitted) {
      // What they read has changed: the dataset itself, by the others.
      if (['rescan-index', 'import-file', 'build'].includes(tool) || /^(?:mesh|splat)-/.test(tool)) continue;
      const { status, taskId, error } = await submit(tool, params);
      expect([tool, status, taskId], error).toEqual([tool, 200, id]);
    }
    const again = await submit('contours', trials['contours']!.parameters, undefined, true);
    expect([again.status, again.error]).toEqual([409, expect.stringContaining('There is made/contours.gpkg already')]);
  });
});

describe('who may', () => {
  it.each(tools.map(({ name, access }) => [name, access] as const))(
    'start %s: anyone who may %s',
    async (tool, access) => {
      const { parameters } = trials[tool]!;
      for (const [token, refusal] of [
        [reader.token, 403],
        [null, 401],
      ] as const) {
        const { status, taskId } = await submit(tool, { ...parameters }, token, true);
        // Nodes are asked for those only who have signed in.
        const isOpen = access === 'read' && (token !== null || tool !== 'photogrammetry');
        expect([tool, token === null, status]).toEqual([tool, token === null, isOpen ? 202 : refusal]);
        const cancelled = isOpen ? (await cancel(taskId)).status : 200;
        expect(cancelled).toBe(200);
      }
    },
  );

  it('read: only what is in this dataset', async () => {
    for (const { name: tool, parameters: schema } of tools) {
      const inputs = Object.entries(schema.properties as Record<string, object>);
      const named = inputs.flatMap(([name, field]) => {
        const isList = JSON.stringify(field).includes('"x-input":"paths"');
        const isPath = isList || JSON.stringify(field).includes('"x-input":"path"');
        return isPath ? [[name, isList ? ['secret.tif', 'other.tif'] : 'secret.tif']] : [];
      });
      if (named.length === 0) continue;
      for (const [name, value] of named as [string, unknown][]) {
        const { status } = await submit(tool, { ...trials[tool]!.parameters, [name]: value }, undefined, true);
        expect([tool, name, status]).toEqual([tool, name, 400]);
      }
    }
  });
});

it('leaves counters that a recount confirms, and no batch under way', async () => {
  const idle = async () => (await (await service.call('GET', `${TASKS}?take=200`)).json()) as readonly Task[];
  await until(idle, (tasks) => tasks.every(({ state }) => STATES_AT_END.includes(state)));
  await service.app.close();
  expect(await recount(service.environment)).toEqual(AGREED);
});
