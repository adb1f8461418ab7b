import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createByteReader } from './byte-reader.ts';
import { createByteWriter } from './byte-writer.ts';
import { CortoError } from './corto-format.ts';
import { writeWords } from './encode-values.ts';
import { dictionary, WORDS } from './tunstall.ts';
import { readWords } from './tunstall-decode.ts';

const written = (bytes: Uint8Array): Uint8Array => {
  const out = createByteWriter();
  writeWords(out, bytes);
  return out.finish();
};

/** Few and many symbols, rare and frequent ones: dictionaries with and without runs. */
const anyBytes = fc
  .tuple(fc.integer({ min: 1, max: 255 }), fc.integer({ min: 0, max: 200 }), fc.uint8Array({ maxLength: 3000 }))
  .map(([symbols, rarity, bytes]) => bytes.map((byte) => (byte < rarity ? 0 : byte % symbols)));

it('gives back all bytes', () => {
  fc.assert(
    fc.property(anyBytes, (bytes) => {
      expect(readWords(createByteReader(written(bytes)), bytes.length)).toEqual(bytes);
    }),
    { numRuns: 500 },
  );
});

it('makes rare symbols small', () => {
  const bytes = Uint8Array.from({ length: 10_000 }, (_, index) => (index % 100 === 0 ? 1 : 0));
  expect(written(bytes).length).toBeLessThan(250);
});

it('has 256 words for any weights', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(255), { minLength: 2, maxLength: 255 }), (weights) => {
      const { lengths, starts, text } = dictionary(weights.map((weight, symbol) => ({ symbol, weight })));
      expect(lengths).toHaveLength(WORDS);
      expect(lengths.every((length) => length > 0)).toBe(true);
      expect(starts.at(-1)! + lengths.at(-1)!).toBe(text.length);
      expect(text.length).toBeLessThan(100_000);
    }),
  );
});

it('refuses a block that is too long, ends too early, or has no symbols', () => {
  const bytes = written(Uint8Array.of(1, 2, 3, 1));
  const read = (block: Uint8Array, most = 4) => readWords(createByteReader(block), most);
  expect(() => read(bytes, 3)).toThrow(CortoError);
  expect(() => read(bytes.subarray(0, -1))).toThrow(CortoError);
  expect(() => read(Uint8Array.of(0, 1, 0, 0, 0, 0, 0, 0, 0))).toThrow(CortoError);
});
