import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Caller } from '../access/index.ts';
import { WRITE_LEVEL } from './level.ts';
import { isOwnerDeactivated } from './store.ts';

/** The visibility of datasets that everybody may find. */
const PUBLIC = 2;

/**
 * The condition that a caller may read a dataset, for a query that joins `datasets` and `organizations`: what
 * `permissionsOnDataset` tells of one row, for lists of thousands. A token for one dataset reads that one only, and a link
 * only while its maker may still make one.
 */
export function mayReadDataset(caller: Caller | undefined): RawBuilder<SqlBool> {
  const open = sql<SqlBool>`(datasets.visibility > 0 and not ${isOwnerDeactivated})`;
  if (caller === undefined) return open;
  const { scope } = caller;
  if (scope?.datasetId === undefined) return sql<SqlBool>`(${open} or ${belongs(caller, 0)})`;
  const right = scope.kind === 'link' ? belongs(caller, WRITE_LEVEL) : sql`(${open} or ${belongs(caller, 0)})`;
  return sql<SqlBool>`(datasets.id = ${scope.datasetId}::uuid and ${right})`;
}

/**
 * The condition that a search tells a caller of a dataset that he may read. An unlisted one of a private organization is for
 * those who have its address: only who belongs to the organization finds it.
 */
export function mayFindDataset(caller: Caller | undefined): RawBuilder<SqlBool> {
  const listed = sql<SqlBool>`(datasets.visibility = ${PUBLIC}::integer or organizations.is_public)`;
  const findable = caller === undefined ? listed : sql<SqlBool>`(${listed} or ${belongs(caller, 0)})`;
  return sql<SqlBool>`(${mayReadDataset(caller)} and ${findable})`;
}

/**
 * The condition that a caller may read an organization, for a query of `organizations`: what `permissionsOnOrganization` tells
 * of one row. A token for one dataset reads no organization.
 */
export function mayReadOrganization(caller: Caller | undefined): RawBuilder<SqlBool> {
  if (caller?.scope?.datasetId !== undefined) return sql<SqlBool>`false`;
  const open = sql<SqlBool>`(organizations.is_public and not ${isOwnerDeactivated})`;
  return caller === undefined ? open : sql<SqlBool>`(${open} or ${belongs(caller, 0)})`;
}

/** The condition that he is an administrator, the owner or a member of at least a level. */
function belongs({ id, isAdmin }: Caller, level: number): RawBuilder<SqlBool> {
  if (isAdmin) return sql<SqlBool>`true`;
  return sql<SqlBool>`(organizations.owner_id = ${id}::uuid or exists (
    select from organization_members reader
    where reader.organization_id = organizations.id and reader.user_id = ${id}::uuid and reader.level >= ${level}::integer))`;
}
