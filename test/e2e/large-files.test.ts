/**
 * Files about 2 and 4 GiB, where 32 bits end, there and back: uploaded, listed, and in one archive. They are zeros, so that the
 * archive can be kept with holes.
 */
import { request } from 'node:http';
import { mkdtemp, open, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import yauzl from 'yauzl';
import { expect, it } from 'vitest';
import { basic, startProcess } from '../support/process.ts';

const MIB = 1024 * 1024;
const SIZES = { 'none.bin': 0, 'below-2.bin': 2 ** 31 - 1, 'at-2.bin': 2 ** 31, 'above-4.bin': 2 ** 32 + 1 };
/** The files once; the archive has holes. With room for what else is written. */
const NEEDED_BYTES = 10 * 2 ** 30;
const ZEROS = Buffer.alloc(4 * MIB);
const PASSWORD = 'secret123';

async function* zeros(size: number): AsyncGenerator<Buffer> {
  for (let left = size; left > 0; left -= ZEROS.length) yield left < ZEROS.length ? ZEROS.subarray(0, left) : ZEROS;
}

function checksumOfZeros(size: number): number {
  let checksum = 0;
  for (let left = size; left > 0; left -= ZEROS.length) checksum = crc32(ZEROS.subarray(0, left), checksum);
  return checksum;
}

/** Sends a file as a form whose length is told before. @returns the status of the answer */
async function upload(url: string, path: string, size: number): Promise<number | undefined> {
  const boundary = 'about-four-gibibytes';
  const part = (name: string): string => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`;
  const head = Buffer.from(`${part('path')}\r\n\r\n${path}\r\n${part('file')}; filename="${path}"\r\n\r\n`);
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const headers = {
    ...basic(PASSWORD),
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': String(head.length + size + tail.length),
  };
  return new Promise((resolve, reject) => {
    const sending = request(url, { method: 'POST', headers }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode));
    });
    sending.on('error', reject);
    async function* body(): AsyncGenerator<Buffer> {
      yield head;
      yield* zeros(size);
      yield tail;
    }
    Readable.from(body()).pipe(sending);
  });
}

/** Keeps what arrives in a file that has holes where zeros are. */
async function keepSparse(path: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'w');
  try {
    let at = 0;
    for await (const chunk of chunks) {
      const isHole = chunk.length <= ZEROS.length && ZEROS.compare(chunk, 0, chunk.length, 0, chunk.length) === 0;
      if (!isHole) await file.write(chunk, 0, chunk.length, at);
      at += chunk.length;
    }
    await file.truncate(at);
  } finally {
    await file.close();
  }
}

it('G-6 files of 0 bytes, 2 GiB - 1, 2 GiB and 4 GiB + 1 are taken, listed and archived whole', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'alidade-large-'));
  try {
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize < NEEDED_BYTES) context.skip(`less than ${NEEDED_BYTES} bytes are free below ${tmpdir()}`);
    const service = await startProcess({ DATA_DIR: join(folder, 'data'), DefaultAdmin__Password: PASSWORD });
    try {
      const dataset = `${service.url}/orgs/admin/ds/large`;
      const headers = { ...basic(PASSWORD), 'content-type': 'application/json' };
      await fetch(`${service.url}/orgs/admin/ds`, { method: 'POST', headers, body: '{"slug":"large"}' });
      for (const [path, size] of Object.entries(SIZES)) expect(await upload(`${dataset}/obj`, path, size)).toBe(201);

      const listed = (await (await fetch(`${dataset}/list`, { headers })).json()) as { path: string; size: number }[];
      expect(Object.fromEntries(listed.map(({ path, size }) => [path, size]))).toEqual(SIZES);

      const archive = join(folder, 'large.zip');
      const answer = await fetch(`${dataset}/download`, { headers: basic(PASSWORD) });
      await keepSparse(archive, answer.body!);
      const members: Record<string, number> = {};
      const zip = await yauzl.openPromise(archive);
      for await (const { fileName, uncompressedSize, crc32: checksum } of zip.eachEntry()) {
        members[fileName] = uncompressedSize;
        expect(checksum, fileName).toBe(checksumOfZeros(uncompressedSize));
      }
      expect(members).toEqual(SIZES);
    } finally {
      await service.end('SIGTERM');
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 600_000);
