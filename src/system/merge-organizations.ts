import { recordAudit, type Actor } from '../audit/index.ts';
import type { Database } from '../database/index.ts';
import { datasetPlaces, type DatasetAdministration } from '../datasets/index.ts';
import { fail } from '../errors/index.ts';
import {
  copyMembers,
  MANAGE_LEVEL,
  PUBLIC_SLUG,
  raiseMember,
  removeOrganization,
  type RaisedMember,
} from '../organizations/index.ts';
import { lockEnds, moveBetween, type Ends, type MoveResult } from './move-datasets.ts';

export interface Merge {
  readonly sourceOrgSlug: string;
  readonly destinationOrgSlug: string;
  readonly conflictResolution: number;
  /** Done only when every dataset has moved. */
  readonly deleteSourceOrganization: boolean;
}

export interface MergeReport {
  readonly sourceOrgSlug: string;
  readonly destinationOrgSlug: string;
  readonly datasetResults: readonly MoveResult[];
  readonly sourceOrganizationDeleted: boolean;
  readonly datasetsMovedCount: number;
  readonly datasetsFailedCount: number;
}

/**
 * Moves all datasets of an organization into another one, and its people with them: members keep their level unless they
 * have a higher one there, the owner of the source becomes a member who manages. One transaction.
 *
 * @throws `invalid-input` for the public organization as the source
 */
export async function mergeOrganizations(
  db: Database,
  administration: DatasetAdministration,
  merge: Merge,
  actor: Actor,
): Promise<MergeReport> {
  if (merge.sourceOrgSlug.toLowerCase() === PUBLIC_SLUG) {
    throw fail('invalid-input', 'sourceOrgSlug: the public organization is part of the service and stays.');
  }
  return db.transaction().execute(async (transaction): Promise<MergeReport> => {
    const ends = await lockEnds(transaction, merge.sourceOrgSlug, merge.destinationOrgSlug);
    const { source, destination } = ends;
    const slugs = (await datasetPlaces.list(transaction, source.id)).map(({ slug }) => slug).toSorted();
    const move = { datasetSlugs: slugs, conflictResolution: merge.conflictResolution };
    const datasetResults = await moveBetween(transaction, administration, ends, move, actor);
    await joinPeople(transaction, ends, actor);
    const moved = datasetResults.filter(({ success }) => success).length;
    const sourceOrganizationDeleted = merge.deleteSourceOrganization && moved === datasetResults.length;
    const details = { into: destination.slug, datasets: moved };
    await recordAudit(transaction, { actor, action: 'organization.merge', subject: source.slug, details });
    if (sourceOrganizationDeleted) await removeOrganization(transaction, source, administration, actor);
    return {
      sourceOrgSlug: source.slug,
      destinationOrgSlug: destination.slug,
      datasetResults,
      sourceOrganizationDeleted,
      datasetsMovedCount: moved,
      datasetsFailedCount: datasetResults.length - moved,
    };
  });
}

async function joinPeople(transaction: Database, { source, destination }: Ends, actor: Actor): Promise<void> {
  const raised: RaisedMember[] = [...(await copyMembers(transaction, source.id, destination))];
  if (source.ownerId !== null && source.ownerId !== destination.ownerId) {
    const facts = { organizationId: destination.id, userId: source.ownerId, grantedBy: actor.id ?? null };
    raised.push(...(await raiseMember(transaction, { ...facts, level: MANAGE_LEVEL })));
  }
  for (const { user, level, before } of raised) {
    const action = before === null ? 'member.add' : 'member.update';
    const details = { user, level, ...(before === null ? {} : { before }), from: source.slug };
    await recordAudit(transaction, { actor, action, subject: destination.slug, details });
  }
}
