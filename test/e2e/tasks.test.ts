import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { quadrantOrthophoto } from '../support/geotiff.ts';
import { addMember, createDataset, createLink, createPerson, createToken, type Person } from '../support/people.ts';
import { form, startService, until, type TestService } from '../support/service.ts';
import { zip } from '../support/zip.ts';

const DATASET = '/orgs/acre/ds/field';
const TASKS = `${DATASET}/tasks`;

interface Summary {
  readonly taskId: string;
  readonly toolId: string;
  readonly state: string;
  readonly path: string | null;
  readonly artifactExpiresAt: string | null;
  readonly errorType: string | null;
}

let service: TestService;
let [reader, other, writer] = [] as unknown as [Person, Person, Person];
beforeAll(async () => {
  service = await startService({ DisableAnonymousBulkDownloads: 'true', BUILDS__CONCURRENCY: '1' });
  await service.call('POST', '/orgs', { json: { slug: 'acre' } });
  await createDataset(service, 'acre/field', 1, ['a.txt', 'flight/x.txt', 'flight/deep/y.txt']);
  await createDataset(service, 'acre/mine', 0, ['secret.txt']);
  reader = await createPerson(service, 'reader');
  other = await createPerson(service, 'other');
  writer = await createPerson(service, 'writer');
  for (const [name, level] of [
    ['reader', 0],
    ['other', 0],
    ['writer', 1],
  ] as const)
    await addMember(service, 'acre', name, level);
}, 120_000);
afterAll(() => service[Symbol.asyncDispose]());

/** Asks as a client does that sends a cookie, or as somebody. */
async function ask<T>(
  method: string,
  path: string,
  json?: object,
  token?: string | null,
): Promise<{ status: number; body: T }> {
  const answer = await service.call(method, path, { ...(json && { json }), ...(token !== undefined && { token }) });
  const text = await answer.text();
  return { status: answer.status, body: (text === '' ? undefined : JSON.parse(text)) as T };
}
const submit = (json: object, token?: string | null) =>
  ask<Summary & { deduplicated: boolean; error: string }>('POST', TASKS, json, token);

/** Waits for the end of a task as existing clients do: by the list. */
async function ended(taskId: string): Promise<Summary> {
  const list = async () => (await ask<Summary[]>('GET', `${TASKS}?skip=0&take=200`)).body;
  const find = (tasks: readonly Summary[]) => tasks.find((task) => task.taskId === taskId);
  const isEnded = (tasks: readonly Summary[]) => ['Succeeded', 'Failed', 'Deleted'].includes(find(tasks)?.state ?? '');
  return find(await until(list, isEnded))!;
}

