import { endTokensWithoutEntry } from '../../accounts/index.ts';
import type { Database } from '../../database/index.ts';
import { fail } from '../../errors/index.ts';
import { EntryType } from '../../inspection/index.ts';
import { baseName, checkEntryPath } from '../entries/entry-path.ts';
import { treeFiles, type TreePlace } from '../entries/entry-tree.ts';
import { transferMetadata } from '../metadata/metadata-tree.ts';
import { applyChange } from '../store.ts';
import { requireDataset, requireEntry, type ObjectDependencies, type Uploader } from './context.ts';
import type { DatasetRef } from './entry-observer.ts';
import { allAt, goneFrom } from './dependants.ts';
import { copyInto } from './copying.ts';
import { takeTrees, TOOK_NOTHING, type Taken } from './tree-taking.ts';

export interface TransferInput {
  readonly source: string;
  /** Undefined: the same name at the root. */
  readonly destination: string | undefined;
  readonly overwrite: boolean;
  /** Whether the source stays: a copy, without its metadata. */
  readonly keepSource: boolean;
}

/** Types of which nothing is ever built. */
const PLAIN_TYPES: readonly number[] = [EntryType.Directory, EntryType.Generic, EntryType.Markdown];
const OTHER_TYPES = Object.values(EntryType).filter((type) => !PLAIN_TYPES.includes(type));

/**
 * Moves or copies an entry, a folder with all that is in it, to another dataset. What is built of files belongs to a dataset:
 * the destination builds its own.
 *
 * @throws `not-found`, `conflict`, `invalid-input`, `quota-exceeded`
 */
export async function transferEntry(
  dependencies: ObjectDependencies,
  from: DatasetRef,
  to: DatasetRef,
  input: TransferInput,
  user: Uploader,
  signal: AbortSignal,
): Promise<void> {
  const { db, observer, quota, reinspection } = dependencies;
  const source = checkEntryPath(input.source);
  const path = checkEntryPath(input.destination ?? baseName(source));
  if (from.id === to.id)
    throw fail('invalid-input', 'Source and destination are the same dataset; move or copy within it.');
  await user.readmit?.();
  const cleanUps = await db.transaction().execute(async (transaction) => {
    // In the order of ids, so that two transfers in opposite directions wait for each other rather than for ever.
    for (const dataset of [from, to].toSorted((a, b) => (a.id < b.id ? -1 : 1)))
      await requireDataset(transaction, dataset);
    const entry = await requireEntry(transaction, from, source);
    const [here, there] = [
      { datasetId: from.id, path: source },
      { datasetId: to.id, path },
    ];
    const destination = { dataset: to, path, overwrite: input.overwrite };
    const { bytes, cleanUp } = await copyInto(dependencies, transaction, { dataset: from, entry }, destination);
    if (!input.keepSource) await transferMetadata(transaction, here, there);
    const taken = input.keepSource ? TOOK_NOTHING : await takeOut(observer, transaction, from, source);
    // Last, as what is moved between datasets of one owner adds nothing.
    if (bytes > 0) await quota.require(transaction, to.id, user);
    await askForBuilds(dependencies, transaction, there, user);
    await reinspection.note(transaction, to, allAt([path]));
    if (!input.keepSource) await reinspection.note(transaction, from, goneFrom([source]));
    return [cleanUp, taken.cleanUp];
  });
  for (const cleanUp of cleanUps) await cleanUp();
  await reinspection.refresh(to, [path], signal);
  if (!input.keepSource) await reinspection.refresh(from, [source], signal);
}

/** Removes what was copied from where it was. */
async function takeOut(
  observer: ObjectDependencies['observer'],
  transaction: Database,
  dataset: DatasetRef,
  path: string,
): Promise<Taken> {
  const taken = await takeTrees(observer, transaction, dataset, [path]);
  await endTokensWithoutEntry(transaction, dataset.id);
  await applyChange(transaction, dataset.id, { entries: -taken.count, bytes: -taken.bytes });
  return taken;
}

async function askForBuilds(
  { observer }: ObjectDependencies,
  transaction: Database,
  place: TreePlace,
  user: Uploader,
): Promise<void> {
  for await (const files of treeFiles(transaction, place, OTHER_TYPES)) {
    // The same bytes are built once, whatever they are called.
    const distinct = new Map(files.map((file) => [`${file.hash} ${file.companions}`, file]));
    await observer.written(transaction, { id: place.datasetId }, [...distinct.values()], user.id);
  }
}
