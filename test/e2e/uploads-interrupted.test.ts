import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { until } from '../support/service.ts';
import { DATASET, TUS, sha256, startUploads } from '../support/uploads.ts';

const MB = 1_000_000;

const uploads = await startUploads();
const { service, writer, parts, begin, piece, offsetOf, bytesAt } = uploads;
afterAll(() => uploads[Symbol.asyncDispose]());

/** Sends a request over a bare connection and cuts it after `cut` bytes of the body. */
async function sendCut(address: string, offset: number, bytes: Buffer, cut: number): Promise<void> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write(
    `PATCH ${address} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${writer.token}\r\ntus-resumable: 1.0.0\r\nupload-offset: ${offset}\r\n` +
      `content-type: application/offset+octet-stream\r\ncontent-length: ${bytes.length}\r\n\r\n`,
  );
  await new Promise<void>((resolve) => socket.write(bytes.subarray(0, cut), () => resolve()));
  // What the service has not read when it is cut need not count.
  await new Promise((resolve) => setTimeout(resolve, 200));
  socket.destroy();
}

/** Sends requests that are cut until some bytes of one have come. @returns the offset then */
async function sendSome(address: string, offset: number, bytes: Buffer, cut: number): Promise<number> {
  for (let request = 1; ; request += 1) {
    await sendCut(address, offset, bytes, cut);
    const moved = until(
      () => offsetOf(address),
      (now) => now > offset,
      10,
    );
    if (request === 5) return moved;
    const now = await moved.catch(() => offset);
    if (now > offset) return now;
  }
}

describe('connections that are cut', () => {
  it('G-2 at each megabyte: what came counts, the rest follows, nothing is there before', async () => {
    const bytes = randomBytes(6 * MB);
    const address = await begin('cut.bin', bytes.length);
    for (let at = await offsetOf(address); at < 5 * MB;) {
      const now = await sendSome(address, at, bytes.subarray(at), MB);
      expect(now).toBeLessThanOrEqual(at + MB);
      expect((await writer.call('GET', `${DATASET}/obj?path=cut.bin`)).status).toBe(404);
      at = now;
    }
    // 99 %, and a length that promises more than comes.
    const at = await offsetOf(address);
    const last = await sendSome(address, at, bytes.subarray(at), Math.floor((bytes.length - at) * 0.99));
    const lying = await piece(address, last, bytes.subarray(last), { 'content-length': String(bytes.length) }).catch(
      () => undefined,
    );
    expect(lying?.status ?? 0).toBeLessThan(500);
    const rest = await offsetOf(address);
    if (rest < bytes.length) await piece(address, rest, bytes.subarray(rest));
    expect(sha256(await bytesAt('cut.bin'))).toBe(sha256(bytes));
    expect(await parts()).toEqual([]);
  });

  it('G-2 pieces without a length are taken, up to the end of the file and no further', async () => {
    const address = await begin('chunked.bin', 5);
    const stream = (text: string): Promise<Response> =>
      fetch(service.url + address, {
        method: 'PATCH',
        headers: {
          ...TUS,
          authorization: `Bearer ${writer.token}`,
          'upload-offset': '0',
          'content-type': 'application/offset+octet-stream',
        },
        body: new Blob([text]).stream(),
        duplex: 'half',
      } as RequestInit);
    expect((await stream('too long')).status).toBe(413);
    const offset = await offsetOf(address);
    expect(offset).toBe(0);
    expect((await stream('right')).status).toBe(204);
    expect((await bytesAt('chunked.bin')).toString()).toBe('right');
  });

  it('a second connection takes over from one that hangs', async () => {
    const bytes = randomBytes(2 * MB);
    const address = await begin('hangs.bin', bytes.length);
    const { hostname, port } = new URL(service.url);
    const hanging = connect(Number(port), hostname);
    hanging.on('error', () => undefined);
    hanging.write(
      `PATCH ${address} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${writer.token}\r\ntus-resumable: 1.0.0\r\nupload-offset: 0\r\n` +
        `content-type: application/offset+octet-stream\r\ncontent-length: ${bytes.length}\r\n\r\n`,
    );
    hanging.write(bytes.subarray(0, 1.5 * MB));
    await until(
      async () => (await stat(join(service.dataDir, 'uploads', address.split('/').at(-1)!))).size,
      (size) => size > 0,
    );
    const at = await offsetOf(address);
    expect((await piece(address, at, bytes.subarray(at))).status).toBe(204);
    hanging.destroy();
    expect(sha256(await bytesAt('hangs.bin'))).toBe(sha256(bytes));
  });
});
