import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createQuota } from '../../src/accounts/index.ts';
import type { BlobStore } from '../../src/blobs/index.ts';
import type { OpenDatabase } from '../../src/database/index.ts';
import type { EntryObserver } from '../../src/datasets/index.ts';
import { createObjects, type Objects } from '../../src/datasets/objects/service.ts';
import type { Engine } from '../../src/engine/index.ts';
import { ServiceError } from '../../src/errors/index.ts';
import { describeOnOneDatabase } from '../support/databases.ts';
import { inspectorOf } from '../../src/kinds/testing/inspect-file.ts';
import { openTestDatabase } from '../support/test-database.ts';

/** An operation on a dataset; paths are few, so that operations meet. */
type Operation =
  | { readonly kind: 'put'; readonly path: string; readonly size: number }
  | { readonly kind: 'folder' | 'remove'; readonly path: string }
  | { readonly kind: 'move' | 'copy'; readonly path: string; readonly to: string };

/** Sizes of files by path; folders are null. */
type Model = ReadonlyMap<string, number | null>;

const USER = { id: randomUUID(), isAdmin: true };
const paths = fc.array(fc.constantFrom('a', 'b', 'c!'), { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));
const operations: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ kind: fc.constant('put' as const), path: paths, size: fc.integer({ min: 0, max: 9 }) }),
  fc.record({ kind: fc.constantFrom('folder' as const, 'remove' as const), path: paths }),
  fc.record({ kind: fc.constantFrom('move' as const, 'copy' as const), path: paths, to: paths }),
);

const ancestors = (path: string): string[] =>
  path.split('/').flatMap((_, index, names) => (index === 0 ? [] : [names.slice(0, index).join('/')]));
const within = (path: string, top: string): boolean => path === top || path.startsWith(`${top}/`);

/** What an operation makes of a model; undefined when it must be refused. */
function applied(model: Model, operation: Operation): Model | undefined {
  const after = new Map(model);
  const addFolders = (folders: readonly string[]): boolean =>
    folders.every((folder) => typeof after.get(folder) !== 'number' && after.set(folder, null));
  const { kind, path } = operation;
  const tree = [...model].filter(([other]) => within(other, path));
  if (kind === 'put') {
    if (model.get(path) === null || !addFolders(ancestors(path))) return undefined;
    return after.set(path, operation.size);
  }
  if (kind === 'folder') return addFolders([...ancestors(path), path]) ? after : undefined;
  if (tree.length === 0) return undefined;
  if (kind !== 'copy') for (const [other] of tree) after.delete(other);
  if (!('to' in operation)) return after;
  if (within(operation.to, path) || model.has(operation.to) || within(path, operation.to)) return undefined;
  // Asked of the model before the move: what moves away cannot be a folder above its destination.
  if (ancestors(operation.to).some((folder) => typeof model.get(folder) === 'number')) return undefined;
  addFolders(ancestors(operation.to));
  for (const [other, size] of tree) after.set(operation.to + other.slice(path.length), size);
  return after;
}