describe('calls of existing clients', () => {
  it('find tools and states among the features', async () => {
    const { body } = await ask<{ taskTools: object[]; taskStates: object[] }>('GET', '/sys/features', undefined, null);
    expect(body.taskTools).toContainEqual({
      id: 'bulk-download',
      version: '1',
      title: 'Download archive (ZIP)',
      requiredAccess: 'Read',
      producesArtifact: true,
      resultExtension: 'zip',
      hidden: false,
      disabled: false,
      disabledMessage: null,
    });
    expect(body.taskStates).toContainEqual({ state: 'Deleted', isTerminal: true, value: 'Deleted', terminal: true });
    const tools = await ask<{ id: string; inputSchema: object }[]>('GET', `${TASKS}/tools`);
    expect(tools.body.map(({ id }) => id)).toEqual(expect.arrayContaining(['build', 'bulk-download', 'rescan-index']));
    for (const { inputSchema } of tools.body) expect(inputSchema).toMatchObject({ type: 'object' });
  });

  it('have an archive made, look for it in the list, and save it', async () => {
    const wish = { toolId: 'bulk-download', params: { paths: ['flight'], archiveName: 'monday' }, force: false };
    const { status, body } = await submit(wish);
    expect(status).toBe(202);
    const { taskId } = body;
    expect(body).toEqual({
      taskId,
      toolId: 'bulk-download',
      version: '1',
      deduplicated: false,
      statusUrl: `${TASKS}/${taskId}`,
      resultUrl: `${TASKS}/${taskId}/result`,
      estimatedOutputBytes: expect.any(Number),
    });
    expect(await ended(taskId)).toMatchObject({
      toolId: 'bulk-download',
      version: '1',
      state: 'Succeeded',
      progressPercent: 100,
      path: 'flight',
      errorType: null,
      parentJobId: null,
      artifactExpiresAt: expect.any(String),
      startedAt: expect.any(String),
    });
    const task = await ask<{ artifact: { sha256: string; sizeBytes: number }; logCursor: number }>(
      'GET',
      `${TASKS}/${taskId}`,
    );
    expect(task.body).toMatchObject({
      state: 'Succeeded',
      error: null,
      errorText: null,
      progress: { percent: 100, phase: 'done', message: null },
      logTail: expect.any(Array),
      params: wish.params,
      facts: { entries: 4 },
    });
    const log = await ask<object>('GET', `${TASKS}/${taskId}/log?since=0`);
    expect(log.body).toMatchObject({ cursor: task.body.logCursor, lines: expect.any(Array), truncatedFromTail: false });

    // A browser goes there with its cookie.
    const cookie = { headers: { cookie: `jwtToken=${service.token}` }, token: null };
    const result = await service.call('GET', `${TASKS}/${taskId}/result`, cookie);
    expect(result.headers.get('content-disposition')).toContain('filename="monday.zip"');
    const bytes = Buffer.from(await result.arrayBuffer());
    const { artifact } = task.body;
    expect([bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([
      artifact.sizeBytes,
      artifact.sha256,
    ]);
    const zip = await fromBufferPromise(bytes);
    const names: string[] = [];
    for await (const entry of zip.eachEntry()) {
      names.push(entry.fileName);
      const content = entry.fileName.endsWith('/')
        ? ''
        : (await buffer(await zip.openReadStreamPromise(entry))).toString();
      expect(content).toBe(content === '' ? '' : `text of ${entry.fileName}`);
    }
    expect(names).toEqual(['flight/', 'flight/deep/', 'flight/deep/y.txt', 'flight/x.txt']);

    // A download that was cut off goes on.
    const etag = `"${artifact.sha256}"`;
    const rest = await service.call('GET', `${TASKS}/${taskId}/result`, {
      headers: { range: 'bytes=10-', 'if-range': etag },
    });
    expect([rest.status, rest.headers.get('etag')]).toEqual([206, etag]);
    expect(Buffer.from(await rest.arrayBuffer()).equals(bytes.subarray(10))).toBe(true);
    const same = await service.call('GET', `${TASKS}/${taskId}/result`, { headers: { 'if-none-match': etag } });
    expect(same.status).toBe(304);
    const check = await service.call('GET', `${TASKS}/${taskId}/result`, { headers: { 'x-download-check': '1' } });
    expect([check.status, await check.text()]).toEqual([200, '']);
    const head = await service.call('HEAD', `${TASKS}/${taskId}/result`);
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)]);
  });

  it('are answered with the task that was there, and not with one of other paths, or of what has changed', async () => {
    const of = (paths: string[]) => ({ toolId: 'Bulk-Download', version: '1', params: { paths } });
    const first = await submit(of(['a.txt']));
    expect(first.status).toBe(202);
    await ended(first.body.taskId);
    expect(await submit(of(['a.txt']))).toMatchObject({
      status: 200,
      body: { taskId: first.body.taskId, deduplicated: true },
    });
    const second = await submit(of(['flight/x.txt']));
    expect(second.status).toBe(202);
    await ended(second.body.taskId);
    const forced = await submit({ ...of(['a.txt']), force: true });
    expect([forced.status, forced.body.taskId === first.body.taskId]).toEqual([202, false]);
    await ended(forced.body.taskId);
    await service.call('POST', `${DATASET}/obj`, { body: form({ path: 'a.txt', file: Buffer.from('changed') }) });
    const changed = await submit(of(['a.txt']));
    expect(changed.status).toBe(202);
    await ended(changed.body.taskId);
    // Somebody else is not answered with what he may not open.
    const theirs = await submit(of(['a.txt']), reader.token);
    expect([theirs.status, theirs.body.deduplicated]).toEqual([202, false]);
    await ended(theirs.body.taskId);
  });

  it('have files built, and find the builds of uploads in the list', async () => {
    await service.call('POST', `${DATASET}/obj`, { body: form({ path: 'o.tif', file: quadrantOrthophoto(64) }) });
    const builds = async () => (await ask<Summary[]>('GET', `${TASKS}?toolId=build`)).body;
    await until(builds, ([first]) => first?.state === 'Succeeded');
    const { status, body } = await submit({
      toolId: 'build',
      path: 'o.tif',
      params: { path: 'o.tif', force: true },
      force: false,
    });
    expect([status, body]).toMatchObject([202, { toolId: 'build', deduplicated: false }]);
    expect(await ended(body.taskId)).toMatchObject({ state: 'Succeeded', path: 'o.tif', artifactExpiresAt: null });
    // Built as it is: the job that did it is the answer.
    expect(await submit({ toolId: 'build', params: { path: 'o.tif' } })).toMatchObject({
      status: 200,
      body: { taskId: body.taskId },
    });
    const multipart = await service.call('POST', `${DATASET}/build`, { body: form({ path: 'o.tif', force: 'true' }) });
    expect(multipart.status).toBe(200);
    await until(builds, (jobs) => jobs.length === 3 && jobs.every(({ state }) => state === 'Succeeded'));
    // Whatever waits: nothing does.
    const pending = await submit({ toolId: 'build', path: '' });
    expect(pending.status).toBe(202);
    expect(await ended(pending.body.taskId)).toMatchObject({ toolId: 'build', state: 'Succeeded', path: null });
    const log = await service.call('GET', `${TASKS}/${pending.body.taskId}/log`);
    const lines = ((await log.json()) as { readonly lines: readonly string[] }).lines;
    expect(lines.map((line) => line.slice(11))).toEqual(['Build starts: force false', '0 builds asked for']);
    expect((await submit({ toolId: 'build', path: 'a.txt', params: { path: 'o.tif' } })).status).toBe(400);
    const seen = (await ask<{ logTail: string[] }>('GET', `${TASKS}/${body.taskId}`, undefined, reader.token)).body;
    expect(seen.logTail.length).toBeGreaterThan(0);
  });

  it('have the index scanned again', async () => {
    const { status, body } = await submit({ toolId: 'rescan-index', params: { stopOnError: false }, force: true });
    expect(status).toBe(202);
    expect(await ended(body.taskId)).toMatchObject({ state: 'Succeeded', path: null });
    const task = await ask('GET', `${TASKS}/${body.taskId}`);
    expect(task.body).toMatchObject({
      facts: { inspected: 4, failed: 0 },
      params: { types: null, stopOnError: false },
    });
  });

  it('end tasks, forget them, and try again only what failed', async () => {
    const { body } = await submit({ toolId: 'bulk-download', params: { paths: ['flight/deep'] } });
    const { taskId } = body;
    await ended(taskId);
    expect(await ask('POST', `${TASKS}/${taskId}/retry`, {})).toMatchObject({ status: 409 });
    expect(await ask('DELETE', `${TASKS}/${taskId}`)).toEqual({ status: 200, body: { deleted: true } });
    expect(await ask('DELETE', `${TASKS}/${taskId}`)).toEqual({ status: 200, body: { deleted: false } });
    expect(await ended(taskId)).toMatchObject({ state: 'Deleted', artifactExpiresAt: null });
    expect((await ask('GET', `${TASKS}/${taskId}/result`)).status).toBe(404);
    expect(await ask('POST', `${TASKS}/${taskId}/delete`, {})).toEqual({ status: 200, body: { deleted: true } });
    expect((await ask('GET', `${TASKS}/${taskId}`)).status).toBe(404);
    const cleared = await ask<{ cleared: number }>('POST', `${TASKS}/clear?toolId=rescan-index`, {}, writer.token);
    expect(cleared.body).toEqual({ cleared: 1 });
    expect((await ask<Summary[]>('GET', `${TASKS}?toolId=bulk-download`)).body.length).toBeGreaterThan(0);
    const rest = (await ask<Summary[]>('GET', `${TASKS}?without=bulk-download&take=200`)).body;
    expect([rest.length > 0, rest.some(({ toolId }) => toolId === 'bulk-download')]).toEqual([true, false]);
    const active = (await ask<Summary[]>('GET', `${TASKS}?active=true`)).body.map(({ state }) => state);
    expect(active.filter((state) => ['Succeeded', 'Failed', 'Deleted'].includes(state))).toEqual([]);
  });

  it('try again what failed, its log goes on, and undo what was written', async () => {
    const put = (path: string, file: Buffer) => service.call('POST', `${DATASET}/obj`, { body: form({ path, file }) });
    await put('broken.zip', Buffer.from('PK\x03\x04 and nothing else'));
    await put('good.zip', zip({ 'new.txt': 'new' }));
    const broken = await submit({ toolId: 'archive-extract', params: { sourcePath: 'broken.zip' }, force: true });
    const { taskId } = broken.body;
    expect(await ended(taskId)).toMatchObject({ state: 'Failed', errorType: 'InvalidInput' });
    const failed = await ask<{ logCursor: number }>('GET', `${TASKS}/${taskId}`);
    expect(failed.body).toMatchObject({ error: null, errorText: expect.any(String), artifact: null });
    expect(await ask('POST', `${TASKS}/${taskId}/retry`, {}, reader.token)).toMatchObject({ status: 403 });
    expect(await ask('POST', `${TASKS}/${taskId}/retry`, {})).toEqual({ status: 200, body: { requeued: true } });
    expect(await ended(taskId)).toMatchObject({ state: 'Failed', errorType: 'InvalidInput' });
    const log = await ask<{ cursor: number }>('GET', `${TASKS}/${taskId}/log?since=${failed.body.logCursor}`);
    expect(log.body.cursor).toBeGreaterThanOrEqual(failed.body.logCursor);

    const good = await submit({ toolId: 'archive-extract', params: { sourcePath: 'good.zip' }, force: true });
    expect(await ended(good.body.taskId)).toMatchObject({ state: 'Succeeded' });
    expect((await ask('GET', `${TASKS}/${good.body.taskId}`)).body).toMatchObject({ changedEntries: 1 });
    const there = async () => (await service.call('GET', `${DATASET}/obj?path=new.txt`)).status;
    expect(await there()).toBe(200);
    expect((await ask('POST', `${TASKS}/${good.body.taskId}/undo`, {}, reader.token)).status).toBe(403);
    expect((await ask('POST', `${TASKS}/${good.body.taskId}/undo`, {})).body).toEqual({ removed: 1 });
    expect(await there()).toBe(404);
  });

  it('of administrators list and end the tasks of all datasets', async () => {
    const { body } = await submit(
      { toolId: 'bulk-download', params: { paths: ['flight/x.txt', 'a.txt'] } },
      writer.token,
    );
    await ended(body.taskId);
    const all = await ask<{ items: (Summary & { userId: string })[]; total: number }>(
      'GET',
      '/sys/tasks?toolId=bulk-download&take=1',
    );
    const [first] = all.body.items;
    expect(all.body.total).toBeGreaterThan(1);
    expect(first).toMatchObject({
      taskId: body.taskId,
      orgSlug: 'acre',
      dsSlug: 'field',
      owner: 'writer',
      import: null,
    });
    const own = await ask<{ total: number }>('GET', `/sys/tasks?userId=${first!.userId}&state=Succeeded`);
    expect(own.body.total).toBe(1);
    expect((await ask('POST', `/sys/tasks/${body.taskId}/retry`, {})).status).toBe(409);
    expect(await ask('POST', `/sys/tasks/${body.taskId}/cancel`, {})).toEqual({ status: 200, body: { deleted: true } });
    expect(await ask('POST', `/sys/tasks/${body.taskId}/delete`, {})).toEqual({ status: 200, body: { deleted: true } });
  });
});

