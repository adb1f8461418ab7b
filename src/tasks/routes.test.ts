import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Type from 'typebox';
import { beforeEach, describe, expect, it } from 'vitest';
import { NEXT, standInServer, standInTask, standInTasks, type Asked } from './testing/stand-in.ts';
import type { AnyTool } from './tool.ts';

const [MINE, NONE, BUILD, MANAGED] = [1, 2, 3, 4].map((digit) => `a0000000-0000-4000-8000-00000000000${digit}`) as [
  string,
  string,
  string,
  string,
];
const known = [
  standInTask({ error: 'No place.', errorType: 'NoSpace' }),
  standInTask({ id: NONE, userId: null }),
  standInTask({ id: BUILD, toolId: 'build', userId: 'somebody' }),
  standInTask({ id: MANAGED, userId: 'manages' }),
];
const asked: Asked = [];
beforeEach(() => void asked.splice(0));

const tool = (id: string, given: Partial<AnyTool> = {}): AnyTool => ({
  id,
  version: '1',
  title: id,
  description: 'Does it.',
  access: 'read',
  artifact: null,
  offers: [],
  parameters: Type.Object({ pair: Type.Tuple([Type.Number(), Type.Number()]) }, { additionalProperties: false }),
  plan: () => Promise.reject(new Error('Not asked for')),
  run: () => Promise.reject(new Error('Not asked for')),
  ...given,
});

describe('what is asked of tasks', () => {
  it('is started with all that existing clients send', async () => {
    await using server = await standInServer(standInTasks(known, asked));
    const body = { toolId: 'Build', path: 'a.tif', params: { path: 'a.tif', List: [1, '2'], none: null }, force: true };
    const { status, body: answer, headers } = await server.ask('writes', 'POST', 'tasks', body);
    expect([status, headers.location]).toEqual([202, `/orgs/acre/ds/field/tasks/${MINE}`]);
    expect(answer).toEqual({
      taskId: MINE,
      toolId: 'bulk-download',
      version: '1',
      deduplicated: false,
      estimatedOutputBytes: 9,
      statusUrl: `/orgs/acre/ds/field/tasks/${MINE}`,
      resultUrl: `/orgs/acre/ds/field/tasks/${MINE}/result`,
    });
    expect(asked).toEqual([`submit writes ${JSON.stringify(body)}`]);
  });

  it('is answered with 200 when there was one, and takes null for what is left out', async () => {
    const submitted = { task: known[0]!, deduplicated: true, estimatedBytes: 9 };
    const tasks = standInTasks(known, asked);
    await using server = await standInServer({
      ...tasks,
      submit: async (...given) => ({ ...(await tasks.submit(...given)), ...submitted }),
    });
    const body = { toolId: 'build', version: 2, path: null, params: null, force: null };
    const { status, body: answer, headers } = await server.ask('writes', 'POST', 'tasks', body);
    expect([status, headers.location, answer]).toMatchObject([200, undefined, { deduplicated: true }]);
    expect(asked).toEqual(['submit writes {"toolId":"build","version":"2","path":"","force":false}']);
  });

  it.each([
    [{}, /toolId/],
    [{ toolId: 'build', params: [] }, /params/],
    [{ toolId: 'build', params: 'all' }, /params/],
    [{ toolId: 'x'.repeat(101) }, /toolId/],
  ])('is refused as %j', async (body, words) => {
    await using server = await standInServer(standInTasks(known, asked));
    const answer = await server.ask('writes', 'POST', 'tasks', body);
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringMatching(words) } });
    expect(asked).toEqual([]);
  });

  it.each([
    ['', 'list {} 0 50'],
    ['?toolId=build&state=Failed&skip=3&take=7', 'list {"toolId":"build","state":"Failed"} 3 7'],
    ['?without=build&active=true', 'list {"without":"build","active":true} 0 50'],
    ['?take=0', 'list {} 0 1'],
    ['?take=1000', 'list {} 0 200'],
    [`?take=2&after=${NEXT}`, `list {} 0 2 ${NEXT}`],
  ])('is listed: %s', async (query, line) => {
    await using server = await standInServer(standInTasks(known, asked));
    const { status, body } = await server.ask('reads', 'GET', `tasks${query}`);
    expect([status, asked]).toEqual([200, [line]]);
    // Other people's tasks show the word for the failure, and not its text.
    expect(body).toMatchObject([{ taskId: MINE, errorType: 'NoSpace', errorText: null }, {}, {}, {}]);
    expect((await server.ask('mine', 'GET', 'tasks')).body).toMatchObject([{ errorText: 'No place.' }, {}, {}, {}]);
  });

  it.each(['?skip=-1', '?state=Done', '?take=many', '?after=3', '?after=1.none', `?after=${NEXT}x`])(
    'is listed by %s of no list',
    async (query) => {
      await using server = await standInServer(standInTasks(known, asked));
      expect((await server.ask('reads', 'GET', `tasks${query}`)).status).toBe(400);
    },
  );

  it('tells where the rest of a list is, behind what was left out', async () => {
    await using server = await standInServer(standInTasks(known, asked));
    const { headers } = await server.ask('reads', 'GET', 'tasks?Skip=3&take=4&state=Failed');
    expect(headers['link']).toBe(`<?take=4&state=Failed&after=${NEXT}>; rel="next"`);
    const all = await server.ask('admin', 'GET', `/sys/tasks?take=4&after=${NEXT}`);
    expect(all.headers['link']).toBe(`<?take=4&after=${NEXT}>; rel="next"`);
    const end = { ...standInTasks(known, asked), list: () => Promise.resolve({ rows: known, next: undefined }) };
    await using last = await standInServer(end);
    expect((await last.ask('reads', 'GET', 'tasks')).headers).not.toHaveProperty('link');
  });

  it('has a text of its failure under no name at which existing clients stop', async () => {
    await using server = await standInServer(standInTasks(known, asked));
    const { body } = await server.ask('mine', 'GET', `tasks/${MINE}`);
    expect(body).toMatchObject({
      error: null,
      errorType: 'NoSpace',
      errorText: 'No place.',
      progress: { percent: 100, message: null },
      logCursor: 2,
      logTail: ['[10:00:00] one', '[10:00:01] two'],
      artifact: null,
      params: { paths: ['flight'] },
    });
    expect(body).not.toHaveProperty('message');
  });

  it('is the log behind a cursor', async () => {
    await using server = await standInServer(standInTasks(known, asked));
    const { body } = await server.ask('mine', 'GET', `tasks/${MINE}/log?since=1`);
    expect(body).toEqual({ cursor: 2, lines: known[0]!.log.lines, truncatedFromTail: false });
    expect(asked).toEqual(['log 1']);
    expect((await server.ask('mine', 'GET', `tasks/${MINE}/log?since=-1`)).status).toBe(400);
  });
});

