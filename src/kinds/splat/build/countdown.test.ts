import { expect, it } from 'vitest';
import { createCountdown } from './countdown.ts';

it('tells what is done and how long the rest takes, after five seconds and then twice a minute', () => {
  const lines: string[] = [];
  let now = 0;
  const countdown = createCountdown({ tell: (line) => void lines.push(line) }, 'Merged', () => now);
  countdown.step(0.1, '10 splats');
  now = 6000;
  countdown.step(0, '0 splats');
  countdown.step(0.25, '25 splats');
  countdown.step(0.26, '26 splats');
  now = 35_999;
  countdown.step(0.5, '50 splats');
  now = 36_000;
  countdown.step(0.5, '50 splats');
  expect(lines).toEqual(['Merged 25 splats, 18 s left.', 'Merged 50 splats, 36 s left.']);
});

it('does not tell how long the rest takes before a hundredth is done', () => {
  const lines: string[] = [];
  let now = 0;
  const countdown = createCountdown({ tell: (line) => void lines.push(line) }, 'Merged', () => now);
  now = 6000;
  countdown.step(0.009, '9 splats');
  expect(lines).toEqual(['Merged 9 splats.']);
});
