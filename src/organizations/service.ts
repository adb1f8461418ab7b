import { randomUUID } from 'node:crypto';
import type { Caller, OrganizationGrant, Permissions } from '../access/index.ts';
import { recordAudit, type Actor } from '../audit/index.ts';
import type { Database } from '../database/index.ts';
import { fail } from '../errors/index.ts';
import { changeOwner, newOwner } from './owner-change.ts';
import { holdOrganization, lockOrganization, type LockedOrganization } from './owner-store.ts';
import { permissionsOnOrganization } from './permissions.ts';
import { checkSlug } from './slug.ts';
import {
  deleteOrganization,
  findOrganization,
  insertOrganization,
  listOrganizations,
  listPublicOrganizations,
  PUBLIC_SLUG,
  updateOrganization,
  type OrganizationRow,
} from './store.ts';
import { insertPersonalOrganization } from './user-holdings.ts';

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

/** What of an organization is to change; what is absent stays. */
export interface OrganizationChanges {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly isPublic?: boolean | undefined;
  /** Name or id of a user. */
  readonly owner?: string | undefined;
}

export interface OrganizationInput extends OrganizationChanges {
  readonly slug: string;
}

/** What lies in organizations, known to the module above this one. */
export interface OrganizationContents {
  /** Removes all datasets of an organization. */
  remove(transaction: Database, organizationId: string): Promise<void>;
}

export interface Organizations {
  grant(slug: string, caller: Caller | undefined): Promise<OrganizationGrant | undefined>;
  list(caller: Caller, ownedOnly: boolean): Promise<Organization[]>;
  listPublic(caller: Caller | undefined): Promise<Organization[]>;
  get(organization: OrganizationGrant, caller: Caller | undefined): Promise<Organization>;
  /** @throws `conflict` when the slug is taken, `forbidden` for an owner that only an administrator may name */
  create(input: OrganizationInput, caller: Caller, actor: Actor): Promise<Organization>;
  /**
   * The owner changes only when one is given: by an administrator, or by the present one to somebody who manages the
   * organization. @throws `forbidden`, `quota-exceeded` when the bytes in it are more than the new owner may store
   */
  update(organization: OrganizationGrant, changes: OrganizationChanges, caller: Caller, actor: Actor): Promise<void>;
  /** Removes an organization with all its datasets. @throws `forbidden` for the public one */
  remove(organization: OrganizationGrant, actor: Actor): Promise<void>;
}

/** @param quotaBinds whether an owner may be given no more bytes than his quota */
export function createOrganizations(db: Database, contents: OrganizationContents, quotaBinds: boolean): Organizations {
  return {
    async grant(slug, caller) {
      const row = await findOrganization(db, slug, caller?.id);
      const permissions = row && permissionsOnOrganization(row, caller);
      return permissions?.canRead ? { id: row!.id, slug: row!.slug, permissions } : undefined;
    },

    async list(caller, ownedOnly) {
      const rows = await listOrganizations(db, caller.id, { everything: caller.isAdmin, ownedOnly });
      return rows.map((row) => present(row, caller));
    },

    async listPublic(caller) {
      return (await listPublicOrganizations(db, caller?.id)).map((row) => present(row, caller));
    },

    async get({ id, slug }, caller) {
      const row = await findOrganization(db, slug, caller?.id);
      if (row?.id !== id) throw notFound();
      return present(row, caller);
    },

    async create(input, caller, actor) {
      const slug = checkSlug(input.slug);
      const { name = slug, description = null, isPublic = false } = input;
      return db.transaction().execute(async (transaction) => {
        const owner = input.owner === undefined ? caller : await newOwner(transaction, input.owner, caller, undefined);
        const facts = { id: randomUUID(), slug, name, description, isPublic, ownerId: owner.id };
        if (!(await insertOrganization(transaction, facts))) {
          throw fail('conflict', `The slug ${slug} is taken by another organization; choose another one.`);
        }
        const details = { owner: owner.name, isPublic };
        await recordAudit(transaction, { actor, action: 'organization.create', subject: slug, details });
        return present((await findOrganization(transaction, slug, caller.id))!, caller);
      });
    },

    async update(admitted, changes, caller, actor) {
      const { owner, ...facts } = changes;
      await db.transaction().execute(async (transaction) => {
        const organization = await lockOrganization(transaction, admitted);
        if (organization === undefined) throw notFound();
        const { slug } = organization;
        if (owner !== undefined) await changeOwner(transaction, organization, owner, { caller, actor, quotaBinds });
        if (Object.values(facts).every((fact) => fact === undefined)) return;
        // An empty text takes the description away.
        await updateOrganization(transaction, organization.id, {
          ...facts,
          description: facts.description === '' ? null : facts.description,
        });
        await recordAudit(transaction, { actor, action: 'organization.update', subject: slug, details: facts });
      });
    },

    async remove(admitted, actor) {
      if (admitted.slug === PUBLIC_SLUG)
        throw fail('forbidden', 'The public organization is part of the service and stays.');
      await db.transaction().execute(async (transaction) => {
        const organization = await lockOrganization(transaction, admitted);
        if (organization === undefined) throw notFound();
        await removeOrganization(transaction, organization, contents, actor);
      });
    },
  };
}

/** Removes a locked organization with what is in it. */
export async function removeOrganization(
  transaction: Database,
  { id, slug }: LockedOrganization,
  contents: OrganizationContents,
  actor: Actor,
): Promise<void> {
  await contents.remove(transaction, id);
  await deleteOrganization(transaction, id);
  await recordAudit(transaction, { actor, action: 'organization.delete', subject: slug });
}

/** Keeps an organization while a transaction puts something into it. @throws `not-found` when it is gone */
export async function requireOrganization(transaction: Database, id: string): Promise<void> {
  if (!(await holdOrganization(transaction, id))) throw fail('not-found', 'The organization was deleted meanwhile.');
}

/** The organizations every installation begins with: the public one, and the administrator's own. */
export async function ensureFirstOrganizations(
  db: Database,
  administrator: { readonly id: string; readonly name: string },
): Promise<void> {
  const facts = { id: randomUUID(), slug: PUBLIC_SLUG, name: 'Public', description: null };
  await insertOrganization(db, { ...facts, isPublic: true, ownerId: null });
  await insertPersonalOrganization(db, administrator);
}

function notFound(): Error {
  return fail('not-found', 'There is no organization of that name.');
}

function present(row: OrganizationRow, caller: Caller | undefined): Organization {
  const permissions = permissionsOnOrganization(row, caller);
  return {
    slug: row.slug,
    name: row.name,
    description: row.description,
    creationDate: row.createdAt.toISOString(),
    owner: row.ownerName,
    isPublic: row.isPublic,
    // Web pages offer what this says; the public organization stays, no matter who asks.
    permissions: row.slug === PUBLIC_SLUG ? { ...permissions, canDelete: false } : permissions,
  };
}
