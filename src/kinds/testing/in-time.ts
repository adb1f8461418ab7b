import { expect } from 'vitest';

/** What takes the square of a length takes far more, also on a fast machine; what does not takes far less on a busy one. */
const LIMIT_MS = 4000;

/** The result of work that must not take long whatever its input. */
export async function inTime<T>(work: Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await work;
  expect(performance.now() - began).toBeLessThan(LIMIT_MS);
  return result;
}
