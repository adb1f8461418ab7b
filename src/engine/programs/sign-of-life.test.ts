import { expect, it } from 'vitest';
import { createSignOfLife } from './sign-of-life.ts';

const HOUR_MS = 3_600_000;

it('a hundredth of a processor over the idle time is a sign of life, counted from the one before', () => {
  const life = createSignOfLife(HOUR_MS);
  expect([0, 20_000, 35_990, 36_000, 36_010, 72_000].map((cpuMs) => life.isOne(cpuMs))).toEqual([
    false,
    false,
    false,
    true,
    false,
    true,
  ]);
});

it('what it used before it was heard counts no more', () => {
  const life = createSignOfLife(HOUR_MS);
  expect(life.isOne(30_000)).toBe(false);
  life.seen();
  expect([life.isOne(60_000), life.isOne(66_000)]).toEqual([false, true]);
});

it('the end of a process takes nothing from what others use', () => {
  const life = createSignOfLife(HOUR_MS);
  expect([30_000, 1000, 6000, 7000].map((cpuMs) => life.isOne(cpuMs))).toEqual([false, false, false, true]);
});

it('the shortest idle times ask for one tick of the kernel’s clock', () => {
  const life = createSignOfLife(1);
  expect([life.isOne(0), life.isOne(10)]).toEqual([false, true]);
});
