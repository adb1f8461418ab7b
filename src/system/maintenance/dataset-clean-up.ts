import type { Database } from '../../database/index.ts';
import { removeUnusedOutputs, type OutputFolders } from '../../builds/index.ts';
import { datasetLocks } from '../../datasets/index.ts';
import { recordAudit, type Actor } from '../../audit/index.ts';

/** What the clean-up of one dataset took away. */
export interface DatasetCleanUp {
  /** Always empty: an entry is never removed because its bytes are missing; it is all that tells what was there. */
  readonly removedEntries: readonly string[];
  /** Outputs of bytes that no entry has, as `hash/kind`. */
  readonly removedBuilds: readonly string[];
}

/**
 * Removes what nothing in a dataset refers to: rows of outputs and their folders.
 *
 * @param actor written to the audit log when given
 */
export async function cleanDataset(
  { db, folders }: { readonly db: Database; readonly folders: OutputFolders },
  dataset: { readonly id: string; readonly name: string },
  actor?: Actor,
): Promise<DatasetCleanUp> {
  const removed = await db.transaction().execute(async (transaction) => {
    await datasetLocks.lock(transaction, dataset.id);
    const rows = await removeUnusedOutputs(transaction, dataset.id);
    const details = { builds: rows.length };
    if (actor) await recordAudit(transaction, { actor, action: 'system.cleanup', subject: dataset.name, details });
    return rows;
  });
  for (const { datasetId, version } of removed) await folders.remove(datasetId, version);
  return { removedEntries: [], removedBuilds: removed.map(({ hash, kind }) => `${hash}/${kind}`) };
}
