import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { buffer } from 'node:stream/consumers';

/** How a stand-in node behaves; may be changed while it runs. */
export interface NodeHabits {
  /** Asked for in every question. */
  token?: string;
  /** Uploads whose connection is cut in their midst. */
  cutUploads?: number;
  /** Questions that match this get a cut connection for an answer, so many of them. */
  cut?: { readonly path: RegExp; times: number };
  /** It takes everything in one form only. */
  isOld?: boolean;
  /** It gives tasks ids of its own. */
  givesIds?: boolean;
  /** Questions about a task until it is done: queued at the first, running at the others. */
  questions?: number;
  /** Why it fails. */
  failure?: string;
  result?: Uint8Array;
  /** Milliseconds until it sends that. */
  resultAfterMs?: number;
  /** Answers by path, whatever the truth is. */
  lies?: readonly (readonly [path: RegExp, status: number, body: string])[];
  /** Answers byte by byte, for those that no server would give. */
  raw?: readonly (readonly [path: RegExp, answer: (response: ServerResponse) => void])[];
  maxImages?: number | null;
}

export interface StandInTask {
  readonly photos: Map<string, Buffer>;
  readonly fields: Map<string, string>;
  isCommitted: boolean;
  asked: number;
}

/** A node that speaks the protocol of NodeODM, refuses what that refuses, and looks at no photo. */
export interface StandInNode extends AsyncDisposable {
  readonly url: string;
  readonly habits: NodeHabits;
  /** Method and path of the questions so far. */
  readonly asked: readonly string[];
  readonly tasks: ReadonlyMap<string, StandInTask>;
  /** Ids of the tasks that were to end, and of those removed. */
  readonly cancelled: readonly string[];
  readonly removed: readonly string[];
}

export const NODE_LINES = ['[INFO] Reading photos', '[INFO] Matching features'];

const UUID_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

