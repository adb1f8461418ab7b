import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ServiceError } from '../../errors/index.ts';
import { readChunk, type ChunkInput } from './chunk-fields.ts';

const hexadecimal = fc.stringMatching(/^[0-9a-fA-F]{32}$/);
const chunk = fc
  .record({ total: fc.integer({ min: 1, max: 10_000 }), size: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }) })
  .chain(({ total, size }) =>
    fc.record({
      fileId: fc.string({ maxLength: 256 }),
      path: fc.constantFrom('a.tif', 'folder/b c.laz', 'Zoë/"quoted".jpg'),
      chunkIndex: fc.integer({ min: 0, max: total - 1 }).map(String),
      totalChunks: fc.constant(String(total)),
      totalFileSize: fc.constant(String(size)),
      chunkMd5: fc.option(hexadecimal, { nil: undefined }),
    }),
  );

it('reads what clients say of chunks as they say it', () => {
  fc.assert(
    fc.property(chunk, (fields) => {
      expect(readChunk(fields)).toEqual({
        fileId: fields.fileId,
        path: fields.path,
        index: Number(fields.chunkIndex),
        totalChunks: Number(fields.totalChunks),
        totalSize: Number(fields.totalFileSize),
        md5: fields.chunkMd5?.toLowerCase(),
      });
    }),
  );
});

const NAMES = ['fileId', 'path', 'chunkIndex', 'totalChunks', 'totalFileSize', 'chunkMd5'] as const;
const odd = fc.oneof(
  fc.string(),
  fc.constantFrom('-1', '1e3', '0x10', ' 1', '1.0', '', '99999999999999999', 'Infinity', '../x', '/x', 'a\u0000b'),
  fc.constantFrom(undefined, null, 1, ['1'], { a: '1' }),
);

/** What is read, or the error it is refused with. */
function readOrRefused(fields: Readonly<Record<string, unknown>>): Partial<ChunkInput & ServiceError> {
  try {
    return readChunk(fields);
  } catch (refusal) {
    return refusal as ServiceError;
  }
}

it('G-4 reads fields within their limits, and refuses what is something else', () => {
  fc.assert(
    fc.property(chunk, fc.array(fc.tuple(fc.constantFrom(...NAMES), odd), { minLength: 1 }), (fields, replaced) => {
      const answer = readOrRefused({ ...fields, ...Object.fromEntries(replaced) });
      const { code, index = NaN, totalChunks = NaN, totalSize = NaN, path = '/', md5 = '0'.repeat(32) } = answer;
      const isWithin =
        index >= 0 && index < totalChunks && totalChunks <= 10_000 && totalSize >= 1 && /^[0-9a-f]{32}$/.test(md5);
      const isInside = !path.startsWith('/') && !path.split('/').includes('..') && !path.includes('\0');
      expect(code === undefined ? isWithin && isInside : code === 'invalid-input').toBe(true);
    }),
  );
});
