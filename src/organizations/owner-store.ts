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
 * Gives organizations, which the transaction has locked, another owner. Bytes are charged to the owners by a trigger; while
 * it adds them up no dataset may change its size, so all of them are taken first. The new owner is a member no longer.
 *
 * @returns how many datasets they hold
 */
export async function replaceOwner(
  transaction: Database,
  organizationIds: readonly string[],
  ownerId: string | null,
): Promise<number> {
  if (organizationIds.length === 0) return 0;
  const any = anyOf(organizationIds, 'uuid');
  const datasets = await transaction
    .selectFrom('datasets')
    .select('id')
    .where('organization_id', '=', any)
    .orderBy('id')
    .forUpdate()
    .execute();
  // The triggers take the rows of both owners; taken in one order, two exchanges cannot wait for each other.
  await transaction
    .selectFrom('users')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('id', '=', ownerId),
        eb('id', 'in', eb.selectFrom('organizations').select('owner_id').where('id', '=', any)),
      ]),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  await transaction.updateTable('organizations').set({ owner_id: ownerId }).where('id', '=', any).execute();
  if (ownerId !== null) {
    await transaction
      .deleteFrom('organization_members')
      .where('organization_id', '=', any)
      .where('user_id', '=', ownerId)
      .execute();
  }
  return datasets.length;
}
