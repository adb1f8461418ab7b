/**
 * Files about 2 and 4 GiB, where 32 bits end, there and back: uploaded, shared, listed, in one archive, and moved by a push.
 * They are zeros, so that the archive can be kept with holes.
 */
import { once } from 'node:events';
import { get, request, type IncomingMessage } from 'node:http';
import { mkdtemp, open, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import yauzl from 'yauzl';
import { expect, it } from 'vitest';
import { stampOf, type Stamp } from '../../src/sync/index.ts';
import { placeEmbeddedDatabase } from '../support/embedded-template.ts';
import { inFull } from '../support/full.ts';
import { basic, startProcess } from '../support/process.ts';

const MIB = 1024 * 1024;
const SIZES = { 'none.bin': 0, 'below-2.bin': 2 ** 31 - 1, 'at-2.bin': 2 ** 31, 'above-4.bin': 2 ** 32 + 1 };
/** What is shared, while all are uploaded: two large bodies at a time. */
const SHARED = ['none.bin', 'above-4.bin'] as const;
/** The files once, and what is shared until its bytes are known; the archive has holes. With room for what else is written. */
const NEEDED_BYTES = 14 * 2 ** 30;
/** These bytes make nothing but garbage; collected by threads of their own it takes twice as much of the processors. */
const FRUGAL = ['--single-threaded-gc'];
const ZEROS = Buffer.alloc(4 * MIB);
const PASSWORD = 'secret123';

async function* zeros(size: number): AsyncGenerator<Buffer> {
  for (let left = size; left > 0; left -= ZEROS.length) yield left < ZEROS.length ? ZEROS.subarray(0, left) : ZEROS;
}

/** CRC-32 of as many zeros as each size, which rise: each is that of the one before it and some more. */
function checksumsOfZeros(sizes: readonly number[]): Map<number, number> {
  const checksums = new Map<number, number>();
  let [done, checksum] = [0, 0];
  for (const size of sizes) {
    for (; done < size; done += Math.min(ZEROS.length, size - done))
      checksum = crc32(ZEROS.subarray(0, size - done), checksum);
    checksums.set(size, checksum);
  }
  return checksums;
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

/** The bytes of an answer as they come, without the price of `fetch` for each piece. */
async function download(url: string): Promise<IncomingMessage> {
  const [answer] = (await once(get(url, { headers: basic(PASSWORD) }), 'response')) as [IncomingMessage];
  expect(answer.statusCode).toBe(200);
  return answer;
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

/** What a dataset holds, by path; null is the size of folders. */
async function sizesIn(dataset: string): Promise<Record<string, number | null>> {
  const answer = await fetch(`${dataset}/search?query=*`, { headers: basic(PASSWORD) });
  const listed = (await answer.json()) as { path: string; size: number; hash: string | null }[];
  return Object.fromEntries(listed.map(({ path, size, hash }) => [path, hash === null ? null : size]));
}

/** Posts a form of text fields. @returns the answer, if it is JSON */
async function post<T>(url: string, fields: Readonly<Record<string, string>> = {}): Promise<T | undefined> {
  const answer = await fetch(url, { method: 'POST', headers: basic(PASSWORD), body: new URLSearchParams(fields) });
  expect(answer.status, url).toBe(200);
  const text = await answer.text();
  return text === '' ? undefined : (JSON.parse(text) as T);
}

async function shareInto(service: string, tag: string): Promise<void> {
  const { token } = (await post<{ token: string }>(`${service}/share/init`, { tag }))!;
  for (const path of SHARED) expect(await upload(`${service}/share/upload/${token}`, path, SIZES[path])).toBe(200);
  await post(`${service}/share/commit/${token}`);
}

/** Moves all files into a folder by a push, for which nothing is sent: their bytes are there. */
async function pushMoved(dataset: string, folder: string): Promise<void> {
  const stamp = (await (await fetch(`${dataset}/stamp`, { headers: basic(PASSWORD) })).json()) as Stamp;
  const moved = stamp.entries
    .flatMap(Object.entries<string>)
    .map(([path, hash]) => [`${folder}/${path}`, hash] as const);
  const { checksum, ...rest } = stampOf({ entries: new Map([[folder, ''], ...moved]), meta: new Set(stamp.meta) });
  const fields = { checksum: stamp.checksum, stamp: JSON.stringify({ checksum, ...rest }) };
  const begun = await post<{ token: string }>(`${dataset}/push/init`, fields);
  expect(begun).toMatchObject({ neededFiles: [], neededMeta: [], pullRequired: false });
  await post(`${dataset}/push/commit`, { token: begun!.token });
}

it.runIf(inFull('12 GiB take minutes of two processors'))(
  'G-6 files of 0 bytes, 2 GiB - 1, 2 GiB and 4 GiB + 1 are taken, shared, listed, archived and pushed whole',
  async (context) => {
    const folder = await mkdtemp(join(tmpdir(), 'alidade-large-'));
    try {
      const { bavail, bsize } = await statfs(folder);
      if (bavail * bsize < NEEDED_BYTES) context.skip(`less than ${NEEDED_BYTES} bytes are free below ${tmpdir()}`);
      const environment = { DATA_DIR: join(folder, 'data'), DefaultAdmin__Password: PASSWORD };
      await placeEmbeddedDatabase(environment.DATA_DIR);
      const service = await startProcess(environment, 'serve', FRUGAL);
      try {
        const dataset = `${service.url}/orgs/admin/ds/large`;
        const headers = { ...basic(PASSWORD), 'content-type': 'application/json' };
        await fetch(`${service.url}/orgs/admin/ds`, { method: 'POST', headers, body: '{"slug":"large"}' });
        const uploadAll = async (): Promise<void> => {
          for (const [path, size] of Object.entries(SIZES))
            expect(await upload(`${dataset}/obj`, path, size)).toBe(201);
        };
        await Promise.all([uploadAll(), shareInto(service.url, 'admin/shared')]);
        const shared = `${service.url}/orgs/admin/ds/shared`;
        expect(await sizesIn(shared)).toEqual(Object.fromEntries(SHARED.map((path) => [path, SIZES[path]])));
        expect(await sizesIn(dataset)).toEqual(SIZES);

        const archive = join(folder, 'large.zip');
        await keepSparse(archive, await download(`${dataset}/download`));
        const members: Record<string, number> = {};
        const checksums = checksumsOfZeros(Object.values(SIZES));
        const zip = await yauzl.openPromise(archive);
        for await (const { fileName, uncompressedSize, crc32: checksum } of zip.eachEntry()) {
          members[fileName] = uncompressedSize;
          expect(checksum, fileName).toBe(checksums.get(uncompressedSize));
        }
        expect(members).toEqual(SIZES);

        await pushMoved(dataset, 'moved');
        const moved = Object.entries(SIZES).map(([path, size]) => [`moved/${path}`, size]);
        expect(await sizesIn(dataset)).toEqual({ moved: null, ...Object.fromEntries(moved) });
      } finally {
        await service.end('SIGTERM');
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
  900_000,
);