describe('whose tasks are', () => {
  const READING = ['', '/log', '/result'];
  const CONTROL = ['/retry', '/delete'];
  it.each([
    // Result: nothing to download.
    ['mine', MINE, [200, 200, 404], [200, 200], 200, 403],
    ['nobody', MINE, [403, 403, 403], [401, 401], 401, 401],
    ['reads', MINE, [403, 403, 403], [403, 403], 403, 403],
    ['writes', MINE, [403, 403, 403], [403, 403], 403, 403],
    ['manages', MINE, [200, 200, 404], [200, 200], 200, 200],
    ['link', MANAGED, [403, 403, 403], [403, 403], 403, 403],
    ['nobody', NONE, [200, 200, 404], [401, 401], 401, 401],
    ['reads', NONE, [200, 200, 404], [403, 403], 403, 403],
    ['writes', NONE, [200, 200, 404], [200, 200], 200, 200],
    ['reads', BUILD, [200, 200, 404], [403, 403], 403, 403],
    ['writes', BUILD, [200, 200, 404], [200, 200], 200, 200],
    ['manages', 'b0000000-0000-4000-8000-000000000001', [404, 404, 404], [404, 404], 404, 404],
    ['manages', 'none', [404, 404, 404], [404, 404], 404, 404],
  ])('%s, of %s', async (as, id, reading, control, cancel, undo) => {
    await using server = await standInServer(standInTasks(known, asked));
    const statuses = async (method: 'GET' | 'POST' | 'DELETE', ends: readonly string[]): Promise<number[]> => {
      const found = [];
      for (const end of ends)
        found.push((await server.ask(as, method, `tasks/${id}${end}`, method === 'POST' ? {} : undefined)).status);
      return found;
    };
    expect(await statuses('GET', READING)).toEqual(reading);
    expect(await statuses('POST', CONTROL)).toEqual(control);
    expect(await statuses('DELETE', [''])).toEqual([cancel]);
    expect(await statuses('POST', ['/undo'])).toEqual([undo]);
    // What the list says may be done is what may be done.
    const { body } = await server.ask(as, 'GET', 'tasks');
    const listed = (body as { taskId: string; mayOpen: boolean; mayControl: boolean }[]).find((it) => it.taskId === id);
    const mayDo = [reading[0] === 200, cancel === 200 && control[0] === 200];
    expect(listed && [listed.mayOpen, listed.mayControl]).toEqual(reading[0] === 404 ? undefined : mayDo);
  });

  it('are all forgotten by anyone who may write', async () => {
    await using server = await standInServer(standInTasks(known, asked));
    expect((await server.ask('mine', 'POST', 'tasks/clear', {})).status).toBe(403);
    expect((await server.ask('writes', 'POST', 'tasks/clear?toolId=build', {})).body).toEqual({ cleared: 3 });
    expect((await server.ask('writes', 'POST', 'tasks/clear?state=Failed&without=build', {})).status).toBe(200);
    expect((await server.ask('writes', 'POST', 'tasks/clear', {})).status).toBe(200);
    expect((await server.ask('writes', 'POST', 'tasks/clear?state=Processing', {})).status).toBe(400);
    expect(asked).toEqual(['clear {"toolId":"build"}', 'clear {"state":"Failed","without":"build"}', 'clear {}']);
  });
});

