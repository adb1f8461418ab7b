import { expect, it } from 'vitest';
import { readMetadata } from './metadata.ts';

it('names the fact that cannot be stored', () => {
  const bad: readonly [object, string][] = [
    [{ a: { b: ['x', 'y\ud800'] } }, 'a.b.1'],
    [{ a: '\udc00' }, 'a'],
    [{ a: { '\ud800': 1 } }, 'a'],
    [{ '\ud800': 1 }, 'The metadata'],
    [{ a: 'x\0' }, 'a'],
  ];
  for (const [metadata, place] of bad) {
    expect(() => readMetadata(metadata)).toThrow(`${place} must not hold a NUL character or half of a surrogate pair.`);
  }
});

it('keeps any text that is one, also one that spells an escape', () => {
  const metadata = { smile: '😀', escape: String.raw`\u0000 \ud800`, ключ: 'ü' };
  expect(readMetadata(metadata).metadata).toEqual(metadata);
});
