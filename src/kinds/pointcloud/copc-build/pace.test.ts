import { expect, it } from 'vitest';
import { createPace } from './pace.ts';

it('tells the speed and the time that is left after five seconds, then each minute, and at last the sum', () => {
  let ms = 1_000_000;
  const lines: string[] = [];
  const pace = createPace({ tell: (line) => lines.push(line) }, 'Read', 10_000_000, () => ms);
  const steps: readonly (readonly [number, number])[] = [
    [4000, 0.02],
    [1000, 0.025],
    [30_000, 0.1],
    [30_000, 0.5],
    [35_000, 1],
  ];
  for (const [passed, share] of steps) {
    ms += passed;
    pace.step(share);
  }
  pace.done();
  expect(lines).toEqual([
    'Read 2 %, 0.05 million points a second, 195 s left.',
    'Read 50 %, 0.08 million points a second, 65 s left.',
    'Read 10000000 points in 100.0 s, 0.10 million points a second.',
  ]);
});
