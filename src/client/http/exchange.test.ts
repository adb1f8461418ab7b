import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, open, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { filePieces } from '../../bytes/index.ts';
import { exchangeBytes } from './exchange.ts';
import { multipartBody } from './multipart-body.ts';

const signal = new AbortController().signal;

async function serve(answerTo: (request: IncomingMessage, answer: ServerResponse) => unknown): Promise<URL> {
  // A connection that a test waits for to end is not ended by the server itself.
  const keepAliveTimeout = 300_000;
  const server = createServer({ keepAliveTimeout }, (request, answer) => void answerTo(request, answer));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
}

async function received(request: IncomingMessage): Promise<Buffer> {
  return Buffer.concat((await request.toArray()) as Buffer[]);
}

async function fileOf(bytes: Buffer): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'alidade-test-'));
  const path = join(folder, 'file');
  await writeFile(path, bytes);
  const file = await open(path);
  onTestFinished(async () => {
    await file.close();
    await rm(folder, { recursive: true });
  });
  return file;
}

const tooShort = (): Error => new Error('became shorter');

describe('bytes of a request', () => {
  test('are those of the file from where it is asked for, in buffers that are used again', async () => {
    const bytes = randomBytes(3_000_000);
    const server = await serve(async (request, answer) => {
      const hash = createHash('sha256').update(await received(request));
      answer.writeHead(201, { 'x-length': request.headers['content-length'] }).end(hash.digest('hex'));
    });
    const body = filePieces(await fileOf(bytes), 77, bytes.length, tooShort);
    const headers = { 'content-length': String(bytes.length - 77) };
    const response = await exchangeBytes(server, { method: 'PATCH', headers, body, signal });
    expect(response.status).toBe(201);
    expect(response.headers.get('x-length')).toBe(String(bytes.length - 77));
    expect(await response.text()).toBe(createHash('sha256').update(bytes.subarray(77)).digest('hex'));
  });

  test('end where the server answers before it has read them', async () => {
    const server = await serve((_request, answer) => void answer.writeHead(413).end('too much'));
    let [pieces, isClosed] = [0, false];
    async function* endless(): AsyncGenerator<Uint8Array> {
      try {
        for (; ; pieces++) yield Buffer.alloc(100_000);
      } finally {
        isClosed = true;
      }
    }
    const response = await exchangeBytes(server, { method: 'POST', headers: {}, body: endless(), signal });
    expect([response.status, await response.text(), isClosed]).toEqual([413, 'too much', true]);
  });

  test('break off with what makes them: the server gets no whole body', async () => {
    let cut: unknown;
    const server = await serve((request) => void received(request).catch((cause: unknown) => (cut = cause)));
    const file = await fileOf(randomBytes(1000));
    const body = filePieces(file, 0, 2000, tooShort);
    const headers = { 'content-length': '2000' };
    await expect(exchangeBytes(server, { method: 'PATCH', headers, body, signal })).rejects.toThrow('became shorter');
    await expect.poll(() => (cut as NodeJS.ErrnoException | undefined)?.code).toBe('ECONNRESET');
  });

  test('come back in blocks, and are missed when no more come', async () => {
    const bytes = randomBytes(5_000_000);
    const server = await serve((request, answer) => {
      answer.writeHead(200, { 'content-length': bytes.length });
      if (request.url === '/whole') answer.end(bytes);
      else answer.write(bytes.subarray(0, 3_000_000));
    });
    const read = async (path: string): Promise<readonly [Buffer, unknown]> => {
      const address = new URL(path, server);
      const { body } = await exchangeBytes(address, { method: 'GET', headers: {}, signal, answerIdleMs: 500 });
      const blocks: Buffer[] = [];
      try {
        for await (const block of body!) blocks.push(Buffer.from(block));
        return [Buffer.concat(blocks), undefined];
      } catch (fault) {
        return [Buffer.concat(blocks), (fault as Error).message];
      }
    };
    expect(await read('whole')).toEqual([bytes, undefined]);
    expect(await read('part')).toEqual([bytes.subarray(0, 3_000_000), 'it stopped sending']);
  });

  test('free the connection when nobody wants them, or no more of them', async () => {
    const bytes = randomBytes(2_000_000);
    for (const [length, blocks] of [
      [100, 0],
      [bytes.length, 0],
      [bytes.length, 1],
    ] as const) {
      let isOpen = true;
      const server = await serve((request, answer) => {
        request.socket.once('close', () => (isOpen = false));
        answer.end(bytes.subarray(0, length));
      });
      const { body } = await exchangeBytes(server, { method: 'GET', headers: {}, signal });
      const reader = body!.getReader();
      for (let count = 0; count < blocks; count += 1) await reader.read();
      await reader.cancel();
      await expect.poll(() => isOpen, { message: `${length} bytes, ${blocks} read` }).toBe(false);
    }
  });

  test('an abort ends a request that waits for its answer, and one whose answer comes', async () => {
    const server = await serve((request, answer) => {
      if (request.method === 'GET') answer.writeHead(200).write('begun');
    });
    for (const method of ['POST', 'GET']) {
      const abort = new AbortController();
      const whole = exchangeBytes(server, { method, headers: {}, signal: abort.signal }).then(async ({ body }) => {
        for await (const piece of body!) if (piece.length > 0) abort.abort();
      });
      if (method === 'POST') setTimeout(() => abort.abort(), 20);
      await expect(whole).rejects.toThrow('aborted');
    }
  });

  test('a form holds its fields and the file, whatever the name', async () => {
    const server = await serve(async (request, answer) => void answer.end(await received(request)));
    const { headers, body } = multipartBody(
      { token: 'abc', path: 'a/ü "x"' },
      'file',
      'ü "x"',
      Buffer.from([0, 13, 10]),
    );
    const echoed = await exchangeBytes(server, { method: 'POST', headers, body, signal });
    const form = await new Response(await echoed.arrayBuffer(), { headers }).formData();
    expect([form.get('token'), form.get('path')]).toEqual(['abc', 'a/ü "x"']);
    const file = form.get('file') as File;
    expect([file.name, ...Buffer.from(await file.arrayBuffer())]).toEqual(['ü "x"', 0, 13, 10]);
  });
});
