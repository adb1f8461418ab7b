import { expect, test } from 'vitest';
import type { ByteRanges } from '../../../scene/loading/byte-ranges.ts';
import { CUT_OFF, DAMAGED } from '../../../scene/loading/file-error.ts';
import { radFile } from './rad-file.ts';
import { parseRadHead, radHeadBytes, splatsOfChunk } from './rad-head.ts';

const META = {
  version: 1,
  type: 'gsplat',
  count: 70_000,
  maxSh: 2,
  lodTree: true,
  chunkSize: 65_536,
  chunks: [
    { offset: 0, bytes: 800 },
    { offset: 800, bytes: 160 },
  ],
};

function headOf(meta: unknown): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(typeof meta === 'string' ? meta : JSON.stringify(meta));
  const head = new Uint8Array(8 + 8 * Math.ceil(text.length / 8));
  head.set(new TextEncoder().encode('RAD0'));
  new DataView(head.buffer).setUint32(4, text.length, true);
  head.set(text, 8);
  return head;
}

test('a head tells how many splats there are and where their chunks lie', () => {
  const bytes = headOf(META);
  const head = parseRadHead(bytes, bytes.length + 960);
  expect(radHeadBytes(bytes)).toBe(bytes.length);
  expect(head).toEqual({
    count: 70_000,
    degree: 2,
    chunks: [
      { offset: bytes.length, bytes: 800 },
      { offset: bytes.length + 800, bytes: 160 },
    ],
  });
  expect([splatsOfChunk(head, 0), splatsOfChunk(head, 1)]).toEqual([65_536, 4464]);
});

test('a file that ends before its last chunk is cut off', () => {
  const bytes = headOf(META);
  expect(() => parseRadHead(bytes, bytes.length + 959)).toThrow(CUT_OFF);
  expect(() => parseRadHead(bytes.subarray(0, 40), null)).toThrow(CUT_OFF);
  expect(() => radHeadBytes(bytes.subarray(0, 7))).toThrow(CUT_OFF);
});

test.each([
  ['no JSON', '{"version":1'],
  ['no object', '[]'],
  ['another version', { ...META, version: 2 }],
  ['no levels', { ...META, lodTree: false }],
  ['another size of chunks', { ...META, chunkSize: 4096 }],
  ['no splats', { ...META, count: 0, chunks: [] }],
  ['too few chunks', { ...META, chunks: META.chunks.slice(1) }],
  ['a count that is no number', { ...META, count: '70000' }],
  ['harmonics of degree 4', { ...META, maxSh: 4 }],
  ['a chunk in front of the first', { ...META, chunks: [{ offset: -8, bytes: 8 }, META.chunks[1]] }],
  ['a chunk of a gigabyte', { ...META, chunks: [{ offset: 0, bytes: 2 ** 30 }, META.chunks[1]] }],
  [
    'a chunk in another file',
    { ...META, chunks: [{ offset: 0, bytes: 8, filename: 'https://a.org/0.radc' }, META.chunks[1]] },
  ],
])('a head with %s is damaged', (_, meta) => {
  expect(() => parseRadHead(headOf(meta), null)).toThrow(DAMAGED);
});

test('another file, and one that claims a head of gigabytes, are damaged', () => {
  const bytes = headOf(META);
  expect(() => radHeadBytes(new TextEncoder().encode('PLY ply ply'))).toThrow(DAMAGED);
  new DataView(bytes.buffer).setUint32(4, 2 ** 31, true);
  expect(() => radHeadBytes(bytes)).toThrow(DAMAGED);
});

test('a head that is longer than the first read is read whole', async () => {
  const bytes = headOf({ ...META, comment: 'x'.repeat(70_000) });
  const asked: string[] = [];
  const ranges: ByteRanges = {
    size: () => bytes.length + 960,
    readUpTo: (start, count) => {
      asked.push(`${start} ${count}`);
      return Promise.resolve(bytes.slice(start, start + count));
    },
    read: (start, count, signal) => ranges.readUpTo(start, count, signal),
  };
  expect(await radFile(ranges).readHead(new AbortController().signal)).toMatchObject({ count: 70_000 });
  expect(asked).toEqual(['0 65536', `0 ${bytes.length}`]);
});
