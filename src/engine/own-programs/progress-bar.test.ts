import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { createProgressReader } from '../programs/progress.ts';
import { printProgress } from './progress-bar.ts';

afterEach(() => void vi.restoreAllMocks());

function printed(shares: readonly number[]): string {
  let text = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((piece) => {
    text += String(piece);
    return true;
  });
  const progress = printProgress();
  for (const share of shares) progress(share);
  return text;
}

it('prints the whole bar once, whatever is told on the way', () => {
  const share = fc.double({ min: 0, max: 1.5, noNaN: true });
  fc.assert(
    fc.property(fc.array(share, { maxLength: 60 }), (shares) => {
      expect(printed([...shares, 1, 1])).toBe('0...10...20...30...40...50...60...70...80...90...100 - done.\n');
    }),
  );
});

it('prints what the supervisor reads', () => {
  const reader = createProgressReader();
  expect(reader.push(printed([0, 0.1, 0.374]))).toBe(35);
  expect(printed([29 / 40])).toBe('0...10...20...30...40...50...60...70.');
});
