import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testClient } from '../support/client.ts';
import { until } from '../support/service.ts';
import { standInServer, type StandInAnswer } from '../support/stand-in-server.ts';

const ID = '7f0c6f2e-3d3c-4a4e-9a55-0a4b6a1b2c3d';
const RESULT = 'the archive';
const TASKS = '/orgs/org/ds/data/tasks';
const summary = {
  taskId: ID,
  toolId: 'archive',
  version: '1',
  progressPercent: 40,
  phaseMessage: 'Packing',
  errorType: null,
  createdAt: '2026-11-22T10:00:00Z',
  startedAt: '2026-11-22T10:00:01Z',
  finishedAt: null,
  path: 'flight',
};

/** Answers as the contract of tasks has them. */
function recorded(): (method: string, address: URL) => StandInAnswer | undefined {
  let looks = 0;
  return (method, { pathname, searchParams }) => {
    const state = looks > 1 ? 'Succeeded' : 'Processing';
    if (method === 'POST' && pathname === TASKS)
      return { status: 202, body: { taskId: ID, toolId: 'archive', deduplicated: true } };
    if (method === 'DELETE' && pathname === `${TASKS}/${ID}`) return { body: { deleted: true } };
    if (pathname === TASKS) return { body: [{ ...summary, state }] };
    if (pathname === `${TASKS}/${ID}/log`) {
      const since = Number(searchParams.get('since'));
      const lines = ['[10:00:01] Reading', '[10:00:02] Packing'].slice(since, looks);
      return { body: { cursor: since + lines.length, lines, truncatedFromTail: false } };
    }
    if (pathname === `${TASKS}/${ID}/result`)
      return { headers: { 'content-disposition': 'attachment; filename="../../data.zip"' }, body: RESULT };
    if (pathname !== `${TASKS}/${ID}`) return undefined;
    looks++;
    const sha256 = createHash('sha256').update(RESULT).digest('hex');
    const artifact = { sizeBytes: RESULT.length, sha256, resultUrl: '/x', expiresAt: null };
    const progress = { percent: 40, phase: 'Packing', message: null };
    const facts = { files: 2, names: ['a', 'b'], total: { cut: 8441.36894531249 }, none: null };
    return {
      body: { ...summary, state: looks > 1 ? 'Succeeded' : state, progress, logTail: [], artifact, facts, error: null },
    };
  };
}

it('lists, follows and stops tasks, and brings what they made', async () => {
  const answer = recorded();
  await using server = await standInServer((request, address) => answer(request.method ?? '', address));
  await using client = await testClient({ ALIDADE_SERVER: server.url });
  const listed = await client.run(['tasks', 'list', 'org/data', '--state', 'Processing']);
  expect(listed.stdout).toMatch(new RegExp(`${ID} +archive +Processing +40 % .* flight`));
  expect(server.asked).toContain(`GET ${TASKS}?state=Processing&take=200`);
  const log = await client.run(['tasks', 'log', '-f', 'org/data', ID]);
  expect(log).toMatchObject({ code: 0, stdout: '[10:00:01] Reading\n[10:00:02] Packing\n' });
  const shown = await client.run(['tasks', 'show', 'org/data', ID]);
  expect(shown.stdout).toContain('State:    Succeeded, 40 %, Packing');
  expect(shown.stdout).toContain('Found:    files: 2\n          names: a, b\n          total.cut: 8441.369\n');
  const started = await client.run(['tasks', 'start', '--wait', 'org/data', 'archive']);
  expect(started.stdout).toContain(
    `Succeeded:\n  files: 2\n  names: a, b\n  total.cut: 8441.369\nIts result has 11 B: alidade tasks result org/data ${ID}\n`,
  );
  // Programs read an object a line.
  const waited = await client.run(['tasks', 'start', '--wait', 'org/data', 'archive', '--json']);
  expect(waited.json()).toMatchObject([{ deduplicated: true }, {}, {}, { state: 'Succeeded' }]);
  // The name that the server gives leads elsewhere: it gets one of ours.
  expect((await client.run(['tasks', 'result', 'org/data', ID])).code).toBe(0);
  expect(await readdir(client.cwd)).toEqual([`task-${ID}`]);
  expect(await readFile(join(client.cwd, `task-${ID}`), 'utf8')).toBe(RESULT);
  expect(await client.run(['tasks', 'result', 'org/data', ID])).toMatchObject({ code: 5 });
});

