import { sql } from 'kysely';
import { recordAudit, type Actor } from '../../audit/index.ts';
import type { Database } from '../../database/index.ts';

/** Removes datasets that the transaction has locked. */
export type DeleteDatasets = (transaction: Database, ids: readonly string[]) => Promise<void>;

/** A dataset this young may be waiting for its first upload. */
const GRACE_HOURS = 24;

/** What was acknowledged of a batch or a resumable upload is not lost for want of its end. */
const nothingComes = sql<boolean>`(
  not exists (select from upload_batches batch where batch.dataset_id = datasets.id and batch.state = 0)
  and not exists (select from resumable_uploads upload
    where upload.dataset_id = datasets.id and upload.finished_at is null and upload.expires_at > now()))`;

/**
 * Removes datasets that have held no entry for a day; all of them, or none when something fails. One that is being written
 * to is left alone, and one that files are on their way into.
 *
 * @returns their slugs, with those of their organizations
 */
export async function removeEmptyDatasets(
  db: Database,
  deleteDatasets: DeleteDatasets,
  actor: Actor,
): Promise<readonly { readonly slug: string; readonly organizationSlug: string }[]> {
  return db.transaction().execute(async (transaction) => {
    const empty = await transaction
      .selectFrom('datasets')
      .innerJoin('organizations', 'organizations.id', 'datasets.organization_id')
      .select(['datasets.id', 'datasets.slug', 'organizations.slug as organizationSlug'])
      .where('datasets.entry_count', '=', 0)
      .where('datasets.changed_at', '<', sql<Date>`now() - make_interval(hours => ${GRACE_HOURS})`)
      .where(nothingComes)
      .orderBy('organizations.slug')
      .orderBy('datasets.slug')
      .forUpdate('datasets')
      .skipLocked()
      .execute();
    const ids = empty.map(({ id }) => id);
    await deleteDatasets(transaction, ids);
    for (const { slug, organizationSlug } of empty) {
      const subject = `${organizationSlug}/${slug}`;
      await recordAudit(transaction, { actor, action: 'dataset.delete', subject, details: { for: 'clean-up' } });
    }
    const details = { datasets: empty.length };
    await recordAudit(transaction, { actor, action: 'system.cleanup', subject: 'empty datasets', details });
    return empty;
  });
}
