import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import { createPartLoader } from './part-loader.ts';
import { withRetries } from '../../api/with-retries.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const settle = (milliseconds = 0) => vi.advanceTimersByTimeAsync(milliseconds);

test('loads five at a time, in the order of the need', async () => {
  const started: string[] = [];
  const changed = vi.fn<() => void>();
  const loader = createPartLoader(changed);
  const ends = new Map<string, () => void>();
  const parts = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((key) => ({
    key,
    load: () => {
      started.push(key);
      return new Promise<void>((done) => ends.set(key, done));
    },
  }));
  loader.want(parts);
  expect(started.join('')).toBe('abcde');
  ends.get('c')?.();
  await settle();
  expect(started.join('')).toBe('abcdef');
  expect(changed).toHaveBeenCalledTimes(1);
  expect(loader.isBusy()).toBe(true);
  loader.dispose();
});

test('cancels what is not wanted any more', async () => {
  let cancelled = false;
  const loader = createPartLoader(() => undefined);
  const load = (signal: AbortSignal) =>
    new Promise<void>((_, failed) => {
      signal.addEventListener('abort', () => {
        cancelled = true;
        failed(signal.reason);
      });
    });
  loader.want([{ key: 'a', load }]);
  loader.want([]);
  await settle();
  expect([cancelled, loader.isBusy(), loader.failure()]).toEqual([true, false, undefined]);
});

test('tells of what fails, and does not ask for it again', async () => {
  let tries = 0;
  const damaged = new Error('damaged');
  const loader = createPartLoader(() => undefined);
  const part = { key: 'bad', load: () => ((tries += 1), Promise.reject(damaged)) };
  loader.want([part]);
  await settle();
  loader.want([part]);
  expect([tries, loader.failure(), loader.isBusy()]).toEqual([1, damaged, false]);
});

test('what loses its connection is asked for again, what is refused is not', async () => {
  const { signal } = new AbortController();
  const asked = async (status: number): Promise<readonly [number, number]> => {
    let tries = 0;
    const ask = () => ((tries += 1), Promise.reject(new ApiError(status, 'no')));
    const end = withRetries(ask, signal).catch((error: unknown) => error);
    await settle(60_000);
    return [tries, ((await end) as ApiError).status];
  };
  expect([await asked(0), await asked(503), await asked(404)]).toEqual([
    [4, 0],
    [4, 503],
    [1, 404],
  ]);
});
