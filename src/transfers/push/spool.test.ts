import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSpool, MAX_SPOOLED_BYTES, type SentBody, type Spool } from './spool.ts';

let folder: string;
let spool: Spool;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-spool-'));
  spool = createSpool(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A request whose body has not ended. */
function begin(user: string): SentBody & { end(text: string): void } {
  const request = new IncomingMessage(new Socket());
  const end = (text: string): void => {
    request.push(text);
    request.push(null);
  };
  return { request, signal: new AbortController().signal, user: { id: user }, end };
}
const textOf = ({ path }: { readonly path: string }): Promise<string> => readFile(path, 'utf8');

it('lets users whose bodies come slowly hold up nobody else, and leaves nothing on the disk', async () => {
  const slow = ['ann', 'ann', 'ben', 'ben', 'eve', 'eve'].map(begin);
  const held = slow.map((sent) => spool.during(sent, textOf));
  await expect(spool.during(begin('ann'), textOf)).rejects.toMatchObject({ code: 'throttled', retryAfter: 5 });
  const quick = begin('dan');
  quick.end('a stamp');
  expect(await spool.during(quick, textOf)).toBe('a stamp');
  slow.forEach(({ end }, index) => end(`slow ${index}`));
  expect(await Promise.all(held)).toEqual(slow.map((_, index) => `slow ${index}`));
  const again = begin('ann');
  again.end('again');
  expect(await spool.during(again, textOf)).toBe('again');
  expect(await readdir(folder)).toEqual([]);
});

it('refuses a body that is announced as larger than the largest before any of it has come', async () => {
  const sent = begin('ann');
  sent.request.headers['content-length'] = String(MAX_SPOOLED_BYTES + 1);
  await expect(spool.during(sent, textOf)).rejects.toMatchObject({ code: 'too-large' });
});
