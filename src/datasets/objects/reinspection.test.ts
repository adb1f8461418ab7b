import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openFileBlobStore, type BlobStore } from '../../blobs/index.ts';
import type { OpenDatabase } from '../../database/index.ts';
import type { Engine } from '../../engine/index.ts';
import { depthOf, parentOf } from '../entries/entry-path.ts';
import { findEntry, putEntry } from '../entries/entry-store.ts';
import { DEPENDENT_EXTENSIONS, EntryType } from '../../inspection/index.ts';
import { allAt, goneFrom, MAY_NEED, type Change } from './dependants.ts';
import { createReinspection, type Reinspection } from './reinspection.ts';
import { openTestDatabase } from '../../../test/support/test-database.ts';
import { inspectorOf } from '../../kinds/testing/inspect-file.ts';

let folder: string;
let database: OpenDatabase;
let blobs: BlobStore;
const organization = randomUUID();
let dataset: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-reinspection-'));
  database = await openTestDatabase(folder);
  blobs = await openFileBlobStore(join(folder, 'blobs'));
  await database.db
    .insertInto('organizations')
    .values({ id: organization, slug: 'survey', name: 'Survey', is_public: false })
    .execute();
});
beforeEach(async () => {
  dataset = randomUUID();
  const values = { id: dataset, organization_id: organization, slug: dataset, visibility: 0 };
  await database.db.insertInto('datasets').values(values).execute();
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

/** Empty files need no parser; that one was looked at is told by its type. */
const engine = {} as Engine;
const never = new AbortController().signal;

async function add(
  path: string,
  content: string | null,
  type: EntryType = EntryType.DroneDB,
  properties: object = {},
): Promise<void> {
  const bytes = Buffer.from(content ?? '');
  const stored =
    content === null
      ? null
      : await blobs.write(
          (async function* () {
            yield bytes;
          })(),
          never,
          100,
        );
  await putEntry(database.db, dataset, {
    path,
    parent: parentOf(path),
    depth: depthOf(path),
    mtime: 0,
    pointGeometry: null,
    polygonGeometry: null,
    companions: '',
    hash: stored?.hash ?? null,
    size: bytes.length,
    type: content === null ? EntryType.Directory : type,
    properties: content === null ? null : { ...properties },
  });
}

const faults: unknown[] = [];
const built: [path: string, userId: string | null][] = [];
const open = (run: Engine = engine): Reinspection =>
  createReinspection({
    db: database.db,
    blobs,
    inspector: inspectorOf(run),
    observer: {
      written(_transaction, _dataset, entries, userId) {
        for (const { path } of entries) built.push([path, userId]);
        return Promise.resolve();
      },
    },
    report: (fault) => void faults.push(fault),
  });
beforeEach(() => {
  for (const list of [faults, built]) list.splice(0);
});

/** Those that were inspected again: their type is then no longer the odd one they were given. */
async function inspected(paths: readonly string[]): Promise<string[]> {
  const rows = await Promise.all(paths.map((path) => findEntry(database.db, dataset, path)));
  return rows.flatMap((row) => (row && row.hash !== null && row.type !== EntryType.DroneDB ? [row.path] : []));
}

async function refreshed(changes: readonly Change[], paths: readonly string[]): Promise<string[]> {
  const reinspection = open();
  await reinspection.note(database.db, { id: dataset }, changes);
  const changed = changes.map(({ path }) => path);
  await reinspection.refresh({ id: dataset }, changed, never);
  await reinspection.idle();
  expect(faults).toEqual([]);
  expect(await notes()).toEqual([]);
  return inspected(paths);
}

const notes = async (): Promise<string[]> =>
  (await database.db.selectFrom('reinspections').select('path').where('dataset_id', '=', dataset).execute()).map(
    ({ path }) => path,
  );
const uploaded = (path: string): Change[] => [{ path, itself: false }];

it('inspects what depends on a file that came, in its folder alone', async () => {
  const paths = ['a/roads.shp', 'a/roads.SHP', 'a/rails.shp', 'roads.shp', 'a/roads.shp.txt'];
  for (const path of paths) await add(path, '');
  expect(await refreshed(uploaded('a/roads.prj'), paths)).toEqual(['a/roads.shp', 'a/roads.SHP']);
  const { revision } = await database.db
    .selectFrom('datasets')
    .select('revision')
    .where('id', '=', dataset)
    .executeTakeFirstOrThrow();
  expect(Number(revision)).toBe(2);
});

it('inspects models below the folder that a reference of all came to', async () => {
  for (const path of ['a', 'a/one', 'a/two', 'a/two/deep']) await add(path, null);
  const paths = ['a/top.obj', 'a/one/m.obj', 'a/two/m.PLY', 'a/two/deep/m.obj', 'a/one/m.txt'];
  for (const path of paths) await add(path, '');
  expect(await refreshed(allAt(['a/opensfm']), paths)).toEqual(['a/top.obj', 'a/one/m.obj', 'a/two/m.PLY']);
  expect(await refreshed(uploaded('a/georef.json'), paths)).toContain('a/top.obj');
});

it('inspects what moved itself, and what a moved folder holds', async () => {
  for (const path of ['b', 'c%', 'c0']) await add(path, null);
  const paths = ['b/roads.shp', 'c%/m.obj', 'c%/photo.jpg', 'c0/m.obj'];
  for (const path of paths) await add(path, '');
  expect(await refreshed(allAt(['b/roads.shp', 'c%']), paths)).toEqual(['b/roads.shp', 'c%/m.obj']);
});

it('inspects a picture that came to what tells its place, or away from it, and no other', async () => {
  const paths = ['a/one.png', 'a/two.PNG', 'b/three.jpg', 'b/four.jpg', 'b/five.webp'];
  for (const path of paths) await add(path, '');
  for (const path of ['a/one.pgw', 'a/two.PNGW', 'a/four.jgw', 'b/four.dbf', 'b/five.prj']) await add(path, 'x');
  const table = database.db.updateTable('entries').set({ companions: 'f'.repeat(64) });
  await table.where('dataset_id', '=', dataset).where('path', '=', 'b/three.jpg').execute();
  expect(await refreshed(allAt(paths), paths)).toEqual(['a/one.png', 'a/two.PNG', 'b/three.jpg']);
});

it('F3: inspects models that name an uploaded file, whatever it is called, and those that lose it', async () => {
  const lists = { missingDependencies: ['skin/wall.png'], dependencies: ['skin/roof.png', '../../shared/sky.jpg'] };
  const paths = ['m/one.gltf', 'm/deep/two.gltf', 'm/three.obj', 'other/one.gltf'];
  const reset = async (): Promise<void> => {
    for (const path of paths) await add(path, '', EntryType.DroneDB, path.includes('one') ? lists : {});
    await add('m/deep/two.gltf', '', EntryType.DroneDB, lists);
  };
  await reset();
  expect(await refreshed(uploaded('m/skin/wall.png'), paths)).toEqual(['m/one.gltf']);
  await reset();
  expect(await refreshed(allAt(['m/deep/skin']), paths)).toEqual(['m/deep/two.gltf']);
  await reset();
  expect(await refreshed(uploaded('shared/sky.jpg'), paths)).toEqual(['m/deep/two.gltf']);
  await reset();
  expect(await refreshed(uploaded('m/skin/other.png'), paths)).toEqual([]);
});

it('F11: an uploaded file is not inspected a second time', async () => {
  await add('a/roads.shp', '');
  expect(await refreshed(uploaded('a/roads.shp'), ['a/roads.shp'])).toEqual([]);
});

it('notes nothing where nothing depends on a change', async () => {
  await add('photo.jpg', '');
  await add('other.jpg', '');
  await add('other.jgw', 'x');
  const changes = [...allAt(['photo.jpg', 'folder']), ...goneFrom(['other.jpg']), ...uploaded('georef.json')];
  await open().note(database.db, { id: dataset }, changes);
  expect(await notes()).toEqual([]);
});

it('F12: asks for the build of what became another type', async () => {
  await add('roads.shp', '');
  await refreshed(uploaded('roads.shx'), []);
  expect(built).toEqual([['roads.shp', null]]);
});

it('SM6 F12: inspects thousands, with one that fails among them, in the background', async () => {
  const paths = Array.from({ length: 700 }, (_, index) => `m/${String(index).padStart(4, '0')}.obj`);
  await add(paths[0]!, '');
  await database.db.transaction().execute(async (transaction) => {
    const first = (await findEntry(transaction, dataset, paths[0]!))!;
    for (const [index, path] of paths.entries()) {
      const hash = index === 600 ? 'f'.repeat(64) : first.hash;
      await putEntry(transaction, dataset, { ...first, path, hash, size: index === 600 ? 3 : 0, parent: 'm' });
    }
  });
  const reinspection = open();
  const change = uploaded('m/georef.json');
  await reinspection.note(database.db, { id: dataset }, change);
  await reinspection.refresh({ id: dataset }, ['m/georef.json'], never);
  expect((await inspected(paths)).length).toBeLessThan(699);
  await reinspection.idle();
  expect((await inspected(paths)).length).toBe(699);
  expect(faults).toMatchObject([{ code: 'ENOENT' }]);
  expect(await notes()).toEqual([]);
});

it('SM6 F12: what a client or a process that went away leaves is settled all the same', async () => {
  await add('roads.shp', '');
  const [gone, next] = [open(), open()];
  await gone.note(database.db, { id: dataset }, uploaded('roads.prj'));
  await gone.close();
  await gone.refresh({ id: dataset }, ['roads.prj'], never);
  await next.settle();
  expect([await inspected(['roads.shp']), await notes()]).toEqual([[], ['roads.prj']]);
  await database.db
    .updateTable('reinspections')
    .set({ noted_at: new Date(0) })
    .execute();
  await next.settle();
  expect([await inspected(['roads.shp']), await notes(), faults]).toEqual([['roads.shp'], [], []]);

  await add('rails.shp', '');
  const left = open();
  await left.note(database.db, { id: dataset }, uploaded('rails.prj'));
  await left.refresh({ id: dataset }, ['rails.prj'], AbortSignal.abort());
  await left.idle();
  expect(await inspected(['rails.shp'])).toEqual(['rails.shp']);
});

/** Finds every mesh to have one material library, and a texture in it. */
const meshes = (whileRead: () => Promise<void> = () => Promise.resolve()): Engine => {
  const answers: Record<string, object> = {
    'mesh-facts': { vertices: 1, faces: 1, bounds: null, up: 'z', details: {}, problems: [], ...references },
    'mesh-materials': { textures: ['../sky.png'], outside: [], complete: true },
    'mesh-placement': { place: null, isTold: false, problems: [] },
  };
  const call = async ({ name }: { readonly name: string }): Promise<object> => {
    if (name === 'mesh-materials') await whileRead();
    return answers[name]!;
  };
  return { call } as unknown as Engine;
};
const references = { references: ['a.mtl'], libraries: ['a.mtl'], libraryStatements: [], outside: [] };

it('SM6 F12: what was understood with files that have changed since is looked at once more', async () => {
  for (const path of ['m/a.obj', 'm/a.mtl']) await add(path, 'v 0 0 0\n');
  let reads = 0;
  const overtaken = meshes(async () => {
    reads += 1;
    if (reads === 1) await add('m/georef.json', '{}', EntryType.Generic);
  });
  const reinspection = open(overtaken);
  await reinspection.note(database.db, { id: dataset }, uploaded('m/a.mtl'));
  await reinspection.refresh({ id: dataset }, ['m/a.mtl'], never);
  expect([reads, faults, await inspected(['m/a.obj'])]).toEqual([2, [], ['m/a.obj']]);
});

it('F3: what an inspection used, and no rule tells of, is a property of the entry', async () => {
  for (const path of ['m/b.obj', 'm/a.mtl', 'sky.png']) await add(path, 'v 0 0 0\n');
  const reinspection = open(meshes());
  await reinspection.note(database.db, { id: dataset }, allAt(['m/b.obj']));
  await reinspection.refresh({ id: dataset }, ['m/b.obj'], never);
  expect((await findEntry(database.db, dataset, 'm/b.obj'))!.properties).toMatchObject({
    dependencies: ['a.mtl', '../sky.png'],
  });
});

it('finds its files by the index, which has every extension of the rules', async () => {
  const { sql: text } = MAY_NEED.compile(database.db);
  for (const extension of DEPENDENT_EXTENSIONS) expect(text).toMatch(new RegExp(`[(|]${extension}[|)]`));
  const { rows } = await sql<{ indexdef: string }>`
    select indexdef from pg_indexes where indexname = 'entries_dependent'`.execute(database.db);
  expect(rows[0]!.indexdef).toContain(text.slice(text.indexOf("'"), text.lastIndexOf("'")));
  const plans = await database.db.transaction().execute(async (transaction) => {
    await sql`set local enable_seqscan = off`.execute(transaction);
    // Another index of few rows is as cheap until the table has statistics; only this one has the order.
    await sql`set local enable_sort = off`.execute(transaction);
    return sql`explain select path from entries where dataset_id = ${dataset}::uuid and ${MAY_NEED}
      and path > 'm' order by path limit 10`.execute(transaction);
  });
  expect(JSON.stringify(plans.rows)).toContain('entries_dependent');
});
