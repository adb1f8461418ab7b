import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { seededLines } from '../../../geodata/testing/seeded-lines.ts';
import { STRIDE, weigh } from './simplify.ts';

function weighed(line: readonly number[], isRing: boolean, least: number): Float64Array {
  const part = new Float64Array((line.length / 2) * STRIDE);
  line.forEach((value, at) => (part[Math.floor(at / 2) * STRIDE + (at % 2)] = value));
  weigh(part, isRing, least);
  return part;
}

it('gives positions the weights that built tiles have', () => {
  const hash = createHash('sha256');
  seededLines(3000).forEach((line, index) => hash.update(weighed(line, index % 2 === 0, index % 5 === 0 ? 0 : 0.3)));
  // Computed when tiles had a search of their own: another value changes every tile.
  expect(hash.digest('hex')).toBe('a8ab2ca36b7c243fa9e08d05ef1dc9b579f8e85274f8f9361530fd3fdd270e68');
});

it('keeps the rest of a line that takes too many steps', () => {
  // Each position is farthest in turn: the square of their number in steps.
  const fan = Array.from({ length: 2000 }, (_, at) => [at, (at % 2 === 0 ? 1 : -1) * 0.99 ** at]).flat();
  const weights = weighed(fan, false, 0).filter((_, at) => at % STRIDE === 2);
  expect(weights.filter((weight) => weight === Infinity).length).toBeGreaterThan(1000);
  expect(weights.every((weight) => weight > 0)).toBe(true);
});
