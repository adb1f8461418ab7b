import type { Caller, OrganizationGrant } from '../access/index.ts';
import { recordAudit, type Actor } from '../audit/index.ts';
import type { Database } from '../database/index.ts';
import { fail } from '../errors/index.ts';
import { levelName } from './level.ts';
import { deleteMember, insertMember, listMembers, lockMember, updateMember } from './member-store.ts';
import { lockOrganization, type LockedOrganization, type OrganizationRef } from './owner-store.ts';
import { belongs } from './permissions.ts';
import { findOrganization } from './store.ts';
import { findUser, type UserRef } from './user-store.ts';

export interface Member {
  readonly userName: string;
  /** Empty but for oneself and for administrators: anyone who makes others members of his own does not learn it. */
  readonly email: string;
  readonly permissions: number;
  readonly permissionName: string;
  readonly grantedAt: string;
  readonly grantedBy: string | null;
}

/** Members of organizations; the owner is none, he may do everything. */
export interface Members {
  /** @throws `unauthorized`, `forbidden` for those who do not belong to it, also when everybody may read it */
  list(organization: OrganizationGrant, caller: Caller | undefined): Promise<Member[]>;
  /** @throws `not-found` for the user, `conflict` for a member, `invalid-input` for the owner */
  add(organization: OrganizationRef, userName: string, level: number, actor: Actor): Promise<void>;
  /** @throws `not-found` when he is no member, `invalid-input` for the owner */
  change(organization: OrganizationRef, userName: string, level: number, actor: Actor): Promise<void>;
  /** @throws as `change` */
  remove(organization: OrganizationRef, userName: string, actor: Actor): Promise<void>;
}

export function createMembers(db: Database): Members {
  /** Runs a change of one membership with the organization locked: nobody becomes its owner or loses it meanwhile. */
  const changeMember = (
    organization: OrganizationRef,
    userName: string,
    change: (transaction: Database, target: Target) => Promise<Change>,
    actor: Actor,
  ): Promise<void> =>
    db.transaction().execute(async (transaction) => {
      const target = await findTarget(transaction, organization, userName);
      const { verb, ...details } = await change(transaction, target);
      await recordAudit(transaction, {
        actor,
        action: `member.${verb}`,
        subject: target.organization.slug,
        details: { user: target.user.name, ...details },
      });
    });

  return {
    async list({ id, slug }, caller) {
      if (caller === undefined) throw fail('unauthorized', 'Unauthorized');
      const row = await findOrganization(db, slug, caller.id);
      if (row?.id !== id || !belongs(row, caller)) {
        throw fail('forbidden', 'Only those who belong to an organization see its members.');
      }
      return (await listMembers(db, id)).map((member) => ({
        userName: member.userName,
        email: caller.isAdmin || member.userName === caller.name ? member.email : '',
        permissions: member.level,
        permissionName: levelName(member.level),
        grantedAt: member.grantedAt.toISOString(),
        grantedBy: member.grantedBy,
      }));
    },

    add: (admitted, userName, level, actor) =>
      changeMember(
        admitted,
        userName,
        async (transaction, { organization, user }) => {
          const added = await insertMember(transaction, {
            organizationId: organization.id,
            userId: user.id,
            level,
            grantedBy: actor.id ?? null,
          });
          if (!added) throw fail('conflict', `${user.name} is a member already; change the level instead.`);
          return { verb: 'add', level };
        },
        actor,
      ),

    change: (admitted, userName, level, actor) =>
      changeMember(
        admitted,
        userName,
        async (transaction, target) => {
          const before = await requireMember(transaction, target);
          await updateMember(transaction, {
            organizationId: target.organization.id,
            userId: target.user.id,
            level,
            grantedBy: actor.id ?? null,
          });
          return { verb: 'update', level, before };
        },
        actor,
      ),

    remove: (admitted, userName, actor) =>
      changeMember(
        admitted,
        userName,
        async (transaction, target) => {
          const before = await requireMember(transaction, target);
          await deleteMember(transaction, target.organization.id, target.user.id);
          return { verb: 'remove', before };
        },
        actor,
      ),
  };
}

interface Target {
  readonly organization: LockedOrganization;
  readonly user: UserRef;
}

interface Change {
  readonly verb: 'add' | 'update' | 'remove';
  readonly level?: number;
  readonly before?: number;
}

async function findTarget(transaction: Database, admitted: OrganizationRef, userName: string): Promise<Target> {
  const organization = await lockOrganization(transaction, admitted);
  if (organization === undefined) throw fail('not-found', `There is no organization ${admitted.slug}.`);
  const user = await findUser(transaction, userName);
  if (user === undefined) throw fail('not-found', `There is no user ${userName}.`);
  if (user.id === organization.ownerId) {
    throw fail('invalid-input', `${user.name} owns the organization and needs no membership.`);
  }
  return { organization, user };
}

async function requireMember(transaction: Database, { organization, user }: Target): Promise<number> {
  const level = await lockMember(transaction, organization.id, user.id);
  if (level === undefined) throw fail('not-found', `${user.name} is no member of ${organization.slug}.`);
  return level;
}
