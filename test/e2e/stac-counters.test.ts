import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { putEntry } from '../../src/datasets/entries/entry-store.ts';
import { createExtents, lookAtPlaces } from '../../src/stac/store/extents.ts';
import { addDataset, looseFile, photo, startCatalog, type CatalogService } from '../support/catalog-service.ts';
import { describeOnEveryDatabase } from '../support/databases.ts';

type Change =
  | { readonly kind: 'put'; readonly dataset: number; readonly n: number; readonly placed: boolean }
  | { readonly kind: 'remove' | 'move'; readonly dataset: number; readonly n: number }
  | { readonly kind: 'many' | 'clear' | 'delete'; readonly dataset: number };

const dataset = fc.integer({ min: 0, max: 1 });
const n = fc.integer({ min: 0, max: 5 });
const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('put' as const), dataset, n, placed: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('remove' as const, 'move' as const), dataset, n }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('many' as const, 'clear' as const, 'delete' as const), dataset }),
  },
);

/** Looks at places that are counted, and wait until they are released before they tell what they saw. */
function heldLooks() {
  const held = Promise.withResolvers<void>();
  const look = vi.fn<typeof lookAtPlaces>(async (db, ids) => {
    const rows = await lookAtPlaces(db, ids);
    await held.promise;
    return rows;
  });
  return { look, looks: () => look.mock.calls.length, release: held.resolve };
}

describeOnEveryDatabase('counted places', (environment) => {
  let service: CatalogService;
  beforeAll(async () => {
    service = await startCatalog(await environment());
  });
  afterAll(() => service[Symbol.asyncDispose]());

  async function apply(ids: string[], step: Change): Promise<void> {
    const { db } = service;
    const id = ids[step.dataset]!;
    const ofDataset = db.deleteFrom('entries').where('dataset_id', '=', id);
    if (step.kind === 'put') {
      const loose = { ...looseFile(`p${step.n}`, { hash: 'b'.repeat(64), size: 1 }) };
      await putEntry(db, id, step.placed ? photo(`p${step.n}`, step.n) : loose);
    } else if (step.kind === 'remove') await ofDataset.where('path', '=', `p${step.n}`).execute();
    else if (step.kind === 'clear') await ofDataset.execute();
    else if (step.kind === 'delete') {
      await db.deleteFrom('datasets').where('id', '=', id).execute();
      ids[step.dataset] = await addDataset(service, `town/${randomUUID()}`, 1);
    } else if (step.kind === 'move')
      await sql`update entries set dataset_id = ${ids[1 - step.dataset]}::uuid, path = ${randomUUID()}
        where dataset_id = ${id}::uuid and path = ${`p${step.n}`}`.execute(db);
    else
      await sql`insert into entries (dataset_id, path, parent, hash, type, mtime, size, depth, taken_at, bounds)
        select id, gen_random_uuid()::text, '', ${'c'.repeat(64)}, 3, 0, 1, 0, to_timestamp(n), box(point(n, n), point(n, n + 1))
        from unnest(${ids}::uuid[]) id, generate_series(1, 5) n`.execute(db);
  }

  it('equal a recount after any changes, and so do the extents', async () => {
    const { db } = service;
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 12 }), async (steps) => {
        const ids = [
          await addDataset(service, `town/${randomUUID()}`, 1),
          await addDataset(service, `town/${randomUUID()}`, 1),
        ];
        for (const step of steps) {
          await apply(ids, step);
          const counted = await sql<{ items: number; recount: number }>`
            select coalesce((select items from dataset_places where dataset_id = id), 0)::integer as items,
              (select count(*) from entries where dataset_id = id and bounds is not null)::integer as recount
            from unnest(${ids}::uuid[]) id`.execute(db);
          for (const { items, recount } of counted.rows) expect(items).toBe(recount);
          const extents = await createExtents(db).of(ids);
          const { rows } = await sql<{ id: string; west: number; north: number; last: Date }>`
            select dataset_id as id, min((bounds[1])[0]) as west, max((bounds[0])[1]) as north, max(taken_at) as last
            from entries where dataset_id = any(${ids}::uuid[]) and bounds is not null group by dataset_id`.execute(db);
          expect(extents.size).toBe(rows.length);
          for (const { id, ...extent } of rows) expect(extents.get(id)).toMatchObject(extent);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('are read, not computed, while nothing changes', async () => {
    const { db } = service;
    const id = await addDataset(service, `town/${randomUUID()}`, 1);
    const extents = createExtents(db);
    await putEntry(db, id, photo('a', 1));
    const first = (await extents.of([id])).get(id)!;
    // A value that nobody computes shows where the second answer comes from.
    await sql`update dataset_places set west = -99 where dataset_id = ${id}::uuid`.execute(db);
    expect((await extents.of([id])).get(id)).toMatchObject({ east: first.east, west: -99 });
    await putEntry(db, id, photo('b', 2));
    expect((await extents.of([id])).get(id)!.west).toBe(first.west);
  });

  it('are computed by one caller for all who ask meanwhile, and anew for those who ask behind a change', async () => {
    const { db } = service;
    const ids = [
      await addDataset(service, `town/${randomUUID()}`, 1),
      await addDataset(service, `town/${randomUUID()}`, 1),
    ];
    for (const id of ids) await putEntry(db, id, photo('a', 1));
    const { look, looks, release } = heldLooks();
    const extents = createExtents(db, look);
    const first = Array.from({ length: 20 }, () => extents.of(ids));
    await vi.waitUntil(() => looks() === 1);
    await putEntry(db, ids[0]!, photo('z', 5));
    const later = Array.from({ length: 10 }, () => extents.of(ids));
    release();
    for (const answer of await Promise.all(first)) expect(answer.has(ids[0]!)).toBe(true);
    const { rows } = await sql<{ north: number }>`select max((bounds[0])[1]) as north from entries
      where dataset_id = ${ids[0]}::uuid`.execute(db);
    for (const answer of await Promise.all(later)) {
      expect(answer.get(ids[0]!)).toMatchObject(rows[0]!);
      expect(answer.has(ids[1]!)).toBe(true);
    }
    expect(looks()).toBe(2);
    await extents.of(ids);
    expect(looks()).toBe(2);
  });

  it('hold no writer back while they are computed, and are computed anew then', async () => {
    const { db } = service;
    const id = await addDataset(service, `town/${randomUUID()}`, 1);
    await putEntry(db, id, photo('a', 1));
    const { look, looks, release } = heldLooks();
    const extents = createExtents(db, look);
    const asked = extents.of([id]);
    await vi.waitUntil(() => looks() === 1);
    await putEntry(db, id, photo('b', 2));
    release();
    expect((await asked).has(id)).toBe(true);
    // What was kept is of the state before the change: it is looked at again.
    await extents.of([id]);
    expect(looks()).toBe(2);
  });
});
