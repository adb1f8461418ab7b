import { randomUUID } from 'node:crypto';
import type { Database } from '../database/index.ts';
import { ALL_PERMISSIONS, fail, type Caller, type OrganizationGrant, type Permissions } from '../http/index.ts';
import { permissionsIn } from './permissions.ts';
import { checkSlug, slugify } from './slug.ts';
import {
  findOrganization,
  insertOrganization,
  listOrganizations,
  listPublicOrganizations,
  PUBLIC_SLUG,
  type OrganizationRow,
} from './store.ts';

export interface Organization {
  readonly slug: string;
  readonly name: string;
  readonly description: string | null;
  readonly creationDate: string;
  /** User name of the owner. */
  readonly owner: string | null;
  readonly isPublic: boolean;
  /** The caller's rights. */
  readonly permissions: Permissions;
}

export interface OrganizationInput {
  readonly slug: string;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly isPublic?: boolean | undefined;
}

export interface Organizations {
  grant(slug: string, caller: Caller | undefined): Promise<OrganizationGrant | undefined>;
  list(caller: Caller, ownedOnly: boolean): Promise<Organization[]>;
  listPublic(caller: Caller | undefined): Promise<Organization[]>;
  get(slug: string, caller: Caller | undefined): Promise<Organization>;
  /** @throws `conflict` when the slug is taken */
  create(input: OrganizationInput, caller: Caller): Promise<Organization>;
}

export function createOrganizations(db: Database): Organizations {
  return {
    async grant(slug, caller) {
      const row = await findOrganization(db, slug, caller?.id);
      const permissions = row && permissionsIn(row, caller);
      return permissions?.canRead ? { id: row!.id, slug: row!.slug, permissions } : undefined;
    },

    async list(caller, ownedOnly) {
      const rows = await listOrganizations(db, caller.id, { everything: caller.isAdmin, ownedOnly });
      return rows.map((row) => present(row, caller));
    },

    async listPublic(caller) {
      const rows = await listPublicOrganizations(db);
      return rows.filter((row) => !row.ownerDeactivated).map((row) => present(row, caller));
    },

    async get(slug, caller) {
      const row = await findOrganization(db, slug, caller?.id);
      if (row === undefined) throw fail('not-found', 'There is no organization of that name.');
      return present(row, caller);
    },

    async create(input, caller) {
      const slug = checkSlug(input.slug);
      const name = input.name ?? slug;
      const { description = null, isPublic = false } = input;
      const created = await insertOrganization(db, {
        id: randomUUID(),
        slug,
        name,
        description,
        isPublic,
        ownerId: caller.id,
      });
      if (!created) throw fail('conflict', `The slug ${slug} is taken by another organization; choose another one.`);
      return { ...present((await findOrganization(db, slug, caller.id))!, caller), permissions: ALL_PERMISSIONS };
    },
  };
}

/** The organizations every installation begins with: the public one, and the administrator's own. */
export async function ensureFirstOrganizations(
  db: Database,
  administrator: { readonly id: string; readonly name: string },
): Promise<void> {
  await insertOrganization(db, {
    id: randomUUID(),
    slug: PUBLIC_SLUG,
    name: 'Public',
    description: null,
    isPublic: true,
    ownerId: null,
  });
  await insertOrganization(db, {
    id: randomUUID(),
    slug: slugify(administrator.name),
    name: administrator.name,
    description: null,
    isPublic: false,
    ownerId: administrator.id,
  });
}

function present(row: OrganizationRow, caller: Caller | undefined): Organization {
  return {
    slug: row.slug,
    name: row.name,
    description: row.description,
    creationDate: row.createdAt.toISOString(),
    owner: row.ownerName,
    isPublic: row.isPublic,
    permissions: permissionsIn(row, caller),
  };
}