describe('who may', () => {
  it('start what, and see and end whose tasks', async () => {
    const wish = { toolId: 'bulk-download', params: { paths: ['flight/deep/y.txt'] } };
    const { body } = await submit(wish, reader.token);
    await ended(body.taskId);
    const address = `${TASKS}/${body.taskId}`;
    const statuses = async (token: string | null) => [
      (await ask('GET', address, undefined, token)).status,
      (await ask('GET', `${address}/log`, undefined, token)).status,
      (await service.call('GET', `${address}/result`, { token })).status,
    ];
    expect(await statuses(reader.token)).toEqual([200, 200, 200]);
    expect(await statuses(other.token)).toEqual([403, 403, 403]);
    expect(await statuses(service.token)).toEqual([200, 200, 200]);
    expect(await statuses(null)).toEqual([403, 403, 403]);
    const { token } = await createLink(service, 'acre/field');
    expect(await statuses(token)).toEqual([403, 403, 403]);
    expect((await ask('DELETE', address, undefined, other.token)).status).toBe(403);
    expect((await ask('DELETE', address, undefined, writer.token)).status).toBe(403);
    expect((await ask('DELETE', address, undefined, null)).status).toBe(401);
    expect((await ask('DELETE', address, undefined, reader.token)).body).toEqual({ deleted: true });
    // Lists show what everybody does, and no more than that.
    const listed = (await ask<Summary[]>('GET', TASKS, undefined, null)).body;
    expect(listed.find(({ taskId }) => taskId === body.taskId)).toMatchObject({ errorText: null });

    expect((await submit({ toolId: 'rescan-index' }, reader.token)).status).toBe(403);
    expect((await submit(wish, null)).status).toBe(401);
    expect((await submit(wish, token)).status).toBe(403);
    const reading = await createToken(service, { name: 'reading' }, reader.token);
    expect((await submit(wish, reading.token)).status).toBe(403);
    expect((await ask('POST', `${TASKS}/clear`, {}, reader.token)).status).toBe(403);
  });

  it('reach a task by the address of its own dataset only', async () => {
    const elsewhere = '/orgs/acre/ds/mine/tasks';
    const { body } = await ask<Summary>('POST', elsewhere, { toolId: 'bulk-download' });
    const states = async () => (await ask<Summary[]>('GET', elsewhere)).body;
    await until(states, ([first]) => first?.state === 'Succeeded');
    for (const [method, end] of [
      ['GET', ''],
      ['GET', '/log'],
      ['GET', '/result'],
      ['DELETE', ''],
      ['POST', '/retry'],
      ['POST', '/delete'],
      ['POST', '/undo'],
    ] as const)
      expect(
        (await ask(method, `${TASKS}/${body.taskId}${end}`, method === 'POST' ? {} : undefined)).status,
        method + end,
      ).toBe(404);
    expect((await ask('GET', `${elsewhere}/${body.taskId}`)).status).toBe(200);
    expect((await ask('GET', `${elsewhere}/${body.taskId}`, undefined, null)).status).toBe(401);
    expect((await ask('GET', `${TASKS}/none`)).status).toBe(404);
  });
});
