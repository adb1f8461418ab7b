import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database, OpenDatabase } from '../../src/database/index.ts';
import { describeOnOneDatabase } from '../support/databases.ts';
import { openTestDatabase } from '../support/test-database.ts';

/** What changes the bytes a user is charged for; numbers choose among what there is. */
type Change =
  | { readonly kind: 'fill'; readonly dataset: number; readonly bytes: number }
  | { readonly kind: 'add-dataset' | 'delete-dataset'; readonly at: number; readonly bytes: number }
  | { readonly kind: 'move-dataset' | 'give-organization'; readonly from: number; readonly to: number }
  | { readonly kind: 'move-all'; readonly from: number; readonly to: number }
  | { readonly kind: 'delete-user'; readonly user: number };

const index = fc.nat({ max: 1000 });
const bytes = fc.nat({ max: 10 ** 12 });
const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('fill' as const), dataset: index, bytes }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('add-dataset' as const, 'delete-dataset' as const),
      at: index,
      bytes,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('move-dataset' as const, 'give-organization' as const, 'move-all' as const),
      from: index,
      to: index,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete-user' as const), user: index }) },
);

describeOnOneDatabase('bytes charged to users', (environment) => {
  let database: OpenDatabase;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'alidade-test-'));
    database = await openTestDatabase(folder, (await environment())['DATABASE_URL']);
  });
  afterAll(async () => {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('G-1 stay what a recount says, whatever is written, moved, given away and deleted', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 25 }), async (changes) => {
        const { db } = database;
        await begin(db);
        for (const one of changes) {
          await apply(db, one);
          expect({ one, counted: await counters(db) }).toEqual({ one, counted: await recount(db) });
        }
      }),
      { numRuns: 25 },
    );
  });
});

/** Three users, the first with two organizations, and an organization of nobody. */
async function begin(db: Database): Promise<void> {
  await db.deleteFrom('datasets').execute();
  await db.deleteFrom('organizations').execute();
  await db.deleteFrom('users').execute();
  const users = ['a', 'b', 'c'].map((name) => ({
    id: randomUUID(),
    name,
    email: '',
    password_hash: null,
    storage_quota: null,
    metadata: '{}',
  }));
  await db.insertInto('users').values(users).execute();
  const owners = [users[0]!.id, users[0]!.id, users[1]!.id, users[2]!.id, null];
  const organizations = owners.map((owner_id, place) => ({
    id: randomUUID(),
    slug: `o${place}`,
    name: '',
    description: null,
    is_public: false,
    owner_id,
  }));
  await db.insertInto('organizations').values(organizations).execute();
  for (let at = 0; at < owners.length; at += 1) await apply(db, { kind: 'add-dataset', at, bytes: 1000 });
}

async function apply(db: Database, one: Change): Promise<void> {
  const pick = async (table: 'users' | 'organizations' | 'datasets', place: number): Promise<string | undefined> => {
    const rows = await db.selectFrom(table).select('id').orderBy('id').execute();
    return rows[place % Math.max(rows.length, 1)]?.id;
  };
  switch (one.kind) {
    case 'fill': {
      const id = await pick('datasets', one.dataset);
      if (id) await db.updateTable('datasets').set({ size_bytes: one.bytes }).where('id', '=', id).execute();
      return;
    }
    case 'add-dataset': {
      const organization = (await pick('organizations', one.at))!;
      const id = randomUUID();
      const row = { id, organization_id: organization, slug: id, size_bytes: one.bytes };
      await db.insertInto('datasets').values(row).execute();
      return;
    }
    case 'delete-dataset': {
      const id = await pick('datasets', one.at);
      if (id) await db.deleteFrom('datasets').where('id', '=', id).execute();
      return;
    }
    case 'move-dataset': {
      const [id, organization] = [await pick('datasets', one.from), await pick('organizations', one.to)];
      const moved = { organization_id: organization!, size_bytes: one.to };
      if (id) await db.updateTable('datasets').set(moved).where('id', '=', id).execute();
      return;
    }
    case 'move-all': {
      const [from, to] = [await pick('organizations', one.from), await pick('organizations', one.to)];
      await db.updateTable('datasets').set({ organization_id: to! }).where('organization_id', '=', from!).execute();
      return;
    }
    case 'give-organization': {
      const [id, owner] = [await pick('organizations', one.from), await pick('users', one.to)];
      const owner_id = one.to % 4 === 0 ? null : (owner ?? null);
      await db.updateTable('organizations').set({ owner_id }).where('id', '=', id!).execute();
      return;
    }
    case 'delete-user': {
      const id = await pick('users', one.user);
      if (id) await db.deleteFrom('users').where('id', '=', id).execute();
    }
  }
}

async function counters(db: Database): Promise<unknown> {
  return db.selectFrom('users').select(['name', 'storage_used as bytes']).orderBy('name').execute();
}

async function recount(db: Database): Promise<unknown> {
  const { rows } = await sql`
    select users.name, coalesce(sum(datasets.size_bytes), 0)::bigint as bytes from users
    left join organizations on organizations.owner_id = users.id
    left join datasets on datasets.organization_id = organizations.id
    group by users.name order by users.name`.execute(db);
  return rows;
}
