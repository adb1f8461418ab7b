import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BLOCK_BYTES, deflateRuns } from './deflate-runs.ts';
import { codeLengths } from './huffman.ts';

/** Inflated by zlib, which checks the sum at the end. */
const roundTrip = (bytes: Uint8Array): boolean =>
  [1000, BLOCK_BYTES, 10 ** 6].every(
    (size) => Buffer.compare(inflateSync(Buffer.concat(deflateRuns(inPieces(bytes, size)))), bytes) === 0,
  );

/** All pieces in the same memory, as rows of a picture are given. */
function* inPieces(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  const room = new Uint8Array(size);
  for (let at = 0; at < bytes.length; at += size) {
    const piece = bytes.subarray(at, at + size);
    room.set(piece);
    yield room.subarray(0, piece.length);
    room.fill(0);
  }
}

test('zlib reads back all bytes, with zeros in runs of any length', () => {
  const zeros = fc.integer({ min: 0, max: 600 }).map((length) => new Uint8Array(length));
  const pieces = fc.array(fc.oneof(zeros, fc.uint8Array({ maxLength: 40 })), { maxLength: 30 });
  fc.assert(
    fc.property(pieces, (parts) => {
      expect(roundTrip(Buffer.concat(parts))).toBe(true);
    }),
  );
});

test.each([0, 1, 257, 258, 259, 260, 2 ** 18 - 1, 2 ** 18, 2 ** 18 + 1, 600_000])('%i zeros', (length) => {
  expect(roundTrip(new Uint8Array(length))).toBe(true);
});

test('blocks of bytes that differ in kind, and bytes that were not counted', () => {
  const bytes = Uint8Array.from({ length: 700_000 }, (_, at) => (at < 300_000 ? at % 3 : (at * at) >>> 7));
  bytes.fill(200, 1024, 8000);
  expect(roundTrip(bytes)).toBe(true);
});

test('no code is longer than 15 bits, and codes fill all that there are', () => {
  const fibonacci = [1, 1];
  while (fibonacci.length < 40) fibonacci.push(fibonacci.at(-1)! + fibonacci.at(-2)!);
  const lengths = codeLengths(Uint32Array.from(fibonacci));
  expect(Math.max(...lengths)).toBeLessThanOrEqual(15);
  expect([...lengths].reduce((sum, length) => sum + 2 ** -length, 0)).toBe(1);
});
