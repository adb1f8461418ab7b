import type { Database } from '../../database/index.ts';
import { deleteControls, findControls } from './controls-store.ts';
import { hasPending } from './pending-store.ts';
import { endRun } from './run-rows.ts';

/**
 * Ends the retries of a dataset, with the run that was to come, when nothing waits in it any more. In a transaction that holds
 * the dataset, as everybody does who changes the controls.
 *
 * @returns whether nothing waits
 */
export async function endIdleChain(transaction: Database, datasetId: string, at: Date): Promise<boolean> {
  if (await hasPending(transaction, datasetId)) return false;
  const controls = await findControls(transaction, datasetId);
  if (controls === undefined) return true;
  if (controls.jobId !== null) await endRun(transaction, controls.jobId, { state: 'Deleted' }, at);
  await deleteControls(transaction, datasetId);
  return true;
}