it('says of a task or a build that somebody cancelled that it is cancelled', async () => {
  const job = {
    jobId: ID,
    path: 'a.tif',
    currentState: 'Deleted',
    errorMessage: 'Cancelled by ann.',
    createdAt: summary.createdAt,
  };
  await using server = await standInServer((_request, { pathname }) => {
    if (pathname === TASKS) return { body: [{ ...summary, state: 'Deleted' }] };
    if (pathname === `${TASKS}/${ID}`) return { body: { ...summary, state: 'Deleted' } };
    return { body: [job] };
  });
  await using client = await testClient({ ALIDADE_SERVER: server.url });
  const listed = await client.run(['tasks', 'list', 'org/data', '--state', 'Cancelled']);
  expect(listed.stdout).toMatch(new RegExp(`${ID} +archive +Cancelled `));
  expect(server.asked).toContain(`GET ${TASKS}?state=Deleted&take=200`);
  expect((await client.run(['tasks', 'show', 'org/data', ID])).stdout).toContain('State:    Cancelled');
  expect((await client.run(['build', 'org/data'])).stdout).toMatch(/ cancelled +a\.tif/);
  // Programs read the state as the server has it.
  expect((await client.run(['tasks', 'list', 'org/data', '--json'])).json()).toMatchObject([{ state: 'Deleted' }]);
});

it('stops what runs, and throws away nothing of what has ended', async () => {
  let state = 'Processing';
  await using server = await standInServer((request, { pathname, searchParams }) => {
    if (request.method === 'DELETE') return { body: { deleted: state === 'Processing' } };
    if (pathname === `${TASKS}/${ID}/undo`) return { body: { removed: 2 } };
    if (pathname === `${TASKS}/${ID}/delete`) return { body: { deleted: true } };
    if (pathname === `${TASKS}/clear`) return { body: { cleared: searchParams.get('toolId') === 'archive' ? 1 : 7 } };
    return { body: { ...summary, state } };
  });
  await using client = await testClient({ ALIDADE_SERVER: server.url });
  const run = (...words: string[]) => client.run(['tasks', ...words]);
  expect(await run('cancel', 'org/data', ID)).toMatchObject({ code: 0, stdout: 'The task is stopped.\n' });
  for (state of ['Succeeded', 'Failed', 'Deleted'])
    expect(await run('cancel', 'org/data', ID)).toMatchObject({
      code: 5,
      stdout: '',
      stderr: expect.stringContaining(`has ended already (${state === 'Deleted' ? 'Cancelled' : state})`),
    });
  expect(server.asked.filter((line) => line.startsWith('DELETE'))).toHaveLength(1);
  expect((await run('undo', 'org/data', ID)).stdout).toContain('2 files removed.');
  expect((await run('forget', 'org/data', ID)).stdout).toContain('is forgotten');
  expect((await run('clear', 'org/data', '--tool', 'archive')).stdout).toBe('1 task forgotten.\n');
});

it('starts tasks, waits for them, and tells why one failed', async () => {
  const bodies: unknown[] = [];
  await using server = await standInServer((request, { pathname }) => {
    if (request.method === 'POST' && pathname === TASKS) {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => bodies.push(JSON.parse(Buffer.concat(pieces).toString())));
      return { status: 202, body: { taskId: ID, toolId: 'contours', deduplicated: false } };
    }
    if (pathname === `${TASKS}/${ID}/retry`) return { body: { requeued: true } };
    if (pathname === `${TASKS}/${ID}/log`)
      return {
        body: { cursor: 3, lines: ['[10:00:01] Reading', '[10:00:02] Refused: It is flat.', '[10:00:02] It is flat.'] },
      };
    if (pathname === `${TASKS}/tools`)
      return { body: [{ id: 'contours', title: 'Contours', version: '2', description: 'Draws lines.' }] };
    return { body: { ...summary, state: 'Failed', error: null, errorType: 'InvalidInput', errorText: 'It is flat.' } };
  });
  await using client = await testClient({ ALIDADE_SERVER: server.url });
  expect((await client.run(['tasks', 'tools', 'org/data'])).stdout).toMatch(/contours +2 +Draws lines\./);
  const begun = await client.run([
    'tasks',
    'start',
    'org/data:a b.tif',
    'contours',
    '--params',
    '{"interval":2}',
    '--wait',
  ]);
  expect(begun).toMatchObject({ code: 1, stdout: `contours ${ID} is started.\n[10:00:01] Reading\n` });
  expect(begun.stderr).toBe('alidade: The task failed: It is flat.\n');
  expect(bodies).toEqual([{ toolId: 'contours', params: { interval: 2 }, force: false, path: 'a b.tif' }]);
  expect(await client.run(['tasks', 'start', 'org/data', 'contours', '--params', '[]'])).toMatchObject({ code: 2 });
  expect(await client.run(['tasks', 'show', 'org/data', ID])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Error:    It is flat.'),
  });
  expect((await client.run(['tasks', 'retry', 'org/data', ID])).stdout).toContain('started again');
});

