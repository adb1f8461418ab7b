import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Value from 'typebox/value';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { BlobStore } from '../../blobs/index.ts';
import { hashOf, openBench, type BuildBench } from '../../builds/testing/build-bench.ts';
import type { RescanDependencies } from '../../datasets/index.ts';
import { createEngine, type Engine } from '../../engine/index.ts';
import { EntryType } from '../../inspection/index.ts';
import type { RunningTask } from '../../tasks/index.ts';
import { quadrantOrthophoto } from '../../../test/support/geotiff.ts';
import { rescanIndex } from './rescan-index.ts';
import { inspectorOf } from '../../kinds/testing/inspect-file.ts';

const engine: Engine = createEngine({ children: 1, callTimeoutMs: 30_000, memoryLimitBytes: 2 ** 30 });
const raster = quadrantOrthophoto(64);
let bench: BuildBench;
let dependencies: RescanDependencies;

beforeAll(async () => {
  bench = await openBench({ engine });
  const blobs = { locate: (hash: string) => join(bench.folder, 'blobs', hash) } as BlobStore;
  dependencies = {
    db: bench.db,
    blobs,
    inspector: inspectorOf(engine),
    observer: bench.observer,
    report: () => undefined,
  };
  await bench.work();
}, 60_000);
afterEach(() => bench.reset());
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await engine.close();
});

/** Adds a raster of its own bytes. @param type what it is taken for */
async function addRaster(path: string, type: EntryType) {
  const entry = await bench.addEntry(path, { text: path, type });
  // Bytes behind the end of a TIFF are nothing to its readers.
  const bytes = Buffer.concat([raster, Buffer.from(path)]);
  await writeFile(dependencies.blobs.locate(entry.hash), bytes);
  await bench.db.updateTable('entries').set({ size: bytes.length }).where('path', '=', path).execute();
  return entry;
}

/** Runs the tool. @returns its facts, its log and its phases */
async function run(given: object = {}, signal = new AbortController().signal) {
  const tool = rescanIndex(dependencies);
  const [log, phases]: [string[], string[]] = [[], []];
  const parameters = Value.Default(tool.parameters, structuredClone(given)) as RunningTask<never>['parameters'];
  const dataset = { id: bench.datasetId };
  const entries = {
    async *below() {
      yield* await bench.db.selectFrom('entries').select(['path', 'hash', 'type']).orderBy('path').execute();
    },
  };
  const report = (_: number | null, phase: string): void => void (phases.at(-1) === phase || phases.push(phase));
  const task = { parameters, dataset, entries, signal, report, log: (line: string) => void log.push(line) };
  await tool.plan({ parameters } as unknown as Parameters<typeof tool.plan>[0]);
  const end = await tool.run(task as unknown as RunningTask<never>);
  return { facts: 'facts' in end ? end.facts : undefined, log, phases };
}

const typeOf = async (path: string) =>
  (await bench.db.selectFrom('entries').select('type').where('path', '=', path).executeTakeFirstOrThrow()).type;

describe('a rescan', () => {
  it('mends what files are taken for, keeps what is built, and builds what is not', async () => {
    await bench.enqueue(await addRaster('built.tif', EntryType.GeoRaster));
    await bench.idle();
    await addRaster('unbuilt.tif', EntryType.GeoRaster);
    await addRaster('wrong.tif', EntryType.Generic);
    await bench.addEntry('text.txt', { type: EntryType.Generic });
    const { facts, log, phases } = await run();
    expect([facts, phases]).toEqual([{ inspected: 4, failed: 0 }, ['rescanning', 'done']]);
    expect(log).toEqual(['4 files inspected, 0 could not be.']);
    expect([await typeOf('wrong.tif'), await typeOf('text.txt')]).toEqual([EntryType.GeoRaster, EntryType.Generic]);
    await bench.idle();
    const jobs = await Promise.all(
      ['built.tif', 'unbuilt.tif', 'wrong.tif', 'text.txt'].map((path) => bench.jobsOf(path)),
    );
    expect(jobs.map(({ length }) => length)).toEqual([1, 1, 1, 0]);
    // Jobs of one moment are taken in any order.
    expect(bench.attempts.toSorted()).toEqual(['built.tif', 'unbuilt.tif', 'wrong.tif']);
  });

  it('goes on behind a file that cannot be inspected, or ends there', async () => {
    await bench.addEntry('a.txt', { type: EntryType.Generic });
    await bench.addEntry('lost.txt', { hash: hashOf('lost'), type: EntryType.Generic });
    await dependencies.db
      .updateTable('entries')
      .set({ hash: hashOf('gone') })
      .where('path', '=', 'lost.txt')
      .execute();
    await bench.addEntry('z.txt', { type: EntryType.Generic });
    const { facts, log } = await run();
    expect(facts).toEqual({ inspected: 3, failed: 1 });
    expect(log[0]).toMatch(/^lost\.txt: .*missing/);
    await expect(run({ stopOnError: true })).rejects.toMatchObject({
      code: 'invalid-input',
      message: expect.stringMatching(/^lost\.txt: /),
    });
  });

  it('looks at the types that are asked for, by name or number', async () => {
    await addRaster('a.tif', EntryType.GeoRaster);
    await bench.addEntry('b.txt', { type: EntryType.Generic });
    expect((await run({ types: 'georaster' })).facts).toEqual({ inspected: 1, failed: 0 });
    expect((await run({ types: `${EntryType.Generic}, GeoRaster` })).facts).toEqual({ inspected: 2, failed: 0 });
    expect((await run({ types: null, stopOnError: null })).facts).toEqual({ inspected: 2, failed: 0 });
    await expect(run({ types: 'castle' })).rejects.toMatchObject({ code: 'invalid-input' });
  });

  it('ends when it is cancelled', async () => {
    await bench.addEntry('a.txt', { type: EntryType.Generic });
    await expect(run({}, AbortSignal.abort(new Error('cancelled')))).rejects.toThrow('cancelled');
  });
});
