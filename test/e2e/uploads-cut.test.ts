import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDataset } from '../support/people.ts';
import { startService, until, type TestService } from '../support/service.ts';

// Plain uploads whose sender goes away; those in pieces are tried where the others of their kind are.

const MB = 1_000_000;
const SIZE = 5 * MB;
const DATASET = '/orgs/admin/ds/files';
const FILE = randomBytes(SIZE);
/** Files up to this size are on the disk only when they are whole. */
const GATHERED = 256 * 1024;
const HEAD = Buffer.from(
  '--b\r\ncontent-disposition: form-data; name="path"\r\n\r\nnew/cut.bin\r\n' +
    '--b\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n',
);
const END = Buffer.from('\r\n--b--\r\n');
const WHOLE = HEAD.length + SIZE + END.length;

let service: TestService;
beforeAll(async () => {
  service = await startService();
  await createDataset(service, 'admin/files', 0, ['there.txt']);
});
afterAll(() => service[Symbol.asyncDispose]());

/** What a refused upload must leave as it is: files on the disk, entries, counters. */
async function state(): Promise<unknown> {
  const json = async (path: string): Promise<unknown> => (await service.call('GET', path)).json();
  return {
    files: (await readdir(join(service.dataDir, 'blobs'), { recursive: true })).toSorted(),
    entries: await json(`${DATASET}/list?recursive=true`),
    dataset: await json(DATASET),
    storage: await json('/users/storage'),
  };
}

const incoming = (): Promise<string[]> => readdir(join(service.dataDir, 'blobs', 'incoming'));

/** Begins an upload. @param length null: in chunks, without a length */
function begin(length: number | null): Socket {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  const ends = length === null ? 'transfer-encoding: chunked' : `content-length: ${length}`;
  socket.write(
    `POST ${DATASET}/obj HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${service.token}\r\n` +
      `content-type: multipart/form-data; boundary=b\r\n${ends}\r\n\r\n`,
  );
  return socket;
}

const chunk = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
const sent = (socket: Socket, bytes: Buffer): Promise<void> =>
  new Promise((resolve) => socket.write(bytes, () => resolve()));

const CUTS = [0.1, 1, 2, 3, 4, 4.95, 5].map((megabytes) => megabytes * MB);

it.each([
  ['with its length', WHOLE],
  ['without a length', null],
  ['with a length that promises more', WHOLE + MB],
] as const)('G-2 an upload %s leaves nothing, wherever it is cut', async (_what, length) => {
  const before = await state();
  for (const cut of CUTS) {
    const socket = begin(length);
    const body = Buffer.concat([HEAD, FILE.subarray(0, cut)]);
    // Cut within a chunk, and between two chunks.
    const cutChunk = Buffer.concat([chunk(HEAD), chunk(FILE.subarray(0, cut + 1)).subarray(0, -4)]);
    await sent(socket, length === null ? cutChunk : body);
    // A small file is gathered in memory: what is asked after it arrived is answered after it was read.
    if (cut <= GATHERED) await service.call('GET', '/version');
    else await until(incoming, (files) => files.length === 1);
    socket.destroy();
    await until(incoming, (files) => files.length === 0);
    expect([cut, await state()]).toEqual([cut, before]);
  }
});

it('G-2 an upload longer than its length says, and chunks that lie about theirs, leave nothing', async () => {
  const before = await state();
  const answers: string[] = [];
  for (const [length, body] of [
    [HEAD.length + MB, Buffer.concat([HEAD, FILE, END])],
    [null, Buffer.concat([chunk(HEAD), Buffer.from('10\r\n'), FILE])],
    [null, Buffer.concat([chunk(HEAD), Buffer.from('no number\r\n'), FILE])],
  ] as const) {
    const socket = begin(length);
    const answer = new Promise<string>((resolve) => {
      socket.once('data', (bytes) => resolve(bytes.toString('latin1').slice(9, 12)));
      socket.once('close', () => resolve('closed'));
    });
    socket.write(body);
    answers.push(await answer);
    socket.destroy();
    await until(incoming, (files) => files.length === 0);
    expect(await state()).toEqual(before);
  }
  expect(answers).toEqual(['400', '400', '400']);
});
