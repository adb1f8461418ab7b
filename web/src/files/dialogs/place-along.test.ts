import { expect, test } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import { entryOf } from '../entry-for-tests.ts';
import { placeAlong } from './place-along.ts';
import type { Placed } from './taken.ts';

/** Files at their paths; what is at `refused` cannot be placed. */
function stage(refused: ReadonlyMap<string, ApiError>, isReplacing = false) {
  const moves: string[] = [];
  const placed = new Map<string, Placed>();
  const place = (from: string, to: string, overwrite = false): Promise<void> => {
    const error = refused.get(from);
    if (error !== undefined) return Promise.reject(error);
    moves.push(`${from} ${overwrite ? '>>' : '>'} ${to}`);
    return Promise.resolve();
  };
  const run = () =>
    placeAlong({
      main: entryOf('dtm.tif'),
      companions: [entryOf('dtm.tfw'), entryOf('dtm.prj'), entryOf('wall.mtl')],
      placed,
      placeMain: () => place('dtm.tif', 'new.tif').then(() => ({ to: 'new.tif', isReplacing })),
      place,
    });
  return { moves, run };
}

test('nothing goes when the main file stays', async () => {
  const { moves, run } = stage(new Map([['dtm.tif', new ApiError(409, 'taken')]]));
  await expect(run()).rejects.toThrow('taken');
  expect(moves).toEqual([]);
});

test('what stays is told, and alone is tried again', async () => {
  const refused = new Map([['dtm.tfw', new ApiError(409, 'taken')]]);
  const { moves, run } = stage(refused);
  expect(await run()).toEqual([{ path: 'dtm.tfw', reason: 'taken' }]);
  expect(moves).toEqual(['dtm.tif > new.tif', 'dtm.prj > new.prj']);
  refused.clear();
  expect(await run()).toEqual([]);
  expect(moves.slice(2)).toEqual(['dtm.tfw > new.tfw']);
});

test('a lost connection ends it; the rest is tried again', async () => {
  const refused = new Map([['dtm.prj', new ApiError(0, 'no connection')]]);
  const { moves, run } = stage(refused);
  await expect(run()).rejects.toThrow('no connection');
  refused.clear();
  expect(await run()).toEqual([]);
  expect(moves).toEqual(['dtm.tif > new.tif', 'dtm.tfw > new.tfw', 'dtm.prj > new.prj']);
});

test('companions replace what is there only where their main file did, also when they are tried again', async () => {
  const refused = new Map([['dtm.prj', new ApiError(409, 'taken')]]);
  const { moves, run } = stage(refused, true);
  await run();
  refused.clear();
  await run();
  expect(moves).toEqual(['dtm.tif > new.tif', 'dtm.tfw >> new.tfw', 'dtm.prj >> new.prj']);
});
