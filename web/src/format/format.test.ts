import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatBytes, formatRate } from './bytes.ts';
import { formatCounted } from './counted.ts';
import { plain, plainLines } from './plain.ts';
import { slugify, slugProblem } from './slug.ts';
import { formatDuration, formatIsoDate } from './time.ts';

describe('formatBytes', () => {
  test.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1.0 kB'],
    [1499, '1.5 kB'],
    [99_949, '99.9 kB'],
    [99_950, '100 kB'],
    [999_499, '999 kB'],
    [999_500, '1.0 MB'],
    [5_000_000_000, '5.0 GB'],
    [NaN, '–'],
    [-1, '–'],
  ])('%d bytes are "%s"', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

  test('never shows four digits before the point below the largest unit', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 999e15 }), (bytes) => !/^\d{4}/.test(formatBytes(bytes))));
  });

  test('a rate is per second', () => expect(formatRate(1_200_000)).toBe('1.2 MB/s'));
});

test.each([
  [0.2, '1 s'],
  [59.4, '59 s'],
  [59.6, '1 min'],
  [3570, '1 h'],
  [4800, '1 h 20 min'],
  [Infinity, '–'],
])('%d seconds left are "%s"', (seconds, text) => expect(formatDuration(seconds)).toBe(text));

test('a date that is none is a dash', () => expect(formatIsoDate('yesterday')).toBe('–'));

test('one and many', () => {
  expect(formatCounted(1, 'feature')).toBe('1 feature');
  expect(formatCounted(0, 'photo')).toBe('0 photos');
  expect(formatCounted(1204, 'point')).toBe('1,204 points');
});

test('a character that lets a name look like another one is written out, and lines stay lines', () => {
  expect(plain('\u202egpj.txt')).toBe('\\u{202e}gpj.txt');
  expect(plain('a\u0007\n\u2066b')).toBe('a\\u{7}\\u{a}\\u{2066}b');
  expect(plain('Übersicht 地図 שלום \u{1f5fa}')).toBe('Übersicht 地図 שלום \u{1f5fa}');
  expect(plainLines('a\nb\u202e')).toBe('a\nb\\u{202e}');
});

describe('slugs', () => {
  test.each([
    ['Vermessung Süd', 'vermessung-sud'],
    ['  A  &  B  ', 'a-b'],
    ['--x--', 'x'],
    ['Ålesund 2026/05', 'alesund-2026-05'],
    ['飛行', ''],
  ])('"%s" becomes "%s"', (name, slug) => expect(slugify(name)).toBe(slug));

  test('what is proposed is accepted, unless it is too short', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (name) => {
        const slug = slugify(name);
        return slug.length < 2 || slugProblem(slug) === null;
      }),
    );
  });

  test.each(['a', '-ab', 'a--b', 'Ab', 'a b', 'x'.repeat(129)])('"%s" is refused', (slug) =>
    expect(slugProblem(slug)).not.toBeNull(),
  );
});
