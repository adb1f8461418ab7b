import { createHash } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openFileBlobStore, type BlobStore } from './index.ts';

let folder: string;
let store: BlobStore;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-blobs-'));
  store = await openFileBlobStore(folder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const incoming = (): Promise<string[]> => readdir(join(folder, 'incoming'));

async function* streamOf(...chunks: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

describe('the blob store on a file system', () => {
  it('keeps any bytes under their SHA-256, however they are cut into chunks', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 3000 }), { maxLength: 12 }), async (chunks) => {
        const bytes = Buffer.concat(chunks);
        const blob = await store.write(streamOf(...chunks));
        expect(blob).toEqual({ hash: hashOf(bytes), size: bytes.length });
        expect(await readFile(store.locate(blob.hash))).toEqual(bytes);
      }),
      { numRuns: 50 },
    );
    expect(await incoming()).toEqual([]);
  });

  it('ends the stream of a file for which no file can be made', async () => {
    let isEnded = false;
    async function* source(): AsyncGenerator<Uint8Array> {
      try {
        yield new Uint8Array(200_000);
        await rm(join(folder, 'incoming'), { recursive: true });
        for (;;) yield new Uint8Array(200_000);
      } finally {
        isEnded = true;
      }
    }
    await expect(store.write(source())).rejects.toThrow('ENOENT');
    expect(isEnded).toBe(true);
  });

  it('takes a finished file over, and leaves it where it is when it is too long', async () => {
    const loose = { path: join(folder, 'loose'), hash: hashOf(Buffer.from('loose')) };
    await writeFile(loose.path, 'loose');
    await expect(store.write(loose, undefined, 4)).rejects.toMatchObject({ code: 'over-limit' });
    expect(await store.write(loose)).toEqual({ hash: loose.hash, size: 5 });
    expect(await readFile(store.locate(loose.hash), 'utf8')).toBe('loose');
    expect((await readdir(folder)).includes('loose')).toBe(false);
    await expect(store.write(loose)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('R-8 keeps files that nobody may write to, and still takes over, touches and removes them', async () => {
    const modeOf = async (hash: string): Promise<number> => (await stat(store.locate(hash))).mode & 0o777;
    const bytes = Buffer.from('uploaded in pieces');
    const loose = { path: join(folder, 'part'), hash: hashOf(bytes) };
    for (const mode of [0o600, 0o400]) {
      await writeFile(loose.path, bytes, { mode });
      await store.write(loose);
      expect(await modeOf(loose.hash)).toBe(0o400);
    }
    const { hash } = await store.write(streamOf(Buffer.from('streamed')));
    expect(await modeOf(hash)).toBe(0o400);
    expect(await store.write(streamOf(Buffer.from('streamed')))).toEqual({ hash, size: 8 });
    const visited: string[] = [];
    await store.sweep(-1000, async (blob) => void visited.push(blob.hash));
    expect(visited.toSorted()).toEqual([hash, loose.hash].toSorted());
    expect([await store.remove(hash, -1000), await store.remove(loose.hash, -1000)]).toEqual([true, true]);
  });

  it('joins chunks larger than one write', async () => {
    const chunks = Array.from({ length: 7 }, (_, index) => Buffer.alloc(700_001, index));
    const { hash, size } = await store.write(streamOf(...chunks));
    expect(size).toBe(7 * 700_001);
    expect(hash).toBe(hashOf(Buffer.concat(chunks)));
  });

  it('leaves nothing behind when the source fails or the signal fires', async () => {
    const broken = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.alloc(2_000_000);
      throw new Error('connection lost');
    };
    await expect(store.write(broken())).rejects.toThrow('connection lost');
    await expect(store.write(streamOf(Buffer.from('x')), AbortSignal.abort())).rejects.toMatchObject({
      code: 'aborted',
    });
    expect(await incoming()).toEqual([]);
  });

  it('writes no more than it may, and leaves nothing of what is longer', async () => {
    let asked = 0;
    const endless = async function* (): AsyncGenerator<Uint8Array> {
      for (; asked < 1000; asked += 1) yield Buffer.alloc(100_000);
    };
    await expect(store.write(endless(), undefined, 2_500_000)).rejects.toMatchObject({ code: 'over-limit' });
    expect(asked).toBe(25);
    expect(await readdir(folder)).toEqual(['incoming', 'writers']);
    expect(await incoming()).toEqual([]);
    expect((await store.write(streamOf(Buffer.alloc(10)), undefined, 10)).size).toBe(10);
  });

  it('takes the same bytes from many writers at once and keeps one file', async () => {
    const bytes = Buffer.from('the same');
    const blobs = await Promise.all(Array.from({ length: 20 }, () => store.write(streamOf(bytes))));
    expect(new Set(blobs.map((blob) => blob.hash)).size).toBe(1);
    expect(await incoming()).toEqual([]);
  });

  it('sweeps old blobs and old parts, and spares what was written again', async () => {
    const old = await store.write(streamOf(Buffer.from('old')));
    const renewed = await store.write(streamOf(Buffer.from('renewed')));
    const yesterday = new Date(Date.now() - 86_400_000);
    for (const { hash } of [old, renewed]) await utimes(store.locate(hash), yesterday, yesterday);
    await store.write(streamOf(Buffer.from('renewed')));
    const visited: string[] = [];
    await store.sweep(3_600_000, async ({ hash }) => void visited.push(hash));
    expect(visited).toEqual([old.hash]);
    await store.remove(old.hash, 0);
    await store.remove(old.hash, 0);
    await expect(stat(store.locate(old.hash))).rejects.toThrow('ENOENT');
  });
});