it('tells a tool and a file that are not there from parameters that are wrong, and how to replace a file', async () => {
  let refusal: StandInAnswer = { status: 400, body: { error: 'interval must be above 0.' } };
  await using server = await standInServer((request, { pathname, searchParams }) => {
    if (request.method === 'POST') return refusal;
    if (pathname === `${TASKS}/tools`)
      return {
        body: ['contours', 'photogrammetry', 'photogrammetry'].map((id, index) => ({
          id,
          title: id,
          version: index === 1 ? '2' : '1',
          inputSchema: { properties: id === 'contours' ? { replace: {} } : {} },
        })),
      };
    if (pathname.endsWith('/ex')) return { body: {} };
    const entry = { path: 'dtm.tif', hash: 'x', type: 4, size: 1, mtime: 1 };
    return pathname.endsWith('/obj') && searchParams.get('path') === 'dtm.tif' ? { body: entry } : undefined;
  });
  await using client = await testClient({ ALIDADE_SERVER: server.url });
  const listed = await client.run(['tasks', 'tools', 'org/data']);
  expect(listed.stdout.match(/^(contours|photogrammetry) +[\d, ]*\d/gm)).toEqual([
    expect.stringMatching(/ 1$/),
    expect.stringMatching(/ 2, 1$/),
  ]);
  expect((await client.run(['tasks', 'tools', 'org/data', '--json'])).json()).toHaveLength(3);
  const start = (...words: string[]) => client.run(['tasks', 'start', ...words]);
  expect(await start('org/data:dtm.tif', 'contours')).toMatchObject({
    code: 1,
    stderr: 'alidade: interval must be above 0.\n',
  });
  expect(await start('org/data:dtm.tif', 'kontours')).toMatchObject({
    code: 4,
    stderr: 'alidade: There is no tool kontours for this dataset. There is: contours, photogrammetry.\n',
  });
  expect(await start('org/data:nope.tif', 'contours')).toMatchObject({
    code: 4,
    stderr: 'alidade: There is no org/data:nope.tif.\n',
  });
  refusal = { status: 409, body: { error: 'There is dtm.gpkg already.' } };
  expect(await start('org/data:dtm.tif', 'contours')).toMatchObject({
    code: 5,
    stderr: expect.stringContaining(`add --params '{"replace": true}'`),
  });
  expect(await start('org/data', 'photogrammetry')).toMatchObject({
    code: 5,
    stderr: 'alidade: There is dtm.gpkg already.\n',
  });
});

it('says where that is which a task made, when it is nothing to download', async () => {
  let task = {};
  await using server = await standInServer(() => ({ body: { ...summary, artifact: null, ...task } }));
  await using client = await testClient({ ALIDADE_SERVER: server.url });
  const cases: readonly (readonly [object, string])[] = [
    [{ state: 'Processing' }, 'nothing to download yet'],
    [{ state: 'Failed' }, 'has made nothing'],
    [{ state: 'Succeeded', changedEntries: 0 }, 'the time is over'],
    [{ state: 'Succeeded', changedEntries: 1, facts: { path: 'a b.gpkg' } }, "alidade get 'org/data:a b.gpkg'"],
    [{ state: 'Succeeded', changedEntries: 3 }, '(3 files): alidade ls -r org/data'],
  ];
  for (const [given, words] of cases) {
    task = given;
    const ended = await client.run(['tasks', 'result', 'org/data', ID]);
    expect(ended).toMatchObject({ code: 4, stderr: expect.stringContaining(words) });
  }
});

it('tells what happens to tasks while it happens, also behind a stream that broke', async () => {
  const event = (id: number, state: string): string =>
    `event: task\nid: ${id}\ndata: ${JSON.stringify({ ...summary, state })}\n\n`;
  const since: unknown[] = [];
  await using server = await standInServer((request, { pathname }) => {
    if (pathname !== `${TASKS}/events`) return undefined;
    since.push(request.headers['last-event-id']);
    const body = since.length === 1 ? event(1, 'Processing') : `:\n\n${event(2, 'Succeeded')}`;
    return { headers: { 'content-type': 'text/event-stream' }, body };
  });
  await using client = await testClient({ ALIDADE_SERVER: server.url });
  const watching = client.start(['tasks', 'watch', 'org/data', '--tool', 'archive']);
  await until(
    () => Promise.resolve(watching.output()),
    (text) => text.includes('archive flight: Processing, 40 %, Packing') && text.includes('archive flight: Succeeded'),
  );
  expect(await watching.end('SIGINT')).toBe(130);
  expect(since.slice(0, 2)).toEqual([undefined, '1']);
});

it('tells a server without tasks from a task and from a dataset that is not there', async () => {
  const words = async (known: readonly string[]) => {
    await using server = await standInServer((_request, { pathname }) =>
      known.includes(pathname) ? { body: pathname === TASKS ? [] : {} } : undefined,
    );
    await using client = await testClient({ ALIDADE_SERVER: server.url });
    const ended = await client.run(['tasks', 'show', 'org/data', ID]);
    expect(ended.code).toBe(4);
    return ended.stderr;
  };
  expect(await words(['/orgs/org/ds/data/ex'])).toContain('This server has no tasks');
  expect(await words(['/orgs/org/ds/data/ex', TASKS])).toContain('Not found');
  expect(await words([])).toContain('Not found');
});
