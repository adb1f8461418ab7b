import { sql } from 'kysely';
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

/** Whether the owner is deactivated, for the same queries. */
export const ownerDeactivated = sql<boolean>`exists (
  select from user_roles where user_roles.user_id = organizations.owner_id and user_roles.role = 'deactivated')`.as(
  'ownerDeactivated',
);

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

export function findOrganization(
  db: Database,
  slug: string,
  callerId: string | undefined,
): Promise<OrganizationRow | undefined> {
  return organizations(db, callerId).where('organizations.slug', '=', slug).executeTakeFirst();
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
      query.where((eb) =>
        eb.or([
          eb('organizations.owner_id', '=', callerId),
          eb('member.level', 'is not', null),
          eb('organizations.slug', '=', PUBLIC_SLUG),
        ]),
      ),
    )
    .orderBy('organizations.slug')
    .execute();
}

export function listPublicOrganizations(db: Database): Promise<OrganizationRow[]> {
  return organizations(db, undefined)
    .where('organizations.is_public', '=', true)
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
