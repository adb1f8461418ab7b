import { recordAudit, type Actor } from '../audit/index.ts';
import { anyOf, type Database } from '../database/index.ts';

export interface LockedOrganization {
  readonly id: string;
  readonly slug: string;
  readonly ownerId: string | null;
}

const locked = ['id', 'slug', 'owner_id as ownerId'] as const;

/**
 * Takes these organizations for this transaction, always in the same order. Nobody gives them a dataset, a member or an
 * owner meanwhile.
 */
export function lockOrganizations(transaction: Database, slugs: readonly string[]): Promise<LockedOrganization[]> {
  return transaction
    .selectFrom('organizations')
    .select(locked)
    .where('slug', 'in', slugs)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** An organization by its slug; with the id it was admitted by, only that one and none of its slug that came later. */
export interface OrganizationRef {
  readonly slug: string;
  readonly id?: string;
}

/** Takes one organization for this transaction; `undefined` when it is gone. */
export async function lockOrganization(
  transaction: Database,
  { slug, id }: OrganizationRef,
): Promise<LockedOrganization | undefined> {
  const [row] = await lockOrganizations(transaction, [slug.toLowerCase()]);
  return id === undefined || row?.id === id ? row : undefined;
}

/** The same for all organizations of an owner. */
export function lockOwned(transaction: Database, ownerId: string): Promise<LockedOrganization[]> {
  return transaction
    .selectFrom('organizations')
    .select(locked)
    .where('owner_id', '=', ownerId)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/**
 * Keeps an organization from being deleted until the transaction ends. @returns false when it is gone
 */
export async function holdOrganization(transaction: Database, id: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Takes the rows of owners for this transaction. Triggers charge them one after another; a call that charges several takes them
 * here first, behind the datasets and in one order, so that two such transactions cannot wait for each other.
 */
export async function lockOwners(transaction: Database, ids: readonly (string | null)[]): Promise<void> {
  const owners = [...new Set(ids)].filter((id) => id !== null);
  if (owners.length === 0) return;
  await transaction
    .selectFrom('users')
    .select('id')
    .where('id', '=', anyOf(owners, 'uuid'))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/**
 * Gives organizations, which the transaction has locked, another owner. Bytes are charged to the owners by a trigger; while
 * it adds them up no dataset may change its size, so all of them are taken first. The new owner is a member no longer.
 *
 * @returns how many datasets they hold
 */
export async function replaceOwner(
  transaction: Database,
  organizations: readonly LockedOrganization[],
  owner: { readonly id: string; readonly name: string } | undefined,
  actor: Actor,
): Promise<number> {
  if (organizations.length === 0) return 0;
  const any = anyOf(
    organizations.map(({ id }) => id),
    'uuid',
  );
  const datasets = await transaction
    .selectFrom('datasets')
    .select('id')
    .where('organization_id', '=', any)
    .orderBy('id')
    .forUpdate()
    .execute();
  const owners = [...organizations.map(({ ownerId }) => ownerId), owner?.id ?? null];
  await lockOwners(transaction, owners);
  await transaction
    .updateTable('organizations')
    .set({ owner_id: owner?.id ?? null })
    .where('id', '=', any)
    .execute();
  if (owner === undefined) return datasets.length;
  const memberships = await transaction
    .deleteFrom('organization_members')
    .where('organization_id', '=', any)
    .where('user_id', '=', owner.id)
    .returning(['organization_id as organizationId', 'level as before'])
    .execute();
  for (const { organizationId, before } of memberships) {
    const subject = organizations.find(({ id }) => id === organizationId)!.slug;
    const details = { user: owner.name, before, became: 'owner' };
    await recordAudit(transaction, { actor, action: 'member.remove', subject, details });
  }
  return datasets.length;
}