it('sends a result with ranges, a validator and a name, to its user alone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'alidade-result-'));
  try {
    const [file, bytes] = [join(folder, 'result'), 'bytes of the archive'];
    await writeFile(file, bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const artifact = { file, name: 'flight ü.zip', size: bytes.length, sha256, expiresAt: new Date(2e12) };
    const task = standInTask({ artifact });
    await using server = await standInServer(
      standInTasks([task], asked, { artifact: () => Promise.resolve(artifact) }),
    );
    const { status, body, headers } = await server.ask('mine', 'GET', `tasks/${task.id}/result`);
    expect([status, body]).toEqual([200, bytes]);
    expect(headers).toMatchObject({
      etag: `"${sha256}"`,
      'accept-ranges': 'bytes',
      'content-type': 'application/zip',
      'content-disposition': expect.stringContaining("filename*=UTF-8''flight%20%C3%BC.zip"),
    });
    expect((await server.ask('reads', 'GET', `tasks/${task.id}/result`)).status).toBe(403);
    const shown = await server.ask('mine', 'GET', `tasks/${task.id}`);
    expect(shown.body).toMatchObject({
      artifact: { sizeBytes: 20, sha256, resultUrl: `/orgs/acre/ds/field/tasks/${task.id}/result` },
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});

describe('tools', () => {
  const tools = [
    tool('merge', {
      access: 'write',
      offers: [{ on: 'files', parameter: 'pair', types: [4], bands: { count: 1, types: ['Float32'] } }],
    }),
    tool('bulk-download', { artifact: 'zip' }),
    tool('secret'),
  ];
  const rules = {
    secret: { availability: 'Hidden' },
    merge: { availability: 'Disabled', disabledMessage: 'Later.' },
  } as const;

  it('are listed with the schema of their parameters, and not those that are hidden', async () => {
    await using server = await standInServer(standInTasks(known, asked, { tools }), { tools: rules });
    const { body } = await server.ask('reads', 'GET', 'tasks/tools');
    expect(body).toMatchObject([
      {
        id: 'merge',
        version: '1',
        requiredAccess: 'Write',
        producesArtifact: false,
        resultExtension: null,
        hidden: false,
        disabled: true,
        disabledMessage: 'Later.',
        inputSchema: {
          $schema: 'https://json-schema.org/draft/2020-12/schema',
          properties: { pair: { prefixItems: [{ type: 'number' }, { type: 'number' }], items: false } },
        },
        offers: [
          { on: 'files', types: [4], bands: { count: 1, types: ['Float32'] }, extensions: null, parameter: 'pair' },
        ],
      },
      { id: 'bulk-download', requiredAccess: 'Read', producesArtifact: true, resultExtension: 'zip', disabled: false },
    ]);
  });

  it('can be closed to those who have not signed in', async () => {
    await using server = await standInServer(standInTasks(known, asked, { tools }), {
      signedInTools: new Map([['bulk-download', 'Sign in to have an archive made.']]),
    });
    const body = { toolId: 'Bulk-Download' };
    expect((await server.ask('nobody', 'POST', 'tasks', body)).status).toBe(401);
    expect((await server.ask('reads', 'POST', 'tasks', body)).status).toBe(202);
    expect((await server.ask('nobody', 'POST', 'tasks', { toolId: 'profile' })).status).toBe(202);
    expect((await server.ask('link', 'POST', 'tasks', body)).status).toBe(403);
    // A caller who has not signed in is told so first.
    const [nobody, reads] = await Promise.all(['nobody', 'reads'].map((who) => server.ask(who, 'GET', 'tasks/tools')));
    const shut = { id: 'bulk-download', disabled: true, disabledMessage: 'Sign in to have an archive made.' };
    expect(nobody!.body).toEqual(expect.arrayContaining([expect.objectContaining(shut)]));
    expect(reads!.body).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: 'bulk-download', disabled: false })]),
    );
  });
});

it('lets administrators alone see and end the tasks of all datasets', async () => {
  await using server = await standInServer(standInTasks(known, asked));
  expect((await server.ask('manages', 'GET', '/sys/tasks')).status).toBe(403);
  const { body } = await server.ask('admin', 'GET', '/sys/tasks?take=500&state=Failed');
  expect(body).toMatchObject({
    total: 4,
    skip: 0,
    take: 200,
    items: [{ taskId: MINE, orgSlug: 'acre', owner: 'mine' }, {}, {}, {}],
  });
  expect((await server.ask('admin', 'POST', `/sys/tasks/${MINE}/cancel`, {})).body).toEqual({ deleted: true });
  expect((await server.ask('admin', 'POST', `/sys/tasks/${MINE}/retry`, {})).body).toEqual({ requeued: true });
  expect((await server.ask('admin', 'POST', `/sys/tasks/${MINE}/delete`, {})).body).toEqual({ deleted: true });
  expect(asked).toEqual([
    'all {"state":"Failed"} 0 200',
    `cancel any ${MINE}`,
    `retry any ${MINE}`,
    `remove any ${MINE}`,
  ]);
});
