import type { DatasetGrant } from '../../access/index.ts';
import { endTokensWithoutEntry } from '../../accounts/index.ts';
import { recordAudit, type Actor } from '../../audit/index.ts';
import type { Database } from '../../database/index.ts';
import { fail } from '../../errors/index.ts';
import { setVisibility } from '../administration/store.ts';
import { nameOf, OPEN, readVisibility } from '../administration/visibility.ts';
import { batchEnded, COMMITTED, lockBatch, RUNNING } from '../staging/batch-store.ts';
import type { Applied, Staging } from '../staging/staging.ts';
import { findValues } from '../metadata/metadata-store.ts';
import { readOpen } from '../metadata/value.ts';
import { requireDataset, type ObjectDependencies, type Uploader } from '../objects/context.ts';
import { allAt, goneFrom } from '../objects/dependants.ts';
import { stateOf } from '../one-state.ts';
import { applyChange } from '../store.ts';
import {
  addFoldersOfPush,
  changeValuesOfPush,
  dependingFiles,
  freedByPush,
  removeEntriesOfPush,
} from './differences.ts';
import { firstProblem, type PushRow } from './push-store.ts';

/** Who commits. */
export interface Pusher extends Uploader {
  readonly actor: Actor;
}

interface CommitDependencies extends Pick<ObjectDependencies, 'db' | 'observer' | 'reinspection'> {
  readonly staging: Pick<Staging, 'apply'>;
}

/** What became of a commit. */
export type Outcome =
  /** The dataset has changed since its state was looked at: whether its stamp has, too, is to be found out. */
  'changed' | 'done' | Pick<Applied, 'finish'>;

/**
 * Makes a dataset what the client of a push has, in one transaction: what goes goes before what comes, so that a file can
 * take the place of a folder.
 *
 * @param state the state of the dataset that the push is good for
 * @returns `done` when it was committed before. @throws `invalid-input` for one that has ended or is not whole
 */
export function commitPush(
  dependencies: CommitDependencies,
  dataset: DatasetGrant,
  push: PushRow,
  state: string,
  pusher: Pusher,
): Promise<Outcome> {
  return dependencies.db.transaction().execute(async (transaction) => {
    await requireDataset(transaction, dataset);
    const batch = await lockBatch(transaction, push);
    if (batch.state === COMMITTED) return 'done';
    if (batch.state !== RUNNING) throw batchEnded(batch);
    if ((await stateOf(transaction, dataset.id)) !== state) return 'changed';
    const problem = await firstProblem(transaction, push);
    if (problem) throw fail('invalid-input', `${problem} Nothing was changed; send what is missing, or begin again.`);
    return apply(dependencies, transaction, dataset, push, pusher);
  });
}

async function apply(
  dependencies: CommitDependencies,
  transaction: Database,
  dataset: DatasetGrant,
  push: PushRow,
  pusher: Pusher,
): Promise<Pick<Applied, 'finish'>> {
  const { observer, reinspection } = dependencies;
  const access = await toldAccess(transaction, dataset.id);
  const gone = await removeEntriesOfPush(transaction, push);
  if (gone.count > 0) await endTokensWithoutEntry(transaction, dataset.id);
  const folders = await addFoldersOfPush(transaction, push);
  await applyChange(transaction, dataset.id, { entries: folders - gone.count, bytes: -gone.bytes });
  const depending = await dependingFiles(transaction, push);
  const applied = await dependencies.staging.apply(transaction, push, pusher);
  const changes = [...goneFrom(gone.outermost), ...allAt(depending)];
  await reinspection.note(transaction, dataset, changes);
  await changeValuesOfPush(transaction, push);
  await followAccess(transaction, dataset, access, pusher.actor);
  const cleanUps: (() => Promise<void>)[] = [];
  for await (const hashes of freedByPush(transaction, push))
    cleanUps.push(await observer.unused(transaction, dataset, hashes));
  const details = { kind: 'push', files: applied.files, bytes: applied.bytes, removed: gone.count };
  await recordAudit(transaction, { actor: pusher.actor, action: 'batch.commit', subject: nameOf(dataset), details });
  return {
    async finish(signal) {
      for (const cleanUp of cleanUps) await cleanUp();
      await applied.finish(
        signal,
        changes.map(({ path }) => path),
      );
    },
  };
}

/** What the metadata of a dataset says of who may read it; undefined when it says nothing. */
async function toldAccess(db: Database, datasetId: string): Promise<number | undefined> {
  const visibility = (await findValues(db, datasetId, '', 'visibility')).at(-1);
  if (visibility) return readVisibility(visibility.data);
  const open = (await findValues(db, datasetId, '', 'public')).at(-1);
  return open && (readOpen(open.data) ? OPEN : 0);
}

/**
 * Lets those read a dataset whom its metadata names now. Nothing is added to it: it must stay what the client has. Without
 * what told it before, a dataset is private.
 */
async function followAccess(
  transaction: Database,
  dataset: DatasetGrant,
  before: number | undefined,
  actor: Actor,
): Promise<void> {
  const told = await toldAccess(transaction, dataset.id);
  if (told === before) return;
  const visibility = told ?? 0;
  await setVisibility(transaction, dataset.id, visibility);
  const details = { from: before ?? dataset.visibility, to: visibility };
  await recordAudit(transaction, { actor, action: 'dataset.visibility', subject: nameOf(dataset), details });
}
