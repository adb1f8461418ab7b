import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { EntryType } from '../../inspection/index.ts';
import { openBench, type BuildBench } from '../testing/build-bench.ts';

let bench: BuildBench;
beforeAll(async () => {
  bench = await openBench();
  await bench.work();
});
afterAll(() => bench[Symbol.asyncDispose]());
afterEach(() => bench.reset());

const outcomes = async (path: string): Promise<unknown[]> => (await bench.jobsOf(path)).map(({ outcome }) => outcome);

it('builds the file that something is built of, and no other of the same bytes', async () => {
  await bench.addEntry('a.bin', { text: 'same', type: EntryType.Generic });
  const first = await bench.addEntry('x.tif', { text: 'same' });
  await bench.addEntry('y.tif', { text: 'same' });
  await bench.removeEntry('x.tif');
  await bench.enqueue(first);
  await bench.idle();
  expect([bench.attempts, await outcomes('x.tif')]).toEqual([['y.tif'], ['built']]);
  // Where only that one is left, the job ends without having made anything.
  await bench.removeEntry('y.tif');
  await bench.enqueue(first, { forced: true });
  await bench.idle();
  expect([bench.attempts, await outcomes('x.tif')]).toEqual([['y.tif'], ['built', 'built']]);
});
