import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLineReader } from './line-reader.ts';

const reader = createLineReader();
/** A line in the middle of other bytes. */
const start = (line: string): void => {
  const bytes = Buffer.from(`9${line}9`);
  reader.start(bytes, 1, bytes.length - 1);
};
const numberIn = (line: string): number => {
  start(line);
  return reader.number();
};

describe('numbers of a line', () => {
  it('are those that the language reads, however they are written', () => {
    const texts = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
      fc.double({ min: -1e7, max: 1e7, noNaN: true }).map((value) => value.toFixed(4)),
      fc.double({ min: -1e7, max: 1e7, noNaN: true }).map((value) => value.toExponential(8)),
      fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }).map(String),
    );
    fc.assert(
      fc.property(texts, (text) => {
        expect(numberIn(text)).toBe(Number(text));
      }),
    );
  });

  it.each([
    ['+1.5', 1.5],
    ['-.5', -0.5],
    ['5.', 5],
    [' \t 7 8', 7],
    ['1E3', 1000],
    ['.', NaN],
    ['-', NaN],
    ['', NaN],
    ['x', NaN],
    ['1,5', NaN],
    ['1.2.3', NaN],
    ['nan', NaN],
    [`1${'0'.repeat(100_000)}`, NaN],
  ])('%j', (text, value) => expect(numberIn(text)).toBe(value));

  it('follow each other', () => {
    start('1 nan 2.5  3 ');
    expect([reader.number(), reader.number(), reader.number(), reader.hasMore()]).toEqual([1, NaN, 2.5, true]);
    expect([reader.number(), reader.hasMore(), reader.number()]).toEqual([3, false, NaN]);
  });
});

describe('corners of a face', () => {
  const cornersIn = (line: string): readonly (readonly number[])[] => {
    start(line);
    const corners: number[][] = [];
    while (reader.hasMore()) {
      const corner = [reader.index()];
      while (reader.slash()) corner.push(reader.index());
      reader.skipWord();
      corners.push(corner);
    }
    return corners;
  };
  it.each([
    ['1 2 3', [[1], [2], [3]]],
    [
      '1/2 -3/-4',
      [
        [1, 2],
        [-3, -4],
      ],
    ],
    [
      '1//2 3/4/5',
      [
        [1, 0, 2],
        [3, 4, 5],
      ],
    ],
    ['1x 2', [[1], [2]]],
  ])('%s', (line, corners) => expect(cornersIn(line)).toEqual(corners));
});
