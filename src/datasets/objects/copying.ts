import { endTokensWithoutEntry } from '../../accounts/index.ts';
import type { Database } from '../../database/index.ts';
import { ancestorsOf, askedPath, checkEntryPath } from '../entries/entry-path.ts';
import type { EntryRow } from '../entries/entry-row.ts';
import { findEntry } from '../entries/entry-store.ts';
import { copyTree } from '../entries/entry-tree.ts';
import { removeMetadataOf } from '../metadata/metadata-tree.ts';
import { applyChange } from '../store.ts';
import {
  present,
  requireDataset,
  requireEntry,
  type EntryAnswer,
  type ObjectDependencies,
  type Uploader,
} from './context.ts';
import type { DatasetRef } from './entry-observer.ts';
import { allAt } from './dependants.ts';
import { refuseAround, refuseInside, refuseLongPaths, refuseTaken } from './destination.ts';
import { addFolders } from './folders.ts';
import { factsUnderNewName, refuseChanged, writeFacts } from './moving.ts';
import { takeTrees, TOOK_NOTHING } from './tree-taking.ts';

/**
 * Copies an entry, a folder with all that is in it, to another path of its dataset. Both name the same bytes, and what is
 * built of them; they are charged twice. Metadata is not copied.
 *
 * @param overwrite whether an entry of the same kind at the destination, a folder with all in it, is replaced
 * @throws `not-found`, `conflict`, `invalid-input`, `quota-exceeded`
 */
export async function copyEntry(
  dependencies: ObjectDependencies,
  dataset: DatasetRef,
  { source: rawSource, destination: rawDestination, overwrite }: CopyInput,
  user: Uploader,
  signal: AbortSignal,
): Promise<EntryAnswer> {
  const { db, reinspection } = dependencies;
  const [source, destination] = [askedPath(rawSource), checkEntryPath(rawDestination)];
  refuseInside(source, destination);
  refuseAround(source, destination);
  const before = await requireEntry(db, dataset, source);
  const renamed = await factsUnderNewName(dependencies, dataset, before, destination, signal);
  await user.readmit?.();
  const { entry, cleanUp } = await db.transaction().execute(async (transaction) => {
    await requireDataset(transaction, dataset);
    const copied = await requireEntry(transaction, dataset, source);
    refuseChanged(before, copied);
    const to = { dataset, path: destination, overwrite };
    const { bytes, cleanUp } = await copyInto(dependencies, transaction, { dataset, entry: copied }, to);
    if (bytes > 0) await dependencies.quota.require(transaction, dataset.id, user);
    if (renamed) await writeFacts(dependencies, transaction, dataset, destination, renamed, user);
    await reinspection.note(transaction, dataset, allAt([destination]));
    return { entry: (await findEntry(transaction, dataset.id, destination))!, cleanUp };
  });
  await cleanUp();
  await reinspection.refresh(dataset, [destination], signal);
  return (await present(dependencies, dataset, [entry]))[0]!;
}

export interface CopyInput {
  readonly source: string;
  readonly destination: string;
  readonly overwrite: boolean;
}

interface Copied {
  /** Bytes the destination has more than before; the caller asks the quota about them. */
  readonly bytes: number;
  /** What to do once it is committed. */
  readonly cleanUp: () => Promise<void>;
}

/** Copies an entry in a transaction that holds both datasets, in place of what is at the destination if that may be. */
export async function copyInto(
  { observer }: Pick<ObjectDependencies, 'observer'>,
  transaction: Database,
  source: { readonly dataset: DatasetRef; readonly entry: EntryRow },
  destination: { readonly dataset: DatasetRef; readonly path: string; readonly overwrite: boolean },
): Promise<Copied> {
  const { dataset, path, overwrite } = destination;
  const from = { datasetId: source.dataset.id, path: source.entry.path };
  const replaced = await refuseTaken(transaction, dataset.id, source.entry, path, overwrite);
  await refuseLongPaths(transaction, from, path);
  // What is copied may have the bytes of what it replaces; then they stay in use.
  const gone = replaced ? await takeTrees(observer, transaction, dataset, [path], from) : TOOK_NOTHING;
  if (replaced) await removeMetadataOf(transaction, dataset.id, [path]);
  const folders = await addFolders(transaction, dataset, ancestorsOf(path));
  const added = await copyTree(transaction, from, { datasetId: dataset.id, path });
  // Something of a folder that was replaced may be missing now.
  if (replaced) await endTokensWithoutEntry(transaction, dataset.id);
  const bytes = added.bytes - gone.bytes;
  await applyChange(transaction, dataset.id, { entries: folders + added.count - gone.count, bytes });
  return { bytes, cleanUp: gone.cleanUp };
}
