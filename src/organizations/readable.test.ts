import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { placeEmbeddedDatabase } from '../../test/support/embedded-template.ts';
import type { Caller, TokenScope } from '../access/index.ts';
import { openDatabase, type OpenDatabase } from '../database/index.ts';
import { permissionsOnDataset } from './permissions.ts';
import { mayReadDataset } from './readable.ts';

let folder: string;
let database: OpenDatabase;
const users = {
  owner: randomUUID(),
  deactivated: randomUUID(),
  reader: randomUUID(),
  writer: randomUUID(),
  other: randomUUID(),
};

interface Row {
  readonly id: string;
  readonly ownerId: string | null;
  readonly visibility: number;
}
const rows: Row[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-readable-'));
  await placeEmbeddedDatabase(folder);
  database = await openDatabase({ folder });
  const { db } = database;
  for (const [name, id] of Object.entries(users))
    await db.insertInto('users').values({ id, name, email: '', password_hash: '', metadata: '{}' }).execute();
  await db.insertInto('user_roles').values({ user_id: users.deactivated, role: 'deactivated' }).execute();
  for (const ownerId of [users.owner, users.deactivated, null]) {
    const organization = randomUUID();
    const facts = { name: 'x', description: null, is_public: true, owner_id: ownerId };
    await db
      .insertInto('organizations')
      .values({ id: organization, slug: organization, ...facts })
      .execute();
    for (const [level, user_id] of [users.reader, users.writer].entries())
      await db.insertInto('organization_members').values({ organization_id: organization, user_id, level }).execute();
    for (const visibility of [0, 1, 2]) {
      const id = randomUUID();
      await db.insertInto('datasets').values({ id, organization_id: organization, slug: id, visibility }).execute();
      rows.push({ id, ownerId, visibility });
    }
  }
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

function callerOf(id: string, isAdmin = false, scope?: TokenScope): Caller {
  const facts = { id, name: 'x', roles: [], isAdmin, carrier: 'bearer', tokenExpires: undefined } as const;
  return scope === undefined ? facts : { ...facts, scope };
}

/** What one row is allowed by the rule for single datasets. */
function allowed({ id, ownerId, visibility }: Row, caller: Caller | undefined): boolean {
  const level = caller?.id === users.reader ? 0 : caller?.id === users.writer ? 1 : null;
  const standing = { ownerId, isPublic: true, ownerDeactivated: ownerId === users.deactivated, level };
  // The rule for the whole user; what a link may is decided by his right to write.
  const { scope, ...user } = caller ?? {};
  const permissions = permissionsOnDataset(standing, visibility, caller && (user as Caller));
  if (scope?.datasetId === undefined) return permissions.canRead;
  return scope.datasetId === id && (scope.kind === 'link' ? permissions.canWrite : permissions.canRead);
}

it('the condition for lists lets through exactly what the rule for one dataset does', async () => {
  const ids = Object.values(users);
  const scopes = rows.flatMap(({ id: datasetId }) =>
    (['link', 'personal'] as const).map((kind): TokenScope => {
      return { tokenId: 'x', kind, readOnly: true, datasetId, path: '' };
    }),
  );
  const callers = [
    undefined,
    ...[false, true].flatMap((isAdmin) => ids.map((id) => callerOf(id, isAdmin))),
    ...scopes.flatMap((scope) => ids.map((id) => callerOf(id, id === users.other, scope))),
  ];
  for (const caller of callers) {
    const found = await database.db
      .selectFrom('datasets')
      .innerJoin('organizations', 'organizations.id', 'datasets.organization_id')
      .select('datasets.id')
      .where(mayReadDataset(caller))
      .execute();
    const expected = rows.filter((row) => allowed(row, caller)).map(({ id }) => id);
    expect(found.map(({ id }) => id).toSorted()).toEqual(expected.toSorted());
  }
});
