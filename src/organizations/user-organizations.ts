import type { Caller } from '../access/index.ts';
import { recordAudit, type Actor } from '../audit/index.ts';
import type { Database } from '../database/index.ts';
import { fail } from '../errors/index.ts';
import { WRITE_LEVEL } from './level.ts';
import { deleteMember, insertMember, listUserOrganizations } from './member-store.ts';
import { lockOrganizations } from './owner-store.ts';
import { findUser, type UserRef } from './user-store.ts';

/** An organization as one of its people sees it in a list of his own. */
export interface UserOrganization {
  readonly slug: string;
  readonly name: string;
  readonly description: string | null;
  readonly creationDate: string;
  readonly owner: string | null;
  readonly isPublic: boolean;
  readonly isOwner: boolean;
  /** Level of the membership; null for the owner, like the two behind it. */
  readonly permissions: number | null;
  readonly grantedAt: string | null;
  readonly grantedBy: string | null;
}

export interface UserOrganizations {
  /** Organizations a user owns or is a member of. @throws `forbidden` for somebody else than he or an administrator */
  list(userName: string, caller: Caller): Promise<UserOrganization[]>;
  /**
   * Makes these the memberships of a user: missing ones are added with the level of writing, others removed. What he owns is
   * left alone. @throws `not-found` for the user, `invalid-input` for an organization that does not exist
   */
  replace(userName: string, slugs: readonly string[], actor: Actor): Promise<void>;
}

export function createUserOrganizations(db: Database): UserOrganizations {
  return {
    async list(userName, caller) {
      const isOwn = userName.toLowerCase() === caller.name.toLowerCase();
      if (!isOwn && !caller.isAdmin) throw fail('forbidden', 'Only an administrator may see what others belong to.');
      const user = await requireUser(db, userName);
      return (await listUserOrganizations(db, user.id)).map(({ id: _, createdAt, level, grantedAt, ...row }) => ({
        ...row,
        creationDate: createdAt.toISOString(),
        permissions: row.isOwner ? null : level,
        grantedAt: grantedAt?.toISOString() ?? null,
      }));
    },

    replace: (userName, slugs, actor) =>
      db.transaction().execute(async (transaction) => {
        const user = await requireUser(transaction, userName);
        const wanted = new Set(slugs.map((slug) => slug.toLowerCase()));
        const chosen = wanted.size === 0 ? [] : await lockOrganizations(transaction, [...wanted]);
        const missing = [...wanted].filter((slug) => !chosen.some((organization) => organization.slug === slug));
        if (missing.length > 0)
          throw fail('invalid-input', `orgSlugs: there is no organization ${missing.join(', ')}.`);
        for (const { id, slug, isOwner } of await listUserOrganizations(transaction, user.id)) {
          if (isOwner || wanted.has(slug)) continue;
          await deleteMember(transaction, id, user.id);
          await record(transaction, 'remove', slug, user, actor);
        }
        for (const { id, slug, ownerId } of chosen) {
          if (ownerId === user.id) continue;
          const member = { organizationId: id, userId: user.id, level: WRITE_LEVEL, grantedBy: actor.id ?? null };
          if (await insertMember(transaction, member)) await record(transaction, 'add', slug, user, actor);
        }
      }),
  };
}

async function requireUser(db: Database, userName: string): Promise<UserRef> {
  const user = await findUser(db, userName);
  if (user === undefined) throw fail('not-found', `There is no user ${userName}.`);
  return user;
}

function record(
  transaction: Database,
  verb: 'add' | 'remove',
  subject: string,
  user: UserRef,
  actor: Actor,
): Promise<void> {
  return recordAudit(transaction, { actor, action: `member.${verb}`, subject, details: { user: user.name } });
}
