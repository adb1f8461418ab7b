import type { Caller } from '../access/index.ts';
import { recordAudit, type Actor } from '../audit/index.ts';
import type { Database } from '../database/index.ts';
import { fail } from '../errors/index.ts';
import { MANAGE_LEVEL } from './level.ts';
import { lockMember } from './member-store.ts';
import { replaceOwner, type LockedOrganization } from './owner-store.ts';
import { exceedsQuota, findUserByNameOrId, type UserRef } from './user-store.ts';

interface Giving {
  readonly caller: Caller;
  readonly actor: Actor;
  /** Whether an owner may be given no more bytes than his quota. */
  readonly quotaBinds: boolean;
}

/**
 * Gives an organization, which the transaction has locked, to another user. Its bytes are charged to him: nobody but an
 * administrator can burden him with more than his quota, or with what he does not manage already.
 *
 * @throws `forbidden`, `invalid-input` for the user, `quota-exceeded`
 */
export async function changeOwner(
  transaction: Database,
  organization: LockedOrganization,
  wanted: string,
  { caller, actor, quotaBinds }: Giving,
): Promise<void> {
  const owner = await newOwner(transaction, wanted, caller, organization);
  if (owner.id === organization.ownerId) return;
  if (!caller.isAdmin && (await lockMember(transaction, organization.id, owner.id)) !== MANAGE_LEVEL) {
    throw fail(
      'forbidden',
      `${owner.name} does not manage the organization yet; make him a member who manages it first, or ask an administrator.`,
    );
  }
  await replaceOwner(transaction, [organization], owner, actor);
  if (quotaBinds && !caller.isAdmin && (await exceedsQuota(transaction, owner.id))) {
    throw fail(
      'quota-exceeded',
      `The files of the organization are more than ${owner.name} may store. Delete some, or ask an administrator.`,
    );
  }
  const details = { to: owner.name };
  await recordAudit(transaction, { actor, action: 'organization.owner', subject: organization.slug, details });
}

/**
 * The user who is to own an organization. Anyone who sends the present owner along changes nothing; only somebody who may name
 * another one learns whether there is such a user.
 *
 * @param present the organization; `undefined` for one that is made
 */
export async function newOwner(
  transaction: Database,
  wanted: string,
  caller: Caller,
  present: LockedOrganization | undefined,
): Promise<Pick<UserRef, 'id' | 'name'>> {
  const owner = await findUserByNameOrId(transaction, wanted);
  const same = owner && owner.id === (present ? present.ownerId : caller.id);
  if (same) return owner;
  const mayName = caller.isAdmin || (present !== undefined && present.ownerId === caller.id);
  if (!mayName) {
    throw fail('forbidden', 'Only its owner or an administrator may give an organization to another user.');
  }
  if (owner === undefined) throw fail('invalid-input', `owner: there is no user ${wanted}.`);
  if (owner.isDeactivated) throw fail('invalid-input', `owner: the user ${owner.name} is deactivated.`);
  return owner;
}
