import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Engine } from '../../engine/index.ts';
import { EntryType } from '../../inspection/index.ts';
import { entryReading, UNKNOWN_COMPANIONS } from '../../datasets/index.ts';
import { hashOf, openBench, type BuildBench } from '../testing/build-bench.ts';

const GRID = 'ncols 3\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 1\n1 2 3\n4 5 6\n';
/** Finds every grid to lie somewhere. */
const facts = {
  width: 3,
  height: 2,
  geotransform: [0, 1, 0, 2, 0, -1],
  projection: '',
  bands: [],
  placement: {
    outline: [
      [0, 2],
      [3, 2],
      [3, 0],
      [0, 0],
      [0, 2],
    ],
    centre: [1.5, 1],
  },
};
const engine = { call: () => Promise.resolve(facts) } as unknown as Engine;

let bench: BuildBench;
beforeAll(async () => {
  bench = await openBench({ engine });
  await bench.work();
});
afterAll(() => bench[Symbol.asyncDispose]());
afterEach(() => bench.reset());

/** What the output of grids is made of: the text of the CRS beside them. */
const makeOf = (...names: readonly string[]): void => {
  bench.scripts.set('g.asc', async ({ neighbours, scratch }) => {
    const texts = [...(await neighbours.find(names)).values()].map(({ path }) => readFile(path, 'utf8'));
    await writeFile(join(scratch, 'made.txt'), `made with ${(await Promise.all(texts)).join()}`);
  });
};
const addCrs = (path: string, text: string): Promise<unknown> =>
  bench.addEntry(path, { text, type: EntryType.Generic });
const fingerprint = async (path: string): Promise<string> =>
  (await entryReading.find(bench.db, bench.datasetId, path))!.companions;
/** What was made for the entry at a path. */
async function made(path: string): Promise<string | undefined> {
  const rows = bench.db
    .selectFrom('outputs')
    .select('version')
    .where('companions', '=', await fingerprint(path));
  const output = await rows.executeTakeFirst();
  return output && readFile(join(bench.buildFolder, bench.datasetId, output.version, 'made.txt'), 'utf8');
}
const outcomes = async (path: string): Promise<unknown[]> => (await bench.jobsOf(path)).map(({ outcome }) => outcome);

it('names no output by a key that its file only seems to have, and gives the file its own', async () => {
  makeOf('g.prj');
  await addCrs('a/g.prj', 'secret');
  // As it stands after an update: nobody has looked beside it.
  const stale = await bench.addEntry('a/g.asc', { text: GRID });
  await bench.addEntry('b/g.asc', { text: GRID });
  await bench.enqueue(stale);
  await bench.idle();
  expect([await made('b/g.asc'), await made('a/g.asc')]).toEqual(['made with ', 'made with secret']);
  expect(await outcomes('a/g.asc')).toEqual(['built', 'superseded']);
  expect(await outcomes('b/g.asc')).toEqual(['built']);
});

it('nor by that of files which are replaced while it is made', async () => {
  makeOf('g.prj');
  for (const folder of ['a', 'b']) await addCrs(`${folder}/g.prj`, 'first');
  await bench.enqueue(await bench.addEntry('a/g.asc', { text: GRID }));
  await bench.idle();
  const make = bench.scripts.get('g.asc')!;
  bench.scripts.set('g.asc', async (request) => {
    bench.scripts.set('g.asc', make);
    await make(request);
    await bench.removeEntry('a/g.prj');
    await addCrs('a/g.prj', 'second');
  });
  const companions = await fingerprint('a/g.asc');
  await bench.addEntry('b/g.asc', { text: GRID, companions });
  await bench.enqueue({ path: 'a/g.asc', hash: hashOf(GRID), companions }, { forced: true });
  await bench.idle();
  expect([await made('a/g.asc'), await made('b/g.asc')]).toEqual(['made with second', 'made with first']);
});

it('makes nothing of a file that was moved and not looked at since, but has that done', async () => {
  makeOf('g.prj');
  await addCrs('c/g.prj', 'third');
  await bench.enqueue(await bench.addEntry('c/g.asc', { text: GRID, companions: UNKNOWN_COMPANIONS }));
  await bench.idle();
  expect([bench.attempts, await made('c/g.asc')]).toEqual([['g.asc'], 'made with third']);
  expect(await outcomes('c/g.asc')).toEqual(['built', 'superseded']);
});

it('ends as a fault, instead of beginning for ever, where an output asks for what no inspection does', async () => {
  makeOf('other.txt');
  await addCrs('other.txt', 'x');
  await bench.enqueue(await bench.addEntry('g.asc', { text: GRID }));
  await bench.idle();
  expect([await outcomes('g.asc'), await made('g.asc')]).toEqual([['fault'], undefined]);
  const fault = { message: 'An output of g.asc asks for other files than its inspection.' };
  expect(bench.faults).toMatchObject([fault, fault, fault]);
});
