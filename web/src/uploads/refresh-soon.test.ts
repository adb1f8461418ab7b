import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keys } from '../api/keys.ts';
import { createRefresher } from './refresh-soon.ts';

const REF = { org: 'o', ds: 'd' };
/** Longer than the pause between two refreshes: a folder of a hundred thousand. */
const SLOW_MS = 3000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a slow list is read to its end although something changes all the time, and once more for the last change', async () => {
  const queries = new QueryClient();
  let begun = 0;
  let ended = 0;
  const queryFn = async (): Promise<number> => {
    begun += 1;
    await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
    return (ended += 1);
  };
  const observer = new QueryObserver(queries, { queryKey: keys.folder(REF, ''), queryFn });
  const unsubscribe = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(SLOW_MS);
  expect(ended).toBe(1);

  const refresh = createRefresher(queries);
  for (let elapsed = 0; elapsed < 10_000; elapsed += 100) {
    refresh(REF);
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(ended).toBeGreaterThanOrEqual(3);
  const before = begun;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(begun).toBe(before + 1);
  expect(ended).toBe(begun);
  unsubscribe();
  queries.clear();
});
