import { createHash } from 'node:crypto';
import { readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { form, startService, until, type TestService } from '../support/service.ts';

const DATASET = '/orgs/admin/ds/ranges';
const RANGE = { range: 'bytes=2-5' };
/** One field names it, the other one is the path of the address. */
const ADDRESSES = [`${DATASET}/download?path=a.bin`, `${DATASET}/download/a.bin`];

let service: TestService;
beforeAll(async () => {
  service = await startService();
  await service.call('POST', '/orgs/admin/ds', { body: form({ slug: 'ranges', visibility: '1' }) });
});
afterAll(() => service[Symbol.asyncDispose]());

const upload = (text: string): Promise<Response> =>
  service.call('POST', `${DATASET}/obj`, { body: form({ path: 'a.bin', file: Buffer.from(text) }) });
const ranges = (token: string | null = null): Promise<unknown[]> =>
  Promise.all(
    ADDRESSES.map(async (address) => {
      const answer = await service.call('GET', address, { token, headers: RANGE });
      return [answer.status, answer.status === 206 ? await answer.text() : undefined];
    }),
  );
const both = (answer: unknown): unknown[] => [answer, answer];

it('shows in the next range of a file that it was replaced, hidden, shown again and deleted', async () => {
  await upload('0123456789');
  expect(await ranges()).toEqual(both([206, '2345']));
  await upload('abcdefghij');
  expect(await ranges()).toEqual(both([206, 'cdef']));
  await service.call('PUT', DATASET, { json: { visibility: 0 } });
  expect(await ranges()).toEqual(both([401, undefined]));
  expect(await ranges(service.token)).toEqual(both([206, 'cdef']));
  await service.call('PUT', DATASET, { json: { visibility: 1 } });
  expect(await ranges()).toEqual(both([206, 'cdef']));
  await service.call('DELETE', `${DATASET}/obj`, { body: form({ path: 'a.bin' }) });
  expect(await ranges()).toEqual(both([404, undefined]));
});

it('answers a file whose place was taken by a folder as the archive of the folder', async () => {
  await upload('0123456789');
  expect(await ranges()).toEqual(both([206, '2345']));
  await service.call('DELETE', `${DATASET}/obj`, { body: form({ path: 'a.bin' }) });
  await service.call('POST', `${DATASET}/obj`, { body: form({ path: 'a.bin/in.txt', file: Buffer.from('x') }) });
  for (const address of ADDRESSES)
    expect((await service.call('GET', address)).headers.get('content-type')).toBe('application/zip');
});

it('lets go of a file soon after its last reader, so that a deleted one takes no room', async () => {
  const text = 'read and deleted';
  await service.call('POST', `${DATASET}/obj`, { body: form({ path: 'gone.bin', file: Buffer.from(text) }) });
  expect((await service.call('GET', `${DATASET}/download?path=gone.bin`, { headers: RANGE })).status).toBe(206);
  const hash = createHash('sha256').update(text).digest('hex');
  const isOpen = async (): Promise<boolean> => {
    const handles = await readdir('/proc/self/fd');
    const targets = await Promise.all(handles.map((name) => readlink(join('/proc/self/fd', name)).catch(() => '')));
    return targets.some((target) => target.includes(hash));
  };
  expect(await isOpen()).toBe(true);
  expect(await until(isOpen, (open) => !open, 10)).toBe(false);
});

it('sends pictures and files without the headers of pages, and pages and JSON with them', async () => {
  await service.call('POST', `${DATASET}/obj`, { body: form({ path: 'b.txt', file: Buffer.from('text') }) });
  const file = (await service.call('GET', `${DATASET}/download?path=b.txt`)).headers;
  expect(Object.fromEntries(file)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
    'content-security-policy': expect.stringContaining("frame-ancestors 'self'") as string,
  });
  expect([file.get('x-frame-options'), file.get('origin-agent-cluster')]).toEqual([null, null]);
  const list = (await service.call('GET', `${DATASET}/list`)).headers;
  expect([list.get('x-frame-options'), list.get('origin-agent-cluster')]).toEqual(['SAMEORIGIN', '?1']);
});
