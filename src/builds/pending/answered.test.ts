import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { describeOnOneDatabase } from '../../../test/support/databases.ts';
import { EntryType } from '../../inspection/index.ts';
import { openBench, type BuildBench } from '../testing/build-bench.ts';

describeOnOneDatabase('what waits for its parts', (environment) => {
  let bench: BuildBench;
  beforeAll(async () => {
    bench = await openBench({ url: (await environment())['DATABASE_URL'] });
  });
  afterEach(() => bench.reset());
  afterAll(() => bench[Symbol.asyncDispose]());

  const waits = async (path: string, missing: readonly string[]): Promise<void> => {
    const entry = await bench.addEntry(path);
    await bench.attempted(entry, { kind: 'deferred', path, missing });
  };
  /** Files of no output of their own. */
  const come = async (...paths: readonly string[]): Promise<void> => {
    const type = EntryType.Generic;
    const entries = await Promise.all(paths.map(async (path) => ({ ...(await bench.addEntry(path, { type })), type })));
    await bench.db
      .transaction()
      .execute((transaction) => bench.observer.written(transaction, { id: bench.datasetId }, entries, null));
  };
  const states = async (path: string): Promise<readonly string[]> =>
    (await bench.jobsOf(path)).map(({ state }) => state);

  it('is asked for when the last of those that it named comes, once', async () => {
    await waits('town/tileset.json', ['town/a.b3dm', 'town/b.b3dm']);
    await come('other.b3dm');
    await come('town/a.b3dm');
    expect(await states('town/tileset.json')).toEqual(['Succeeded']);
    await come('town/b.b3dm');
    expect(await states('town/tileset.json')).toEqual(['Enqueued', 'Succeeded']);
    await come('town/c.b3dm');
    expect(await states('town/tileset.json')).toHaveLength(2);
  });

  it('also where all come with thousands of others', async () => {
    await waits('town/tileset.json', ['town/a.b3dm']);
    await come('town/a.b3dm', ...Array.from({ length: 600 }, (_, index) => `${index}.b3dm`));
    expect(await states('town/tileset.json')).toEqual(['Enqueued', 'Succeeded']);
  });

  it('also where it came while the build looked for it', async () => {
    await come('town/a.b3dm');
    await waits('town/tileset.json', ['town/a.b3dm']);
    expect(await states('town/tileset.json')).toEqual(['Enqueued', 'Succeeded']);
  });

  it('and is left to its inspection where it is read together with sidecars', async () => {
    await waits('roads.shp', ['roads.shx']);
    await come('roads.shx');
    expect(await states('roads.shp')).toEqual(['Succeeded']);
  });

  it('and to the coordinator where it waits for something else', async () => {
    await waits('a/tileset.json', []);
    await come('town/a.b3dm', ...Array.from({ length: 600 }, (_, index) => `${index}.b3dm`));
    expect(await states('a/tileset.json')).toEqual(['Succeeded']);
  });
});
