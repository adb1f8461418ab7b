import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Database } from '../database/index.ts';

export interface OrganizationRow {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly description: string | null;
  readonly isPublic: boolean;
  readonly createdAt: Date;
  readonly ownerId: string | null;
  readonly ownerName: string | null;
  readonly ownerDeactivated: boolean;
  readonly level: number | null;
}

/** Nobody's id: joins on it find no membership. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Columns that decide about rights, for a query that joins `organizations` and `organization_members as member`. */
export const standingColumns = [
  'organizations.owner_id as ownerId',
  'organizations.is_public as isPublic',
  'member.level as level',
] as const;

/** The condition that the owner of the organization is deactivated. */
export const isOwnerDeactivated = sql<boolean>`exists (
  select from user_roles where user_roles.user_id = organizations.owner_id and user_roles.role = 'deactivated')`;
/** Whether the owner is deactivated, for the same queries. */
export const ownerDeactivated = isOwnerDeactivated.as('ownerDeactivated');

function organizations(db: Database, callerId: string | undefined) {
  return db
    .selectFrom('organizations')
    .leftJoin('users as owner', 'owner.id', 'organizations.owner_id')
    .leftJoin('organization_members as member', (join) =>
      join.onRef('member.organization_id', '=', 'organizations.id').on('member.user_id', '=', callerId ?? NOBODY),
    )
    .select([
      'organizations.id',
      'organizations.slug',
      'organizations.name',
      'organizations.description',
      'organizations.created_at as createdAt',
      'owner.name as ownerName',
      ...standingColumns,
      ownerDeactivated,
    ]);
}

/** Finds an organization by its slug, in any letter case: web pages make addresses of user names. */
export function findOrganization(
  db: Database,
  slug: string,
  callerId: string | undefined,
): Promise<OrganizationRow | undefined> {
  return organizations(db, callerId).where('organizations.slug', '=', slug.toLowerCase()).executeTakeFirst();
}

/** The condition that a user owns an organization or is its member, answered by two indexes. */
export function belongsTo(userId: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`organizations.id in (
    select id from organizations where owner_id = ${userId}::uuid
    union all select organization_id from organization_members where user_id = ${userId}::uuid)`;
}

/** Organizations a caller owns or is a member of; all of them with `everything`; only owned ones with `ownedOnly`. */
export function listOrganizations(
  db: Database,
  callerId: string,
  { everything, ownedOnly }: { readonly everything: boolean; readonly ownedOnly: boolean },
): Promise<OrganizationRow[]> {
  return organizations(db, callerId)
    .$if(ownedOnly, (query) => query.where('organizations.owner_id', '=', callerId))
    .$if(!ownedOnly && !everything, (query) =>
      query.where((eb) => eb.or([belongsTo(callerId), eb('organizations.slug', '=', PUBLIC_SLUG)])),
    )
    .orderBy('organizations.slug')
    .execute();
}

/** Public organizations whose owner is not deactivated. @param callerId whose rights on them are wanted */
export function listPublicOrganizations(db: Database, callerId: string | undefined): Promise<OrganizationRow[]> {
  return organizations(db, callerId)
    .where('organizations.is_public', '=', true)
    .where((eb) => eb.not(isOwnerDeactivated))
    .orderBy('organizations.slug')
    .execute();
}

/** Slug of the organization that everybody sees; it has no owner. */
export const PUBLIC_SLUG = 'public';

export interface NewOrganization {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly description: string | null;
  readonly isPublic: boolean;
  readonly ownerId: string | null;
}

/** @returns false when the slug is taken */
export async function insertOrganization(db: Database, organization: NewOrganization): Promise<boolean> {
  const inserted = await db
    .insertInto('organizations')
    .values({
      id: organization.id,
      slug: organization.slug,
      name: organization.name,
      description: organization.description,
      is_public: organization.isPublic,
      owner_id: organization.ownerId,
    })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Facts of an organization that may be changed; absent ones stay. */
export interface OrganizationChange {
  readonly name?: string | undefined;
  readonly description?: string | null | undefined;
  readonly isPublic?: boolean | undefined;
}

export async function updateOrganization(db: Database, id: string, change: OrganizationChange): Promise<void> {
  const { name, description, isPublic } = change;
  const columns = {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(isPublic === undefined ? {} : { is_public: isPublic }),
  };
  if (Object.keys(columns).length === 0) return;
  await db.updateTable('organizations').set(columns).where('id', '=', id).execute();
}

export async function deleteOrganization(transaction: Database, id: string): Promise<void> {
  await transaction.deleteFrom('organizations').where('id', '=', id).execute();
}

/** The slugs of the list that organizations have. */
export async function takenSlugs(db: Database, slugs: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('organizations').select('slug').where('slug', 'in', slugs).execute();
  return new Set(rows.map(({ slug }) => slug));
}
