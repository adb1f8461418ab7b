import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLineRing } from './line-ring.ts';
import { createProgressReader } from './progress.ts';

const BAR = '0...10...20...30...40...50...60...70...80...90...100 - done.\n';

describe('progress', () => {
  it('rises to 100 however the output is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: BAR.length - 1 }), { maxLength: 20 }), (cuts) => {
        const places = [0, ...[...cuts].sort((a, b) => a - b), BAR.length];
        const reader = createProgressReader();
        const seen = places.slice(1).map((end, index) => reader.push(BAR.slice(places[index], end)));
        const percents = seen.filter((percent) => percent !== null);
        expect(percents).toEqual([...percents].sort((a, b) => a - b));
        expect(percents.at(-1)).toBe(100);
      }),
      { seed: 20, numRuns: 300 },
    );
  });

  it('counts dots, and starts again with the next bar', () => {
    const reader = createProgressReader();
    expect(reader.push('Input file size is 100, 200\n')).toBeNull();
    expect(reader.push('0...10..')).toBe(15);
    expect(reader.push('.20...30...40...50...60...70...80...90...100 - done.\n')).toBe(100);
    expect(reader.push('0.')).toBe(2.5);
  });

  it('sees none in other words', () => {
    const reader = createProgressReader();
    for (const line of ['Creating output file that is 100P x 20L.\n', 'ERROR 1: 30 of 40\n', 'band 10: 0\n'])
      expect(reader.push(line)).toBeNull();
  });
});

describe('the last lines', () => {
  it('of one stream are not cut by words of the other', () => {
    const told: string[] = [];
    const ring = createLineRing((line) => told.push(line));
    ring.push('0...10..');
    ring.push('Warning 1: a word\nand', 'errors');
    ring.push('.20 - done.\n');
    ring.push(' another', 'errors');
    ring.end();
    expect(told).toEqual(['Warning 1: a word', '0...10...20 - done.', 'and another']);
    expect(ring.lines()).toEqual(told);
  });

  it('are the same however the output is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 20 }), { maxLength: 30 }), (pieces) => {
        const [cut, whole] = [createLineRing(), createLineRing()];
        pieces.forEach((piece) => cut.push(piece));
        whole.push(pieces.join(''));
        cut.end();
        whole.end();
        expect(cut.lines()).toEqual(whole.lines());
      }),
      { seed: 21, numRuns: 200 },
    );
  });
});
