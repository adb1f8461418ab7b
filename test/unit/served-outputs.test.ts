import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { findEntry } from '../../src/datasets/entries/entry-store.ts';
import { putEntry } from '../../src/datasets/entries/entry-store.ts';
import { copyTree, moveTree } from '../../src/datasets/entries/entry-tree.ts';
import { findEntryOutput, findOutputBelow, replaceOutput } from '../../src/builds/output-store.ts';
import { hashOf, openBench, type BuildBench } from '../../src/builds/testing/build-bench.ts';
import { removeUnusedOutputs } from '../../src/builds/unused-outputs.ts';

const HASH = hashOf('grid');

let bench: BuildBench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench[Symbol.asyncDispose]());
afterEach(() => bench.reset());

const add = (path: string, companions: string): Promise<unknown> => bench.addEntry(path, { text: 'grid', companions });
/** Writes an entry with what was found when it was inspected again. */
async function found(path: string, parts: { readonly companions?: string; readonly hash?: string }): Promise<void> {
  const entry = (await findEntry(bench.db, bench.datasetId, path))!;
  await putEntry(bench.db, bench.datasetId, { ...entry, ...parts, parent: '' });
}
async function build(companions: string): Promise<string> {
  const version = randomUUID();
  const output = {
    datasetId: bench.datasetId,
    hash: HASH,
    companions,
    kind: 'cog',
    version,
    sizeBytes: 1,
    facts: null,
  };
  await replaceOutput(bench.db, output);
  return version;
}
const served = async (path: string): Promise<string | null> => {
  const byPath = (await findEntryOutput(bench.db, bench.datasetId, path, 'cog'))?.version ?? null;
  const below = (await findOutputBelow(bench.db, bench.datasetId, HASH, 'cog', path))?.version ?? null;
  expect(below).toBe(byPath);
  return byPath;
};
const removed = async (): Promise<string[]> =>
  (await removeUnusedOutputs(bench.db, bench.datasetId)).map(({ version }) => version);

it('serves a file what it had before until its own stands, and nobody else', async () => {
  await add('a.tif', 'first');
  await add('other.tif', '');
  const first = await build('first');
  await found('a.tif', { companions: 'second' });
  expect([await served('a.tif'), await served('other.tif'), await removed()]).toEqual([first, null, []]);
  // The second was never built.
  await found('a.tif', { companions: 'third' });
  expect([await served('a.tif'), await removed()]).toEqual([first, []]);
  const third = await build('third');
  expect([await served('a.tif'), await removed()]).toEqual([third, [first]]);
  await found('a.tif', { companions: 'fourth' });
  expect(await served('a.tif')).toBe(third);
  await bench.removeEntry('a.tif');
  expect([await served('other.tif'), await removed()]).toEqual([null, [third]]);
});

it('remembers nothing of other bytes', async () => {
  await add('a.tif', 'first');
  await build('first');
  await found('a.tif', { companions: 'second' });
  await found('a.tif', { hash: 'f'.repeat(64) });
  await found('a.tif', { hash: HASH });
  expect(await served('a.tif')).toBeNull();
});

it('shows a file that was moved or copied alone nothing that was made with what lay beside it', async () => {
  const place = (path: string) => ({ datasetId: bench.datasetId, path });
  for (const path of ['a.tif', 'b.tif']) await add(path, 'beside');
  await add('alone.tif', '');
  const [beside, alone] = [await build('beside'), await build('')];
  await copyTree(bench.db, place('a.tif'), place('copy.tif'));
  await moveTree(bench.db, bench.datasetId, 'b.tif', 'moved.tif');
  await moveTree(bench.db, bench.datasetId, 'alone.tif', 'still.tif');
  for (const path of ['copy.tif', 'moved.tif']) {
    expect(await served(path)).toBeNull();
    await found(path, { companions: 'others' });
    expect(await served(path)).toBeNull();
  }
  expect([await served('a.tif'), await served('still.tif')]).toEqual([beside, alone]);
});

it('lets a folder that is moved take along what is served', async () => {
  await add('in/a.tif', 'first');
  const first = await build('first');
  await found('in/a.tif', { companions: 'second' });
  await moveTree(bench.db, bench.datasetId, 'in', 'to');
  expect(await served('to/a.tif')).toBe(first);
});