export async function standInNode(habits: NodeHabits = {}): Promise<StandInNode> {
  const asked: string[] = [];
  const cancelled: string[] = [];
  const removed: string[] = [];
  const tasks = new Map<string, StandInTask>();

  const newTask = (request: IncomingMessage, form: FormData): string | { error: string } => {
    const given = request.headers['set-uuid'];
    if (typeof given !== 'string' || !UUID_4.test(given)) return { error: `Invalid set-uuid: ${String(given)}` };
    const id = habits.givesIds ? `own-${tasks.size}` : given;
    // As NodeODM does: the refusal clears away what an upload that was cut off left.
    if (tasks.has(id)) return tasks.get(id)!.isCommitted || tasks.delete(id) ? { error: 'Directory exists' } : id;
    const options = form.get('options') ?? '[]';
    if (typeof options !== 'string' || !isList(options)) return { error: 'Invalid options' };
    const fields = new Map([...form].filter((pair): pair is [string, string] => typeof pair[1] === 'string'));
    tasks.set(id, { photos: new Map(), fields, isCommitted: false, asked: 0 });
    return id;
  };

  const answers: readonly (readonly [RegExp, (ask: Question) => unknown])[] = [
    [
      /^info$/,
      () => ({
        version: '2.2.1',
        engine: 'odm',
        engineVersion: '3.5',
        taskQueueCount: 0,
        maxParallelTasks: 2,
        maxImages: habits.maxImages ?? null,
      }),
    ],
    [/^options$/, () => [{ name: 'dsm', type: 'bool', domain: 'bool', help: 'Digital surface model', value: 'false' }]],
    [/^task\/new\/init$/, async ({ request, form }) => uuid(newTask(request, await form()))],
    [
      /^task\/new\/upload\/(.+)$/,
      async ({ id, form }) => {
        const task = tasks.get(id);
        if (task === undefined || task.isCommitted) return { error: 'Invalid uuid (not found)' };
        return keep(task, await form());
      },
    ],
    [
      /^task\/new\/commit\/(.+)$/,
      ({ id }) => {
        const task = tasks.get(id);
        if (task === undefined || task.isCommitted) return { error: 'ENOENT: body.json' };
        if (task.photos.size === 0) return { error: 'Need at least 1 file.' };
        task.isCommitted = true;
        return { uuid: id };
      },
    ],
    [
      /^task\/new$/,
      async ({ request, form }) => {
        const sent = await form();
        const id = newTask(request, sent);
        if (typeof id !== 'string') return id;
        const kept = await keep(tasks.get(id)!, sent);
        if ('error' in kept) {
          tasks.delete(id);
          return kept;
        }
        tasks.get(id)!.isCommitted = true;
        return { uuid: id };
      },
    ],
    [/^task\/([^/]+)\/info$/, ({ id }) => stateOf(tasks.get(id), habits) ?? { error: `${id} not found` }],
    [/^task\/([^/]+)\/output$/, ({ address }) => NODE_LINES.slice(Number(address.searchParams.get('line')))],
    [
      /^task\/([^/]+)\/download\/all\.zip$/,
      async () => {
        await setTimeout(habits.resultAfterMs ?? 0);
        return habits.result ?? { error: 'Asset not found' };
      },
    ],
    [
      /^task\/cancel$/,
      async ({ json }) => {
        const { uuid: id } = await json();
        // What is uploaded still is no task yet.
        if (!tasks.get(id)?.isCommitted) return { error: `${id} not found` };
        return { success: cancelled.push(id) > 0 };
      },
    ],
    [
      /^task\/remove$/,
      async ({ json }) => {
        const { uuid: id } = await json();
        if (!tasks.get(id)?.isCommitted) return { error: `${id} not found` };
        removed.push(id);
        return { success: tasks.delete(id) };
      },
    ],
  ];

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = new URL(request.url ?? '/', 'http://node');
    const path = address.pathname.slice(1);
    asked.push(`${request.method} ${path}`);
    if (/upload/.test(path) && (habits.cutUploads ?? 0) > 0) {
      habits.cutUploads! -= 1;
      await once(request, 'data');
      return void request.destroy();
    }
    if (habits.cut?.path.test(path) && habits.cut.times > 0) {
      habits.cut.times -= 1;
      return void request.destroy();
    }
    const raw = habits.raw?.find(([which]) => which.test(path));
    if (raw !== undefined) return raw[1](response);
    const body = await buffer(request);
    const send = (status: number, answer: unknown): void => {
      const isPlain = typeof answer === 'string' || answer instanceof Uint8Array;
      response.writeHead(status, { 'content-type': isPlain ? 'application/zip' : 'application/json' });
      response.end(isPlain ? answer : JSON.stringify(answer));
    };
    const lie = habits.lies?.find(([which]) => which.test(path));
    if (lie !== undefined) return send(lie[1], lie[2]);
    if (habits.token !== undefined && address.searchParams.get('token') !== habits.token)
      return send(401, { error: `Invalid token ${address.searchParams.get('token')}` });
    if (habits.isOld && path.startsWith('task/new/')) return send(404, 'Cannot POST');
    for (const [which, answer] of answers) {
      const found = which.exec(path);
      if (found === null) continue;
      const type = request.headers['content-type'] ?? '';
      if ((request.method === 'POST') !== IS_POSTED.test(path)) return send(404, `Cannot ${request.method} /${path}`);
      if (/^task\/new(\/init|\/upload\/.*)?$/.test(path) && !/^multipart\/form-data; boundary=.+/.test(type))
        return send(200, { error: 'Multipart: Boundary not found' });
      if (/^task\/(cancel|remove)$/.test(path) && type !== 'application/json')
        return send(200, { error: 'uuid param missing' });
      const form = () => new Response(body, { headers: { 'content-type': type } }).formData();
      const json = async () => JSON.parse(body.toString()) as { uuid: string };
      return send(200, await answer({ request, address, id: found[1] ?? '', form, json }));
    }
    send(404, { error: 'Not found' });
  }

  const server = createServer((request, response) => {
    request.on('error', () => undefined);
    respond(request, response).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    habits,
    asked,
    tasks,
    cancelled,
    removed,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

interface Question {
  readonly request: IncomingMessage;
  readonly address: URL;
  readonly id: string;
  readonly form: () => Promise<FormData>;
  readonly json: () => Promise<{ readonly uuid: string }>;
}

function isList(text: string): boolean {
  try {
    return Array.isArray(JSON.parse(text));
  } catch {
    return false;
  }
}

const uuid = (id: string | { error: string }): unknown => (typeof id === 'string' ? { uuid: id } : id);

/** What is asked for by POST, and by nothing else. */
const IS_POSTED = /^task\/(new|cancel|remove)\b/;

async function keep(task: StandInTask, form: FormData): Promise<object> {
  const files: [string, Buffer][] = [];
  for (const [field, file] of form) {
    if (typeof file === 'string') continue;
    if (field !== 'images') return { error: 'Unexpected field' };
    files.push([file.name, Buffer.from(await file.arrayBuffer())]);
  }
  if (files.length === 0) return { error: 'Need at least 1 file.' };
  for (const [name, bytes] of files) task.photos.set(name, bytes);
  return { success: true };
}

function stateOf(task: StandInTask | undefined, { questions = 3, failure }: NodeHabits): unknown {
  if (!task?.isCommitted) return undefined;
  task.asked += 1;
  const { asked } = task;
  if (asked === 1) return { status: { code: 10 }, progress: 0 };
  if (asked < questions) return { status: { code: 20 }, progress: (100 * asked) / questions };
  if (failure !== undefined) return { status: { code: 30, errorMessage: failure } };
  return { status: { code: 40 }, progress: 100 };
}
