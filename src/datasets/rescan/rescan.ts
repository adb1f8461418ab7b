import type { Database } from '../../database/index.ts';
import { EngineError } from '../../engine/index.ts';
import { ServiceError } from '../../errors/index.ts';
import type { DatasetRef, EntryObserver } from '../objects/entry-observer.ts';
import { inspectAgain } from '../objects/inspect-again.ts';
import type { ReinspectionDependencies } from '../objects/reinspection.ts';
import type { EntryRow } from '../entries/entry-row.ts';
import { findEntry } from '../entries/entry-store.ts';
import { lockDataset } from '../store.ts';
import { filesBehind } from './file-walk.ts';

/** How one file fared. */
export interface RescannedFile {
  readonly path: string;
  readonly hash: string;
  readonly success: boolean;
  /** Why it could not be inspected. */
  readonly error: string | null;
}

export interface RescanOptions {
  /** Only files of these types; empty: all. */
  readonly types: readonly number[];
  /** Whether to end with the first file that cannot be inspected. */
  readonly stopOnError: boolean;
  /** User who wants all builds made anew; absent: only what is not built, or belongs to another key by now, is built. */
  readonly rebuildFor?: string;
  readonly signal: AbortSignal;
  /** Asks again whether the caller may write: a rescan of a large dataset takes hours. @throws when he may not */
  readonly readmit: () => Promise<void>;
}

export interface RescanDependencies extends ReinspectionDependencies {
  readonly observer: Pick<EntryObserver, 'rebuild' | 'written'>;
}

/** Files inspected at a time: as many as an engine has children on two cores. */
const AT_ONCE = 2;

/**
 * Inspects the files of a dataset again, with those beside them, and asks for their builds; what is built is served until the
 * new one is there. File by file, in the order of their paths.
 *
 * @throws what `readmit` throws, when the caller loses the right in between
 */
export async function* rescan(
  dependencies: RescanDependencies,
  dataset: DatasetRef,
  options: RescanOptions,
): AsyncGenerator<RescannedFile> {
  const { signal, stopOnError, readmit } = options;
  const one = (entry: EntryRow) => rescanFile(dependencies, dataset, entry, options);
  for await (const batch of filesBehind(dependencies.db, dataset.id, options.types)) {
    await readmit();
    for (let at = 0; at < batch.length; at += AT_ONCE) {
      signal.throwIfAborted();
      for (const file of await Promise.all(batch.slice(at, at + AT_ONCE).map(one))) {
        yield file;
        if (stopOnError && !file.success) return;
      }
    }
  }
}

async function rescanFile(
  dependencies: RescanDependencies,
  dataset: DatasetRef,
  entry: EntryRow,
  options: RescanOptions,
): Promise<RescannedFile> {
  const { path, hash } = entry;
  const { signal } = options;
  try {
    await inspectAgain(dependencies, dataset.id, entry, signal);
    await askForBuild(dependencies, dataset.id, entry, options);
    return { path, hash: hash!, success: true, error: null };
  } catch (fault) {
    signal.throwIfAborted();
    const refusal = refusalOf(fault);
    if (refusal === undefined) dependencies.report(fault);
    return { path, hash: hash!, success: false, error: refusal ?? 'The service failed; see its log.' };
  }
}

async function askForBuild(
  { db, observer }: RescanDependencies,
  datasetId: string,
  { path, hash }: EntryRow,
  { rebuildFor }: Pick<RescanOptions, 'rebuildFor'>,
): Promise<void> {
  await db.transaction().execute(async (transaction: Database) => {
    if (!(await lockDataset(transaction, datasetId))) return;
    const present = await findEntry(transaction, datasetId, path);
    if (present?.hash !== hash) return;
    if (rebuildFor === undefined) await observer.written(transaction, { id: datasetId }, [present], null);
    else await observer.rebuild(transaction, { id: datasetId }, [present], rebuildFor);
  });
}

/** Text of a fault that may be shown to people. */
function refusalOf(fault: unknown): string | undefined {
  if (fault instanceof ServiceError) return fault.message;
  if (fault instanceof EngineError) return `The file could not be inspected (${fault.code}).`;
  if ((fault as NodeJS.ErrnoException | undefined)?.code === 'ENOENT')
    return 'The bytes of this file are missing; upload it again.';
  return undefined;
}
