import { sql } from 'kysely';
import type { Database } from '../../database/index.ts';

export interface ListedUser {
  readonly userName: string;
  readonly email: string;
  readonly roles: readonly string[];
  /** Slugs of the organizations he owns or is a member of. */
  readonly organizations: readonly string[];
}

/** What `/users/detailed` tells of a user; times are UTC, with milliseconds. */
const DETAILS = sql`,
  users.id, users.storage_quota as "storageQuota", users.storage_used as "storageUsed",
  coalesce(holdings.organization_count, 0) as "organizationCount", coalesce(holdings.dataset_count, 0) as "datasetCount",
  to_char(users.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdDate"`;

/**
 * All users by name, as the JSON text that is sent: a list of `ListedUser`, with `detailed` also id, storage, counts of
 * organizations and of datasets in them, and the time of creation.
 *
 * The database writes the text: ten thousand rows read into objects and written again take twice the time. One statement,
 * whose time grows with what there is, not with its product.
 */
export async function listUsers(db: Database, detailed: boolean): Promise<string> {
  const { rows } = await sql<{ readonly text: string }>`
    with held as (
      select owner_id as user_id, id as organization_id from organizations where owner_id is not null
      union
      select user_id, organization_id from organization_members
    ), filled as (
      select organization_id, count(*) as datasets from datasets group by organization_id
    ), holdings as (
      select held.user_id, array_agg(organizations.slug order by organizations.slug) as slugs,
        count(*) as organization_count, coalesce(sum(filled.datasets), 0)::bigint as dataset_count
      from held
      join organizations on organizations.id = held.organization_id
      left join filled on filled.organization_id = held.organization_id
      group by held.user_id
    ), labels as (
      select user_id, array_agg(role order by role) as roles from user_roles group by user_id
    ), listed as (
      select users.name as "userName", users.email, coalesce(labels.roles, '{}') as roles,
        coalesce(holdings.slugs, '{}') as organizations ${detailed ? DETAILS : sql``}
      from users
      left join labels on labels.user_id = users.id
      left join holdings on holdings.user_id = users.id
      order by lower(users.name)
    )
    select '[' || coalesce(string_agg(row_to_json(listed)::text, ','), '') || ']' as text from listed`.execute(db);
  return rows[0]!.text;
}
