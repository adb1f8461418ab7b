import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, expect, it } from 'vitest';
import type { Crs } from '../../../projections/index.ts';
import { createFeatureFiles, type FeatureFilesDependencies, type FilePage } from './feature-files.ts';

const MIB = 2 ** 20;
const CRS = { code: 'OGC:CRS84', name: 'WGS 84' } as Crs;
const page = {
  name: 'plots',
  columns: [],
  hasGeometry: true,
  isSorted: false,
  page: {
    ids: new Float64Array(1),
    layer: { table: 'plots', geometryType: 'MultiPoint', hasHeight: false, columns: [] },
  },
} as unknown as FilePage;

const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});
let parent: string;
beforeEach(async () => folders.push((parent = await mkdtemp(join(tmpdir(), 'alidade-files-')))));

function create(features: Partial<FeatureFilesDependencies['features']>, more: Partial<FeatureFilesDependencies> = {}) {
  return createFeatureFiles({
    features: {
      measure: () => Promise.resolve(1000),
      write: () => ones(1),
      save: (_, { path }) => writeFile(path, Buffer.alloc(MIB)),
      ...features,
    },
    projections: { wkt: (code) => Promise.resolve(code) },
    engine: {
      async withFolder(work) {
        const folder = await mkdtemp(join(parent, 'work-'));
        try {
          return await work(folder);
        } finally {
          await rm(folder, { recursive: true });
        }
      },
    },
    maxBytes: undefined,
    minFreeBytes: 0,
    ...more,
  });
}

async function* ones(count: number, read = { pieces: 0 }): AsyncGenerator<Uint8Array> {
  for (; read.pieces < count; read.pieces += 1) yield new Uint8Array(MIB).fill(1);
}
const signal = (): AbortSignal => new AbortController().signal;

it('a FlatGeobuf is read no further than its client reads', async () => {
  const read = { pieces: 0 };
  const { stream } = await create({ write: () => ones(1000, read) }).flatGeobuf(page, CRS, signal());
  await stream[Symbol.asyncIterator]().next();
  await sleep(50);
  expect(read.pieces).toBeLessThan(4);
  stream.destroy();
});

it('a FlatGeobuf whose features cannot be read ends with an error', async () => {
  async function* failing(): AsyncGenerator<Uint8Array> {
    yield* ones(1);
    throw new Error('gone');
  }
  const { stream } = await create({ write: failing }).flatGeobuf(page, CRS, signal());
  await expect(buffer(stream)).rejects.toThrow('gone');
});

it.each(['flatGeobuf', 'geoPackage'] as const)('more than the largest file is refused: %s', async (kind) => {
  const files = create({ measure: () => Promise.resolve(1001) }, { maxBytes: 1000 });
  const made = kind === 'flatGeobuf' ? files.flatGeobuf(page, CRS, signal()) : files.geoPackage([page], CRS, signal());
  await expect(made).rejects.toMatchObject({ code: 'invalid-input' });
});

it('a GeoPackage has no name any more when it is sent', async () => {
  const { stream, length } = await create({}).geoPackage([page], CRS, signal());
  expect([length, await readdir(parent)]).toEqual([MIB, []]);
  expect((await buffer(stream)).length).toBe(MIB);
});

it('nothing is written where the disk has no room', async () => {
  let isSaved = false;
  const save = async (): Promise<void> => void (isSaved = true);
  const made = create({ save }, { minFreeBytes: 2 ** 60 }).geoPackage([page], CRS, signal());
  await expect(made).rejects.toMatchObject({ code: 'no-space' });
  expect([isSaved, await readdir(parent)]).toEqual([false, []]);
});

it('nothing is left of a GeoPackage whose client has gone', async () => {
  const client = new AbortController();
  const save: FeatureFilesDependencies['features']['save'] = async (_, { path }) => {
    await writeFile(path, '');
    client.abort();
    client.signal.throwIfAborted();
  };
  await expect(create({ save }).geoPackage([page], CRS, client.signal)).rejects.toThrow(/abort/);
  expect(await readdir(parent)).toEqual([]);
});

it('tables have names of their own', async () => {
  let names: readonly string[] = [];
  const files = create({
    save: async (pages, { path }) => {
      names = pages.map(({ table }) => table.name);
      await writeFile(path, '');
    },
  });
  const odd = { ...page, name: 'a "b" / gpkg' };
  const { stream } = await files.geoPackage([page, { ...page, name: 'Plots' }, odd], CRS, signal());
  stream.destroy();
  expect(names).toEqual(['plots', 'Plots_2', 'a_b_gpkg']);
});

it('files under way hold so many ids, and no more', async () => {
  const large = { ...page, page: { ...page.page, ids: new Float64Array(1_000_000) } };
  const files = create({});
  const other = { ...page, page: { ...page.page, ids: new Float64Array(10_001) } };
  const made = await Promise.all(Array.from({ length: 8 }, () => files.flatGeobuf(large, CRS, signal())));
  await expect(files.flatGeobuf(other, CRS, signal())).rejects.toMatchObject({ code: 'busy', retryAfter: 10 });
  await expect(files.csv(other, CRS, signal())).rejects.toMatchObject({ code: 'busy' });
  await expect(files.geoPackage([other], CRS, signal())).rejects.toMatchObject({ code: 'busy' });
  // Small pages wait for nobody.
  (await files.csv(page, CRS, signal())).stream.destroy();
  made[0]!.stream.destroy();
  await once(made[0]!.stream, 'close');
  const { stream } = await files.flatGeobuf(large, CRS, signal());
  for (const each of [...made.map((one) => one.stream), stream]) each.destroy();
});

it('what is refused holds nothing', async () => {
  const large = { ...page, page: { ...page.page, ids: new Float64Array(1_000_000) } };
  const files = create({ measure: () => Promise.resolve(1001) }, { maxBytes: 1000 });
  for (let n = 0; n < 10; n += 1) {
    await expect(files.flatGeobuf(large, CRS, signal())).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(files.geoPackage([large], CRS, signal())).rejects.toMatchObject({ code: 'invalid-input' });
  }
});

it('two are made at once, and few wait', async () => {
  let [running, most] = [0, 0];
  const save: FeatureFilesDependencies['features']['save'] = async (_, { path }) => {
    most = Math.max(most, (running += 1));
    await sleep(5);
    await writeFile(path, '');
    running -= 1;
  };
  const files = create({ save });
  const all = await Promise.allSettled(Array.from({ length: 40 }, () => files.geoPackage([page], CRS, signal())));
  for (const each of all) if (each.status === 'fulfilled') each.value.stream.destroy();
  expect(most).toBe(2);
  const refused = all
    .filter((each) => each.status === 'rejected')
    .map(({ reason }) => (reason as { code: string }).code);
  expect(refused).toEqual(Array.from({ length: 6 }, () => 'busy'));
});
