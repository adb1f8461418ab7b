import { setTimeout as wait } from 'node:timers/promises';
import { inThread, ThreadRefusal } from '../thread-work.ts';

export const double = inThread((input: { readonly value: number }) => input.value * 2);

export const refuse = inThread((_: null) => {
  throw new ThreadRefusal('too-many', 'Too many corners.');
});

export const crash = inThread((_: null): number => {
  throw new RangeError('A fault.');
});

/** Notices when nobody waits; says so by the last element of a shared array. */
export const patient = inThread(async (input: { readonly seen: Int32Array }, context) => {
  Atomics.store(input.seen, 0, 1);
  while (!context.isCancelled()) await wait(5);
  Atomics.store(input.seen, 0, 2);
  return 0;
});

/** Notices nothing. */
export const deaf = inThread((input: { readonly ms: number }) => {
  const end = Date.now() + input.ms;
  while (Date.now() < end);
  return 1;
});

export const sum = inThread((input: Float64Array) => input.reduce((a, b) => a + b, 0));
