import { expect, test } from 'vitest';
import { secondsLeft } from './time-left.ts';

const START = '2026-11-30T10:00:00Z';
const after = (seconds: number): number => Date.parse(START) + seconds * 1000;
const running = (progressPercent: number | null) => ({ state: 'Processing', startedAt: START, progressPercent });

test('the rest of a task takes as long in proportion', () => {
  expect(secondsLeft(running(25), after(60))).toBe(180);
  expect(secondsLeft(running(100), after(60))).toBe(0);
});

test('nothing is said of a task that has hardly begun, waits or has ended', () => {
  expect(secondsLeft(running(4), after(60))).toBeNull();
  expect(secondsLeft(running(null), after(60))).toBeNull();
  expect(secondsLeft({ ...running(50), state: 'Enqueued' }, after(60))).toBeNull();
  expect(secondsLeft({ ...running(50), startedAt: null }, after(60))).toBeNull();
});

test('a clock that is behind that of the service gives no negative time', () => {
  expect(secondsLeft(running(50), after(-5))).toBe(0);
});