describeOnOneDatabase('the index of entries', (environment) => {
  let data: string;
  let database: OpenDatabase;
  let objects: Objects;
  const organization = randomUUID();
  const observer: EntryObserver = {
    written: () => Promise.resolve(),
    moved: () => Promise.resolve(),
    unused: () => Promise.resolve(() => Promise.resolve()),
    rebuild: () => Promise.resolve(),
    datasetsDeleted: () => Promise.resolve(() => Promise.resolve()),
    types: [],
    states: () => Promise.resolve(new Map()),
    properties: () => Promise.resolve({}),
  };
  const blobs = {
    has: () => Promise.resolve(true),
    remove: () => Promise.resolve(true),
    locate: () => '/dev/null',
  } as unknown as BlobStore;

  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'alidade-model-'));
    const { DATABASE_URL: url } = await environment();
    database = await openTestDatabase(data, url);
    await database.db
      .insertInto('organizations')
      .values({ id: organization, slug: 'survey', name: 'Survey', description: null, is_public: false, owner_id: null })
      .execute();
    objects = createObjects({
      db: database.db,
      blobs,
      inspector: inspectorOf({} as Engine),
      observer,
      quota: createQuota(false),
      reinspection: { note: () => Promise.resolve(), refresh: () => Promise.resolve() },
    });
  });
  afterAll(async () => {
    await database.close();
    await rm(data, { recursive: true, force: true });
  });

  const newDataset = async (): Promise<{ id: string }> => {
    const id = randomUUID();
    await database.db.insertInto('datasets').values({ id, organization_id: organization, slug: id }).execute();
    return { id };
  };
  const run = async (dataset: { id: string }, operation: Operation): Promise<boolean> => {
    const { signal } = new AbortController();
    const { kind, path } = operation;
    const hash = createHash('sha256').update(path).digest('hex');
    const done = async (): Promise<unknown> => {
      if (kind === 'put') return objects.put(dataset, path, { hash, size: operation.size }, USER, signal);
      if (kind === 'folder') return objects.createFolder(dataset, path);
      if (!('to' in operation)) return objects.remove(dataset, path);
      if (kind === 'move') return objects.move(dataset, path, operation.to, USER, signal);
      return objects.copy(dataset, { source: path, destination: operation.to, overwrite: false }, USER, signal);
    };
    try {
      await done();
      return true;
    } catch (cause) {
      if (cause instanceof ServiceError) return false;
      throw cause;
    }
  };
  const indexOf = async (dataset: { id: string }): Promise<Map<string, number | null>> => {
    const rows = await database.db
      .selectFrom('entries')
      .select(['path', 'hash', 'size'])
      .where('dataset_id', '=', dataset.id)
      .execute();
    return new Map(rows.map(({ path, hash, size }) => [path, hash === null ? null : size]));
  };
  /** Rows whose place is told wrongly, or whose folder is missing or a file; and counters that are no recount. */
  const faults = async ({ id }: { id: string }): Promise<unknown[]> => {
    const { rows } = await sql`
      select path from entries entry where dataset_id = ${id}::uuid and (
        parent <> regexp_replace(path, '/?[^/]*$', '') or depth <> length(path) - length(replace(path, '/', ''))
        or name <> regexp_replace(path, '^.*/', '') or (parent <> '' and not exists (
          select from entries folder where folder.dataset_id = entry.dataset_id and folder.path = entry.parent and folder.hash is null)))
      union all
      select 'counters' from datasets where id = ${id}::uuid and (
        entry_count <> (select count(*) from entries where dataset_id = ${id}::uuid)
        or size_bytes <> (select coalesce(sum(size), 0) from entries where dataset_id = ${id}::uuid))`.execute(
      database.db,
    );
    return rows;
  };

  it('is what a model in memory says, whatever is done in whatever order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(operations, { maxLength: 25 }), async (sequence) => {
        const dataset = await newDataset();
        let model: Model = new Map();
        for (const operation of sequence) {
          const expected = applied(model, operation);
          expect([operation, await run(dataset, operation)]).toEqual([operation, expected !== undefined]);
          model = expected ?? model;
        }
        expect(new Map(await indexOf(dataset))).toEqual(model);
        expect(await faults(dataset)).toEqual([]);
      }),
      { numRuns: 25, endOnFailure: true },
    );
  });

  it('G-3 stays whole when paths are uploaded, moved, copied and deleted at once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(operations, { minLength: 20, maxLength: 40 }), async (sequence) => {
        const dataset = await newDataset();
        const settled = await Promise.all(sequence.map((operation) => run(dataset, operation)));
        expect(settled).toHaveLength(sequence.length);
        expect(await faults(dataset)).toEqual([]);
      }),
      { numRuns: 5, endOnFailure: true },
    );
  });

  it('G-3 lets one of many win what only one can have', async () => {
    const dataset = await newDataset();
    await run(dataset, { kind: 'put', path: 'source', size: 1 });
    const won = await Promise.all(
      Array.from({ length: 10 }, (_, index) => run(dataset, { kind: 'move', path: 'source', to: `to ${index}` })),
    );
    expect(won.filter(Boolean)).toHaveLength(1);
    expect((await indexOf(dataset)).size).toBe(1);
  });
});
