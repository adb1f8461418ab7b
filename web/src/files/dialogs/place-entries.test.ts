import { describe, expect, test } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import type { Entry } from '../../api/types.ts';
import { areThere, copyName, placeAll, placements, placeProblem } from './place-entries.ts';

const entry = (path: string, type = 2): Entry => ({
  path,
  type,
  hash: null,
  size: 0,
  mtime: 0,
  properties: {},
  point_geom: null,
  polygon_geom: null,
});

test('entries keep their names in another folder', () => {
  expect(placements([entry('x/a, #1.tif')], '')).toEqual([{ from: 'x/a, #1.tif', to: 'a, #1.tif' }]);
  expect(placements([entry('a')], 'x/y')).toEqual([{ from: 'a', to: 'x/y/a' }]);
});

test.each([
  ['x', true],
  ['x/y', true],
  ['xy', false],
  ['', false],
])('the folder x into "%s" is refused: %s', (folder, refused) =>
  expect(placeProblem([entry('x', 1)], folder) !== null).toBe(refused),
);

test('a file of the same name as the folder is no problem', () => expect(placeProblem([entry('x')], 'x')).toBeNull());

test.each([
  [entry('x/a.tar.gz'), 'a.tar (copy).gz'],
  [entry('.hidden'), '.hidden (copy)'],
  [entry('May 2.5', 1), 'May 2.5 (copy)'],
])('the copy of %o is "%s"', (of, name) => expect(copyName(of)).toBe(name));

test('all of them are there already', () => {
  expect(areThere([entry('x/a'), entry('x/b')], 'x')).toBe(true);
  expect(areThere([entry('x/a'), entry('b')], 'x')).toBe(false);
});

describe('placing many', () => {
  const wanted = placements([entry('a'), entry('b'), entry('c')], 'x');
  const failing =
    (at: string, status: number, seen: string[] = []) =>
    ({ from }: { readonly from: string }): Promise<unknown> => {
      seen.push(from);
      return from === at ? Promise.reject(new ApiError(status, 'No.')) : Promise.resolve();
    };

  test('goes on after one that is refused', async () => {
    const seen: string[] = [];
    expect(await placeAll(wanted, failing('b', 409, seen))).toEqual([{ path: 'b', reason: 'No.' }]);
    expect(seen).toEqual(['a', 'b', 'c']);
  });

  test('ends without a connection: the rest fails for the same reason', async () => {
    const seen: string[] = [];
    const failures = await placeAll(wanted, failing('b', 0, seen));
    expect(failures.map(({ path }) => path)).toEqual(['b', 'c']);
    expect(seen).toEqual(['a', 'b']);
  });

  test('ends when the session is over', async () => {
    await expect(placeAll(wanted, failing('a', 401))).rejects.toMatchObject({ status: 401 });
  });
});
