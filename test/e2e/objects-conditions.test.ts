import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { form, startService, type CallOptions, type TestService } from '../support/service.ts';

const HERE = '/orgs/admin/ds/here';

describe('conditions and checksums of uploads', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService();
    await service.call('POST', '/orgs/admin/ds', { json: { slug: 'here' } });
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const put = (path: string, content: string, options: CallOptions = {}): Promise<Response> =>
    service.call('POST', `${HERE}/obj`, { ...options, body: form({ path, file: Buffer.from(content) }) });
  const all = async (): Promise<string[]> =>
    ((await (await service.call('GET', `${HERE}/list`)).json()) as { path: string }[]).map(({ path }) => path);
  const read = async (path: string): Promise<string> =>
    (await service.call('GET', `${HERE}/download?path=${encodeURIComponent(path)}`)).text();
  afterEach(async () => {
    await service.call('DELETE', `${HERE}/obj/batch`, { json: { paths: await all() } });
  });

  it('replaces a file only when it is the one the client knows', async () => {
    const first = await put('doc.txt', 'one', { headers: { 'if-none-match': '*' } });
    const etag = `"${createHash('sha256').update('one').digest('hex')}"`;
    expect([first.status, first.headers.get('etag')]).toEqual([201, etag]);
    const told = (await service.call('GET', `${HERE}/obj?path=doc.txt`)).headers.get('etag')!;
    expect(told.startsWith(etag.slice(0, -1))).toBe(true);
    expect((await put('doc.txt', 'two', { headers: { 'if-none-match': '*' } })).status).toBe(412);
    expect((await put('doc.txt', 'two', { headers: { 'if-match': '"x"' } })).status).toBe(412);
    expect((await put('new.txt', 'two', { headers: { 'if-match': '*' } })).status).toBe(412);
    expect(await read('doc.txt')).toBe('one');
    const together = await Promise.all(
      ['two', 'three', 'four'].map((text) => put('doc.txt', text, { headers: { 'if-match': etag } })),
    );
    expect(together.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 412, 412]);
    expect(await all()).toEqual(['doc.txt']);
  });

  it('tells of an entry only when something of it changed since', async () => {
    await put('doc.txt', 'one');
    const ask = (headers = {}) => service.call('GET', `${HERE}/obj?path=doc.txt`, { headers });
    const etag = (await ask()).headers.get('etag')!;
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await ask({ 'if-none-match': known });
      expect([known, answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([known, 304, etag, '']);
    }
    expect((await put('doc.txt', 'two', { headers: { 'if-match': etag } })).status).toBe(201);
    const changed = await ask({ 'if-none-match': etag });
    expect([changed.status, changed.headers.get('etag') === etag]).toEqual([200, false]);
    // The same bytes under facts that are others.
    await service.call('PUT', `${HERE}/obj`, { json: { source: 'doc.txt', dest: 'doc.md' } });
    await service.call('PUT', `${HERE}/obj`, { json: { source: 'doc.md', dest: 'doc.txt' } });
    expect((await ask({ 'if-none-match': changed.headers.get('etag')! })).status).toBe(304);
    await service.call('PUT', `${HERE}/obj`, { json: { source: 'doc.txt', dest: 'doc.md' } });
    const renamed = await service.call('GET', `${HERE}/obj?path=doc.md`, {
      headers: { 'if-none-match': changed.headers.get('etag')! },
    });
    expect(renamed.status).toBe(200);
  });

  it('keeps nothing of bytes that are not those the client meant', async () => {
    const digest = createHash('sha256').update('right').digest();
    const header = `sha-256=:${digest.toString('base64')}:`;
    const hex = digest.toString('hex');
    expect((await put('f', 'wrong', { headers: { 'repr-digest': header } })).status).toBe(400);
    expect((await put('f', 'wrong', { headers: { 'x-content-sha256': hex } })).status).toBe(400);
    const withField = (content: string): Promise<Response> =>
      service.call('POST', `${HERE}/obj`, { body: form({ file: Buffer.from(content), path: 'f', sha256: hex }) });
    expect((await withField('wrong')).status).toBe(400);
    expect((await put('f', 'right', { headers: { 'content-digest': 'sha-256=x' } })).status).toBe(400);
    expect(await all()).toEqual([]);
    expect((await put('f', 'right', { headers: { 'content-digest': header } })).status).toBe(201);
    expect((await withField('right')).status).toBe(201);
  });
});
