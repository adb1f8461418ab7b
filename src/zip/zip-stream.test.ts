import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createWriteStream } from 'node:fs';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromBufferPromise, openPromise, type ZipFile } from 'yauzl';
import { dataDescriptor, directoryRecord, endRecords } from './zip-records.ts';
import { zipStream, type ZipEntry } from './zip-stream.ts';

let folder = '';
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'alidade-zip-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

const never = new AbortController().signal;

async function fileOf(name: string, bytes: Buffer): Promise<Pick<ZipEntry, 'file' | 'size'>> {
  const file = join(folder, name);
  await writeFile(file, bytes);
  return { file, size: bytes.length };
}

async function* list(entries: readonly ZipEntry[]): AsyncGenerator<ZipEntry> {
  yield* entries;
}

async function contents(zip: ZipFile): Promise<Map<string, Buffer>> {
  const read = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    const isFolder = entry.fileName.endsWith('/');
    const bytes = isFolder ? Buffer.alloc(0) : await buffer(await zip.openReadStreamPromise(entry));
    expect([entry.fileName, crc32(bytes), bytes.length]).toEqual([entry.fileName, entry.crc32, entry.uncompressedSize]);
    read.set(entry.fileName, bytes);
  }
  return read;
}

describe('an archive', () => {
  it('holds files small and large, stored and deflated, folders, and names of any script', async () => {
    const noise = randomBytes(1_500_000);
    const text = Buffer.from('line of a text\n'.repeat(100_000));
    const entries: ZipEntry[] = [
      { name: 'large.bin', modified: 1_700_000_001, deflate: false, ...(await fileOf('a', noise)) },
      { name: 'large.txt', modified: 1_700_000_002, deflate: true, ...(await fileOf('b', text)) },
      { name: 'leer.bin', modified: 0, deflate: false, ...(await fileOf('c', Buffer.alloc(0))) },
      { name: 'small.txt', modified: 5e9, deflate: true, ...(await fileOf('d', text.subarray(0, 4000))) },
      { name: 'tiny.txt', modified: -5, deflate: true, ...(await fileOf('e', Buffer.from('x'))) },
      { name: 'ünï/文件 😀.jpg', modified: 1, deflate: false, ...(await fileOf('f', noise.subarray(0, 70_000))) },
      { name: 'empty folder/', modified: 1_700_000_003, size: 0, deflate: false },
    ];
    const bytes = await buffer(zipStream(list(entries), folder, never));
    const zip = await fromBufferPromise(bytes);
    const read = await contents(zip);
    expect([...read.keys()]).toEqual(entries.map(({ name }) => name));
    expect(read.get('large.bin')!.equals(noise)).toBe(true);
    expect(read.get('large.txt')!.equals(text)).toBe(true);
    expect(read.get('tiny.txt')!.toString()).toBe('x');
    expect(bytes.length).toBeLessThan(1_700_000);
    const dates: number[] = [];
    for await (const entry of (await fromBufferPromise(bytes)).eachEntry()) dates.push(+entry.getLastModDate());
    expect([dates[0], dates[1], dates[6]]).toEqual([1_700_000_001_000, 1_700_000_002_000, 1_700_000_003_000]);
  });

  it('goes beyond 65,535 entries with its directory in a file that has no name', async () => {
    const entries = async function* (): AsyncGenerator<ZipEntry> {
      for (let index = 0; index < 70_000; index += 1)
        yield { name: `${'folder with a long name/'.repeat(2)}${index}/`, modified: 1, size: 0, deflate: false };
    };
    const target = join(folder, 'many.zip');
    await pipeline(zipStream(entries(), folder, never), createWriteStream(target));
    const zip = await openPromise(target);
    expect(zip.entryCount).toBe(70_000);
    let count = 0;
    for await (const entry of zip.eachEntry()) if (entry.fileName.endsWith('/')) count += 1;
    expect(count).toBe(70_000);
    expect((await readdir(folder)).filter((name) => name.startsWith('archive-'))).toEqual([]);
  });

  it('fails, rather than end, when a file is missing, too short or too long', async () => {
    const first: ZipEntry = { name: 'a', modified: 1, deflate: false, ...(await fileOf('g', randomBytes(900_000))) };
    const changed = await fileOf('h', randomBytes(900_000));
    await truncate(changed.file!, 800_000);
    for (const bad of [
      { file: join(folder, 'nowhere'), size: 5 },
      changed,
      { ...changed, size: 700_000 },
      { ...first, size: 5 },
      { ...first, size: 0 },
    ]) {
      const stream = zipStream(list([first, { name: 'b', modified: 1, deflate: false, ...bad }]), folder, never);
      await expect(buffer(stream)).rejects.toThrow(/ENOENT|has not its/);
    }
  });

  it('stops at the signal and when nobody reads on', async () => {
    let asked = 0;
    const file = await fileOf('i', randomBytes(600_000));
    const entries = async function* (): AsyncGenerator<ZipEntry> {
      for (; asked < 1000; asked += 1) yield { name: `${asked}`, modified: 1, deflate: false, ...file };
    };
    const gone = new AbortController();
    const stream = zipStream(entries(), folder, gone.signal);
    stream.once('data', () => gone.abort(new Error('gone')));
    await expect(buffer(stream)).rejects.toThrow('gone');
    const left = zipStream(entries(), folder, never);
    await left[Symbol.asyncIterator]().next();
    left.destroy();
    expect(asked).toBeLessThan(20);
  });

  it('has 64-bit facts where 32 bits do not hold them', () => {
    const size = 5 * 2 ** 30;
    const record = directoryRecord(
      { name: 'x', modified: 1, method: 'stored' },
      { crc: 1, size, compressedSize: size },
      size,
      true,
    );
    expect(record.readUInt32LE(20)).toBe(0xffff_ffff);
    expect(record.readUInt32LE(42)).toBe(0xffff_ffff);
    expect([51, 59, 67].map((at) => record.readBigUInt64LE(at))).toEqual(Array(3).fill(BigInt(size)));
    expect(dataDescriptor({ crc: 1, size, compressedSize: size }, true).readBigUInt64LE(16)).toBe(BigInt(size));
    expect(endRecords(3, 100, 200)).toHaveLength(22);
    expect(endRecords(65_535, 100, 200)).toHaveLength(98);
    expect(endRecords(3, 100, size)).toHaveLength(98);
  });
});
