import { sql } from 'kysely';
import type { Database } from '../../database/index.ts';

export interface ListedUser {
  readonly userName: string;
  readonly email: string;
  readonly roles: readonly string[];
  /** Slugs of the organizations he owns or is a member of. */
  readonly organizations: readonly string[];
}

/** What `/users/detailed` tells besides; times are UTC. */
const DETAILS = sql`,
  ',"id":"', users.id, '","storageQuota":', coalesce(users.storage_quota::text, 'null'),
  ',"storageUsed":', users.storage_used,
  ',"organizationCount":', coalesce(holdings.organization_count, 0),
  ',"datasetCount":', coalesce(holdings.dataset_count, 0),
  ',"createdDate":"', trim('"' from to_json(users.created_at at time zone 'UTC')::text), 'Z"'`;

/**
 * All users by name, as the JSON text that is sent: a list of `ListedUser`, with `detailed` also id, storage, counts of
 * organizations and of datasets in them, and the time of creation.
 *
 * The database writes the text, piece by piece: ten thousand rows read into objects and written again take twice the time,
 * and `row_to_json` half as long again. One statement, whose time grows with what there is, not with its product. Slugs
 * hold nothing that JSON would escape; everything else is escaped by `to_json`.
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
      select held.user_id, string_agg(organizations.slug, '","' order by organizations.slug) as slugs,
        count(*) as organization_count, coalesce(sum(filled.datasets), 0)::bigint as dataset_count
      from held
      join organizations on organizations.id = held.organization_id
      left join filled on filled.organization_id = held.organization_id
      group by held.user_id
    ), labels as (
      select user_id, string_agg(to_json(role)::text, ',' order by role) as roles from user_roles group by user_id
    ), listed as (
      select lower(users.name) as place, concat(
        '{"userName":', to_json(users.name), ',"email":', to_json(users.email), ',"roles":[', labels.roles,
        '],"organizations":[', '"' || holdings.slugs || '"', ']' ${detailed ? DETAILS : sql``}, '}') as line
      from users
      left join labels on labels.user_id = users.id
      left join holdings on holdings.user_id = users.id
    )
    select concat('[', string_agg(line, ',' order by place), ']') as text from listed`.execute(db);
  return rows[0]!.text;
}
