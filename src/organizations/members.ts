import { recordAudit, type Actor } from '../audit/index.ts';
import type { Database } from '../database/index.ts';
import { fail, type Caller, type OrganizationGrant } from '../http/index.ts';
import { levelName } from './level.ts';
import { deleteMember, insertMember, listMembers, lockMember, updateMember } from './member-store.ts';
import { lockOrganizations } from './owner-store.ts';
import { belongs } from './permissions.ts';
import { findOrganization } from './store.ts';
import { findUser, type UserRef } from './user-store.ts';

export interface Member {
  readonly userName: string;
  /** Empty for those who may not manage members. */
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
  add(slug: string, userName: string, level: number, actor: Actor): Promise<void>;
  /** @throws `not-found` when he is no member, `invalid-input` for the owner */
  change(slug: string, userName: string, level: number, actor: Actor): Promise<void>;
  /** @throws as `change` */
  remove(slug: string, userName: string, actor: Actor): Promise<void>;
}

export function createMembers(db: Database): Members {
  /** Runs a change of one membership with the organization locked: nobody becomes its owner or loses it meanwhile. */
  const changeMember = (
    slug: string,
    userName: string,
    change: (transaction: Database, target: Target) => Promise<Change>,
    actor: Actor,
  ): Promise<void> =>
    db.transaction().execute(async (transaction) => {
      const target = await findTarget(transaction, slug, userName);
      const { verb, ...details } = await change(transaction, target);
      await recordAudit(transaction, {
        actor,
        action: `member.${verb}`,
        subject: target.organization.slug,
        details: { user: target.user.name, ...details },
      });
    });

  return {
    async list({ id, slug, permissions }, caller) {
      if (caller === undefined) throw fail('unauthorized', 'Unauthorized');
      const row = await findOrganization(db, slug, caller.id);
      if (row === undefined || !belongs(row, caller)) {
        throw fail('forbidden', 'Only those who belong to an organization see its members.');
      }
      return (await listMembers(db, id)).map((member) => ({
        userName: member.userName,
        email: permissions.canManageMembers || member.userName === caller.name ? member.email : '',
        permissions: member.level,
        permissionName: levelName(member.level),
        grantedAt: member.grantedAt.toISOString(),
        grantedBy: member.grantedBy,
      }));
    },

    add: (slug, userName, level, actor) =>
      changeMember(
        slug,
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

    change: (slug, userName, level, actor) =>
      changeMember(
        slug,
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

    remove: (slug, userName, actor) =>
      changeMember(
        slug,
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
  readonly organization: { readonly id: string; readonly slug: string };
  readonly user: UserRef;
}

interface Change {
  readonly verb: 'add' | 'update' | 'remove';
  readonly level?: number;
  readonly before?: number;
}

async function findTarget(transaction: Database, slug: string, userName: string): Promise<Target> {
  const [organization] = await lockOrganizations(transaction, [slug.toLowerCase()]);
  if (organization === undefined) throw fail('not-found', `There is no organization ${slug}.`);
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
