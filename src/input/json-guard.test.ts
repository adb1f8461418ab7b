import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createJsonGuard } from './json-guard.ts';

/** What the guard says of a text that comes in pieces of a size: the code and words of its refusal, or nothing. */
function refusalOf(text: string, size = text.length + 1): string | undefined {
  const guard = createJsonGuard();
  const bytes = Buffer.from(text);
  try {
    for (let at = 0; at < bytes.length; at += size) guard(bytes.subarray(at, at + size));
    guard();
    return undefined;
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    return `${code}: ${message}`;
  }
}

it('lets any JSON of a bearable size pass, however it is cut', () => {
  // Large numbers have a test of their own.
  const text = fc.json({ maxDepth: 8 }).filter((json) => !/\d{16}/.test(json));
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 9 }), (json, size) => {
      expect(refusalOf(json, size)).toBeUndefined();
    }),
  );
});

it('says the same of a text in pieces as of the whole', () => {
  const piece = fc.constantFrom('{', '}', '[', ']', '"', '\\', ',', ':', '1', '9007199254740993', '-', '.5', 'e9', 'é');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), fc.integer({ min: 1, max: 9 }), (pieces, size) => {
      const text = pieces.join('');
      expect(refusalOf(text, size)).toBe(refusalOf(text));
    }),
    { numRuns: 500 },
  );
});

it.each([
  ['100,000 levels of lists', '['.repeat(100_000), /^invalid-input: .* 100 levels/],
  ['100,000 levels of objects', '{"a":'.repeat(100_000), /^invalid-input: .* 100 levels/],
  ['a million keys', `{${'"a":1,'.repeat(1_000_000)}`, /^too-large: .* members/],
  [
    'long names',
    `{${Array.from({ length: 20_000 }, (_, at) => `"${'\\u0041'.repeat(12)}${at}":1`).join()}}`,
    /^too-large: The names of members/,
  ],
  ['a million items', `[${'1,'.repeat(1_000_000)}`, /^too-large: .* values/],
  ['a million empty objects', `[${'{},'.repeat(1_000_000)}`, /^too-large: .* values/],
  ['a number without an end', `[${'9'.repeat(1_000_000)}`, /^invalid-input: .* 400 characters/],
  ['a number that would change', '[9007199254740993]', /^invalid-input: .* 9007199254740993 cannot be kept exactly/],
])('J-1 refuses %s, and stops at the piece it is in', (_case, text, words) => {
  expect(refusalOf(text)).toMatch(words);
  const guard = createJsonGuard();
  const bytes = Buffer.from(text);
  let taken = 0;
  expect(() => {
    for (let at = 0; at < bytes.length; at += 65_536) {
      taken += 1;
      guard(bytes.subarray(at, at + 65_536));
    }
    guard();
  }).toThrow(expect.objectContaining({ name: 'ServiceError' }));
  expect(taken).toBeLessThanOrEqual(1 + Math.ceil((250_000 * 7) / 65_536));
});

it('counts nothing inside texts', () => {
  expect(refusalOf(`{"a":"${'[{:,'.repeat(300_000)}","b":"\\"${'['.repeat(200)}"}`)).toBeUndefined();
});

it('lets 100 levels and 250,000 values pass', () => {
  expect(refusalOf(`${'['.repeat(100)}${']'.repeat(100)}`)).toBeUndefined();
  expect(refusalOf(`${'['.repeat(101)}`)).toMatch(/levels/);
  expect(refusalOf(`[${Array.from({ length: 250_000 }, () => 0).join()}]`)).toBeUndefined();
});
