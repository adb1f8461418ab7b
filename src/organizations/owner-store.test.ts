import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ALL_PERMISSIONS, type OrganizationGrant } from '../access/index.ts';
import { THE_SERVICE } from '../audit/index.ts';
import type { OpenDatabase } from '../database/index.ts';
import { createMembers } from './members.ts';
import { createOrganizations } from './service.ts';
import { findOrganization, insertOrganization } from './store.ts';
import { openTestDatabase } from '../../test/support/test-database.ts';

let folder: string;
let database: OpenDatabase;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-owners-'));
  database = await openTestDatabase(folder);
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

it('anyone who was admitted to an organization changes none that took its slug since then', async () => {
  const { db } = database;
  const slug = 'again';
  const facts = { slug, name: 'Another', description: null, isPublic: false, ownerId: null };
  await insertOrganization(db, { id: '00000000-0000-4000-8000-000000000002', ...facts });
  const admitted: OrganizationGrant = {
    id: '00000000-0000-4000-8000-000000000001',
    slug,
    permissions: ALL_PERMISSIONS,
  };
  const caller = {
    id: '00000000-0000-4000-8000-000000000003',
    name: 'admin',
    roles: ['admin'],
    isAdmin: true,
    carrier: 'bearer',
    tokenExpires: undefined,
  } as const;
  const organizations = createOrganizations(db, { remove: () => Promise.resolve() }, false);
  const members = createMembers(db);
  for (const call of [
    () => organizations.get(admitted, caller),
    () => organizations.update(admitted, { name: 'Changed' }, caller, THE_SERVICE),
    () => organizations.remove(admitted, THE_SERVICE),
    () => members.add(admitted, 'nobody', 1, THE_SERVICE),
  ])
    await expect(call()).rejects.toThrow('There is no organization');
  expect(await findOrganization(db, slug, undefined)).toMatchObject({ name: 'Another' });
});
