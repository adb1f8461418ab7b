import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { Agent, request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import fastify from 'fastify';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ServiceError } from '../errors/index.ts';
import { attachment, sendFile } from './send-file.ts';

const BYTES = randomBytes(3_000_000);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-send-'));
  await writeFile(join(folder, 'whole'), BYTES);
  await writeFile(join(folder, 'empty'), '');
  await symlink('round', join(folder, 'round'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A server that sends the files of the folder. @returns how to ask it, the answers it has told of, and all that ended */
async function serving() {
  const app = fastify();
  const told: string[] = [];
  const ended: string[] = [];
  app.addHook('onResponse', async ({ url }, { statusCode }) => void told.push(`${statusCode} ${url}`));
  app.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof ServiceError && error.code === 'not-found' ? 404 : 500).send(),
  );
  app.get('/:name', (asked, reply) =>
    sendFile(asked, reply, {
      path: join(folder, (asked.params as { name: string }).name),
      etag: 'e',
      contentType: 'image/tiff',
      cacheControl: 'no-cache',
    }).finally(() => ended.push(asked.url)),
  );
  const url = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  // One connection: what an answer leaves on it the next one would meet.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      request(new URL(path, url), { method, headers, agent }, resolve).on('error', reject).end();
    });
  const dispose = async (): Promise<void> => {
    agent.destroy();
    await app.close();
  };
  return { ask, told, ended, [Symbol.asyncDispose]: dispose };
}

it('sends files, parts of them and their heads over one connection, and each answer is told of', async () => {
  await using server = await serving();
  const { ask } = server;
  const sockets = new Set<unknown>();
  const part = { range: 'bytes=1000000-2999999' };
  for (const [path, headers, method, status, bytes] of [
    ['whole', {}, 'GET', 200, BYTES],
    ['whole', part, 'GET', 206, BYTES.subarray(1_000_000)],
    ['whole', {}, 'HEAD', 200, BYTES.subarray(0, 0)],
    ['whole', { 'if-none-match': '"e"' }, 'GET', 304, BYTES.subarray(0, 0)],
    ['empty', {}, 'GET', 200, BYTES.subarray(0, 0)],
    ['none', {}, 'GET', 404, BYTES.subarray(0, 0)],
    ['whole', { range: 'bytes=-1' }, 'GET', 206, BYTES.subarray(-1)],
    // What cannot be opened need not be missing.
    ['round', {}, 'GET', 500, BYTES.subarray(0, 0)],
  ] as const) {
    const answer = await ask(path, headers, method);
    sockets.add(answer.socket);
    expect(answer.statusCode, path).toBe(status);
    expect((await buffer(answer)).equals(bytes), path).toBe(true);
  }
  const head = await ask('whole', {}, 'HEAD');
  expect([head.headers['content-length'], sockets.size]).toEqual([String(BYTES.length), 1]);
  await expect.poll(() => server.told.length).toBe(9);
});

it('cuts an answer off whose file becomes shorter, and ends one whose client is gone', async () => {
  await using server = await serving();
  // More than connections hold.
  await writeFile(join(folder, 'large'), '');
  await truncate(join(folder, 'large'), 64 * 2 ** 20);
  const cut = await server.ask('large');
  await truncate(join(folder, 'large'), 2 ** 20);
  await expect(buffer(cut)).rejects.toThrow('aborted');
  await truncate(join(folder, 'large'), 64 * 2 ** 20);
  (await server.ask('large')).destroy();
  await expect.poll(() => server.ended).toEqual(['/large', '/large']);
});

it('C-6 offers any file name without letting it end the header', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'grapheme' }),
        fc.string({ unit: 'binary' }),
        fc.constantFrom('a"b\r\nX: y', 'é;=', "it's (1)*.tif", '100%.tif'),
      ),
      (name) => {
        const header = attachment(name);
        expect(header).toMatch(/^attachment; filename="[ !#$&-[\]-~]*"; filename\*=UTF-8''[\w.!~%-]*$/);
        expect(decodeURIComponent(header.split("UTF-8''")[1]!)).toBe(name.toWellFormed());
      },
    ),
    { numRuns: 1000 },
  );
});
