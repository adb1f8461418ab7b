import { expect, test } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import { placeWhere, type WhenTaken } from './taken.ts';

/** What is asked of a service that has these paths already. */
async function asked(there: readonly string[], to: string, folder: boolean, whenTaken: WhenTaken) {
  const calls: (readonly [string, boolean])[] = [];
  const place = (path: string, overwrite: boolean): Promise<void> => {
    calls.push([path, overwrite]);
    return there.includes(path) && !overwrite ? Promise.reject(new ApiError(409, 'Taken.')) : Promise.resolve();
  };
  const error = await placeWhere(place, to, folder, whenTaken).then(
    () => null,
    (reason: ApiError) => reason.status,
  );
  return { calls: calls.map(([path]) => path), overwritten: calls.some(([, overwrite]) => overwrite), error };
}

test('a name that is taken is told, and nothing else is tried', async () =>
  expect(await asked(['x/a.tif'], 'x/a.tif', false, 'tell')).toEqual({
    calls: ['x/a.tif'],
    overwritten: false,
    error: 409,
  }));

test('with a number the first free one is taken, before the extension of a file and behind the name of a folder', async () => {
  expect((await asked(['x.y/a.tif', 'x.y/a (2).tif'], 'x.y/a.tif', false, 'number')).calls).toEqual([
    'x.y/a.tif',
    'x.y/a (2).tif',
    'x.y/a (3).tif',
  ]);
  expect((await asked(['May 2.5'], 'May 2.5', true, 'number')).calls).toEqual(['May 2.5', 'May 2.5 (2)']);
});

test('only who asks for it replaces', async () => {
  expect(await asked(['a'], 'a', false, 'replace')).toEqual({ calls: ['a', 'a'], overwritten: true, error: null });
  expect(await asked([], 'a', false, 'replace')).toEqual({ calls: ['a'], overwritten: false, error: null });
  expect((await asked(['a'], 'a', false, 'number')).overwritten).toBe(false);
});
