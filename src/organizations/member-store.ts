import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../database/index.ts';
import { belongsTo } from './store.ts';

export interface MemberRow {
  readonly userName: string;
  readonly email: string;
  readonly level: number;
  readonly grantedAt: Date;
  /** Name of who gave the level last; null when it was the service or somebody who is gone. */
  readonly grantedBy: string | null;
}

/** Members of an organization by name; the owner is none. */
export function listMembers(db: Database, organizationId: string): Promise<MemberRow[]> {
  return db
    .selectFrom('organization_members as member')
    .innerJoin('users', 'users.id', 'member.user_id')
    .leftJoin('users as granter', 'granter.id', 'member.granted_by')
    .select([
      'users.name as userName',
      'users.email',
      'member.level',
      'member.granted_at as grantedAt',
      'granter.name as grantedBy',
    ])
    .where('member.organization_id', '=', organizationId)
    .orderBy('users.name')
    .execute();
}

/** The level of a member; `undefined` for no member. The row is held until the transaction ends. */
export async function lockMember(
  transaction: Database,
  organizationId: string,
  userId: string,
): Promise<number | undefined> {
  const row = await transaction
    .selectFrom('organization_members')
    .select('level')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return row?.level;
}

export interface Membership {
  readonly organizationId: string;
  readonly userId: string;
  readonly level: number;
  readonly grantedBy: string | null;
}

/** @returns false when the user is a member already */
export async function insertMember(db: Database, member: Membership): Promise<boolean> {
  const inserted = await db
    .insertInto('organization_members')
    .values({
      organization_id: member.organizationId,
      user_id: member.userId,
      level: member.level,
      granted_by: member.grantedBy,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function updateMember(db: Database, member: Membership): Promise<void> {
  await db
    .updateTable('organization_members')
    .set({ level: member.level, granted_by: member.grantedBy, granted_at: sql<Date>`now()` })
    .where('organization_id', '=', member.organizationId)
    .where('user_id', '=', member.userId)
    .execute();
}

export async function deleteMember(db: Database, organizationId: string, userId: string): Promise<void> {
  await db
    .deleteFrom('organization_members')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .execute();
}

/** Somebody who was given a level, or a higher one. */
export interface RaisedMember {
  readonly user: string;
  readonly level: number;
  /** Null for a new member. */
  readonly before: number | null;
}

/** Makes the members of one organization members of another one, with the higher level of the two; not its owner. */
export function copyMembers(
  db: Database,
  from: string,
  to: { readonly id: string; readonly ownerId: string | null },
): Promise<readonly RaisedMember[]> {
  return raise(
    db,
    to.id,
    sql`select user_id, level, granted_at, granted_by from organization_members
      where organization_id = ${from}::uuid and user_id is distinct from ${to.ownerId}::uuid`,
  );
}

/** Makes a user a member with at least a level. */
export function raiseMember(db: Database, member: Membership): Promise<readonly RaisedMember[]> {
  const { organizationId, userId, level, grantedBy } = member;
  return raise(
    db,
    organizationId,
    sql`select ${userId}::uuid as user_id, ${level}::smallint as level, now() as granted_at, ${grantedBy}::uuid as granted_by`,
  );
}

/** @param people rows (user_id, level, granted_at, granted_by) */
async function raise(
  db: Database,
  organizationId: string,
  people: RawBuilder<unknown>,
): Promise<readonly RaisedMember[]> {
  const { rows } = await sql<RaisedMember>`
    with before as (select user_id, level from organization_members where organization_id = ${organizationId}::uuid),
    raised as (
      insert into organization_members as present (organization_id, user_id, level, granted_at, granted_by)
      select ${organizationId}::uuid, people.* from (${people}) people
      on conflict (organization_id, user_id) do update
        set level = excluded.level, granted_at = excluded.granted_at, granted_by = excluded.granted_by
        where present.level < excluded.level
      returning user_id, level)
    select users.name as "user", raised.level, before.level as before
    from raised join users on users.id = raised.user_id left join before on before.user_id = raised.user_id
    order by users.name`.execute(db);
  return rows;
}

/** An organization a user owns or is a member of. */
export interface UserOrganizationRow {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly description: string | null;
  readonly createdAt: Date;
  readonly owner: string | null;
  readonly isPublic: boolean;
  readonly isOwner: boolean;
  readonly level: number | null;
  readonly grantedAt: Date | null;
  readonly grantedBy: string | null;
}

/** Organizations a user owns or is a member of, by slug. */
export function listUserOrganizations(db: Database, userId: string): Promise<UserOrganizationRow[]> {
  return db
    .selectFrom('organizations')
    .leftJoin('organization_members as member', (join) =>
      join.onRef('member.organization_id', '=', 'organizations.id').on('member.user_id', '=', userId),
    )
    .leftJoin('users as owner', 'owner.id', 'organizations.owner_id')
    .leftJoin('users as granter', 'granter.id', 'member.granted_by')
    .select([
      'organizations.id',
      'organizations.slug',
      'organizations.name',
      'organizations.description',
      'organizations.created_at as createdAt',
      'owner.name as owner',
      'organizations.is_public as isPublic',
      sql<boolean>`organizations.owner_id is not distinct from ${userId}::uuid`.as('isOwner'),
      'member.level',
      'member.granted_at as grantedAt',
      'granter.name as grantedBy',
    ])
    .where(belongsTo(userId))
    .orderBy('organizations.slug')
    .execute();
}
