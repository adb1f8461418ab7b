import { describe, expect, test } from 'vitest';
import type { Entry } from '../../api/answers.ts';
import { ApiError } from '../../api/api-error.ts';
import { entryOf } from '../entry-for-tests.ts';
import { inParts, type Parts } from './in-parts.ts';

const ENTRIES = ['a', 'b', 'c'].map((path) => entryOf(path));

/** Takes one entry at a time, and refuses one with a status. */
function one(refused: string, status: number) {
  const seen: string[] = [];
  const stop = new AbortController();
  const counts: number[] = [];
  const run = ([entry]: readonly Entry[]): Promise<[]> => {
    const { path } = entry!;
    seen.push(path);
    return path === refused ? Promise.reject(new ApiError(status, 'No.')) : Promise.resolve([]);
  };
  const parts: Parts = { size: 1, run, signal: stop.signal, onProgress: (count) => counts.push(count) };
  return { parts, seen, counts, stop };
}

describe('one after another', () => {
  test('goes on after one that is refused', async () => {
    const { parts, seen, counts } = one('b', 409);
    expect(await inParts(ENTRIES, parts)).toEqual([{ path: 'b', reason: 'No.' }]);
    expect(seen).toEqual(['a', 'b', 'c']);
    expect(counts).toEqual([1, 2, 3]);
  });

  test('ends without a connection: the rest fails for the same reason', async () => {
    const { parts, seen } = one('b', 0);
    expect((await inParts(ENTRIES, parts)).map(({ path }) => path)).toEqual(['b', 'c']);
    expect(seen).toEqual(['a', 'b']);
  });

  test('ends when the session is over', async () => {
    await expect(inParts(ENTRIES, one('a', 401).parts)).rejects.toMatchObject({ status: 401 });
  });

  test('stops before the next one when it is told to', async () => {
    const { parts, seen, stop } = one('', 0);
    await inParts(ENTRIES, { ...parts, onProgress: () => stop.abort() });
    expect(seen).toEqual(['a']);
  });

  test("a single one's error is its form's", async () => {
    await expect(inParts([entryOf('a')], one('a', 409).parts)).rejects.toMatchObject({ status: 409 });
  });
});

test('a part that fails as a whole does not take the reasons of the part before with it', async () => {
  const { parts } = one('', 0);
  const run = ([first]: readonly Entry[]): Promise<readonly { path: string; reason: string }[]> =>
    first?.path === 'a'
      ? Promise.resolve([{ path: 'b', reason: 'It is gone.' }])
      : Promise.reject(new ApiError(500, 'No.'));
  expect(await inParts(ENTRIES, { ...parts, size: 2, run })).toEqual([
    { path: 'b', reason: 'It is gone.' },
    { path: 'c', reason: 'No.' },
  ]);
});
