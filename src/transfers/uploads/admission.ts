import type { Caller } from '../../access/index.ts';
import { lockUsers, type Quota } from '../../accounts/index.ts';
import type { Database } from '../../database/index.ts';
import { checkConditions, datasetLocks, entryReading, type DatasetRef } from '../../datasets/index.ts';
import { fail, failThrottled } from '../../errors/index.ts';
import { countOpen, ownerOf, promisedBytes, type UploadConditions } from './store.ts';

/** Where an upload goes, and what it will be. */
export interface Announced {
  readonly dataset: DatasetRef;
  readonly path: string;
  readonly size: number;
  /** Whether it is staged in a batch, which has the say about what is at its path. */
  readonly isStaged: boolean;
}

/** Uploads one user may have open at a time: more than any client sends at once, and no flood of rows. */
const MAX_OPEN = 1000;
const RETRY_SECONDS = 60;

/**
 * Refuses at its begin what could not be placed at its end. The transaction that goes on to add the upload holds the dataset
 * and then its owner, so that of many at once each counts those before.
 *
 * @throws `precondition-failed`, `conflict`, `quota-exceeded`, `throttled`, `not-found`
 */
export async function admitUpload(
  transaction: Database,
  quota: Quota,
  { dataset, path, size, isStaged }: Announced,
  caller: Caller,
  conditions: UploadConditions,
): Promise<void> {
  if (!(await datasetLocks.lock(transaction, dataset.id)))
    throw fail('not-found', 'The dataset does not exist any more.');
  const replaced = isStaged ? undefined : await entryReading.find(transaction, dataset.id, path);
  checkConditions(replaced, conditions);
  if (replaced && replaced.hash === null) throw fail('conflict', `${path} is a folder; a file cannot take its place.`);
  const owner = await ownerOf(transaction, dataset.id);
  await lockUsers(transaction, owner === null ? [caller.id] : [owner, caller.id]);
  const open = await countOpen(transaction, caller.id);
  if (open >= MAX_OPEN) throw failThrottled(`You have ${open} uploads open; end or delete some first.`, RETRY_SECONDS);
  if (owner === null || !quota.binds(caller)) return;
  const promised = await promisedBytes(transaction, owner);
  await quota.require(transaction, dataset.id, caller, size + promised - (replaced?.size ?? 0));
}

/** Refuses more bytes of an upload that could not be placed any more. @throws `quota-exceeded` */
export async function requireRoom(
  db: Database,
  quota: Quota,
  { dataset, path, size, isStaged }: Announced,
  caller: Caller,
): Promise<void> {
  if (!quota.binds(caller)) return;
  const replaced = isStaged ? undefined : await entryReading.find(db, dataset.id, path);
  await quota.require(db, dataset.id, caller, size - (replaced?.size ?? 0));
}
