import { stat } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Caller } from '../../access/index.ts';
import type { Database } from '../../database/index.ts';
import {
  checkEntryPath,
  datasetLocks,
  entryReading,
  setMetadataValue,
  type Applied,
  type BatchRef,
  type EntryRow,
  type ObjectDependencies,
  type RemovedPaths,
} from '../../datasets/index.ts';
import { fail } from '../../errors/index.ts';
import type { DatasetToMake } from '../made-dataset.ts';
import type { RunningTask } from '../tool.ts';
import { hashFile } from './artifacts.ts';
import { beginBatch, takeBatchBack } from './batches.ts';
import type { WritingDependencies, WritingPlace } from './writing-place.ts';
import { createManyWriter, noteReplaced, requireOwn, type Replacing } from './writing-many.ts';

/** What came into the dataset with a task, and what went. */
export interface Written {
  readonly came: Applied | undefined;
  readonly went: RemovedPaths | undefined;
}

/** What an attempt writes into its dataset: nothing before `apply`. */
export interface Writing extends Pick<RunningTask<unknown>, 'write' | 'writeMany' | 'remove' | 'requireRoom'> {
  /** Makes it part of the dataset, in the transaction that ends the task. */
  apply(transaction: Database): Promise<Written>;
  /** Takes all of it back. */
  takeBack(): Promise<void>;
}

export function createWriting(dependencies: WritingDependencies, place: WritingPlace): Writing {
  const { storing, staging, removal } = dependencies;
  const { db } = storing;
  const { task, dataset, caller, makes, signal } = place;
  const removals: EntryRow[] = [];
  const said: SaidOfFile[] = [];
  const replacing: Replacing = { paths: new Set(), bytes: 0 };
  let begun: Promise<BatchRef> | undefined;

  const requireWriter = (): Caller => {
    if (caller !== undefined && (makes !== undefined || dataset.permissions.canWrite)) return caller;
    throw fail('forbidden', 'This task may not write into the dataset.');
  };
  const begin = (): Promise<BatchRef> => {
    begun ??= beginBatch(db, staging, task, requireWriter()).catch((cause: unknown) => {
      begun = undefined;
      throw cause;
    });
    return begun;
  };
  const refuseTaken = async (batch: BatchRef, path: string, mayReplace: boolean): Promise<void> => {
    const entry = makes === undefined ? await entryReading.find(db, dataset.id, path) : undefined;
    if (entry !== undefined && (mayReplace || entry.hash === null)) return noteReplaced(replacing, entry);
    const isTaken = entry !== undefined || (await staging.read.files(db, batch.id, [path])).length > 0;
    if (isTaken && !mayReplace) throw fail('conflict', `There is ${path} already. Remove it, or let it be replaced.`);
  };

  return {
    async write(rawPath, file, { replace = false, metadata = {} } = {}) {
      signal.throwIfAborted();
      const path = checkEntryPath(rawPath);
      const [uploader, batch] = [requireWriter(), await begin()];
      await refuseTaken(batch, path, replace);
      const source =
        typeof file === 'string' ? await storeFinished(storing, place, uploader, file, replacing.bytes) : file;
      await staging.files.stage(batch, path, source, uploader, signal, { freed: replacing.bytes });
      said.push(...Object.entries(metadata).map(([key, data]) => ({ path, key, data })));
    },

    writeMany: createManyWriter(dependencies, place, { begin, requireWriter, replacing }),

    async requireRoom(bytes, replacedBytes = 0) {
      const uploader = requireWriter();
      if (bytes > replacedBytes) await storing.quota.require(db, dataset.id, uploader, bytes - replacedBytes);
      return replacedBytes + (await storing.quota.remaining(db, dataset.id, uploader));
    },

    remove(entry) {
      requireWriter();
      if (makes !== undefined) throw new Error('A task that makes a dataset changes no other one');
      if (entry.hash === null) throw new Error(`A task removes files only, and ${entry.path} is a folder`);
      removals.push(entry);
    },

    async apply(transaction) {
      const batch = await begun;
      if (makes !== undefined) {
        const made = await makeDataset(transaction, makes, requireWriter());
        if (batch === undefined) return { came: undefined, went: undefined };
        // Until now its bytes counted for the dataset of the task; from now on they are the new one's.
        const came = await staging.apply(transaction, batch, requireWriter(), made.id);
        await say(transaction, made.id, said);
        return { came, went: undefined };
      }
      if (batch === undefined && removals.length === 0) return { came: undefined, went: undefined };
      const uploader = requireWriter();
      await datasetLocks.require(transaction, dataset);
      const same = await stillSame(transaction, dataset.id, removals);
      const went = await removal.remove(transaction, dataset, same);
      if (batch === undefined) return { came: undefined, went };
      const met = await cameMeanwhile(transaction, batch, replacing.paths);
      if (met !== undefined) throw fail('conflict', `${met} came while the task ran; it was not to be replaced.`);
      const came = await staging.apply(transaction, batch, uploader);
      await say(transaction, dataset.id, said);
      return { came, went };
    },

    async takeBack() {
      const batch = await begun?.catch(() => undefined); // Then there is none.
      if (batch !== undefined) await takeBatchBack(db, staging, batch.id);
    },
  };
}

/** A value of the metadata of a file that the task wrote. */
interface SaidOfFile {
  readonly path: string;
  readonly key: string;
  readonly data: unknown;
}

async function say(transaction: Database, datasetId: string, said: readonly SaidOfFile[]): Promise<void> {
  for (const { path, key, data } of said) await setMetadataValue(transaction, datasetId, { path, key }, data);
}

const makeDataset = (
  transaction: Database,
  { organization, slug, visibility }: DatasetToMake,
  { id, name }: Caller,
): Promise<{ readonly id: string }> =>
  datasetLocks.create(transaction, organization, { slug, visibility }, { id, name });

/** Takes a file that the tool has made: it is moved, not copied. @param freed bytes that the attempt's files replace */
async function storeFinished(
  { db, blobs, quota }: ObjectDependencies,
  { dataset, folders, signal }: WritingPlace,
  uploader: Caller,
  path: string,
  freed: number,
): Promise<{ readonly hash: string; readonly size: number }> {
  requireOwn(folders, path);
  const adding = (await stat(path)).size - freed;
  if (adding > 0) await quota.require(db, dataset.id, uploader, adding);
  return blobs.write({ path, hash: await hashFile(path, signal) }, signal);
}

/** Entries looked up by one statement. */
const PIECE = 1000;

/** Paths of those entries that are there with the same bytes still. */
async function stillSame(
  transaction: Database,
  datasetId: string,
  entries: readonly Pick<EntryRow, 'path' | 'hash'>[],
): Promise<string[]> {
  const hashes = new Map(entries.map(({ path, hash }) => [path, hash]));
  const paths = [...hashes.keys()];
  const same: string[] = [];
  for (let at = 0; at < paths.length; at += PIECE) {
    const rows = await entryReading.findAll(transaction, datasetId, paths.slice(at, at + PIECE));
    same.push(...rows.filter(({ path, hash }) => hash === hashes.get(path)).map(({ path }) => path));
  }
  return same;
}

/** A file of the batch whose path an entry has by now, and that was not to replace it. */
async function cameMeanwhile(
  transaction: Database,
  { id, datasetId }: BatchRef,
  replaced: ReadonlySet<string>,
): Promise<string | undefined> {
  const { rows } = await sql<{ path: string }>`
    select staged.path from upload_batch_entries staged
    join entries on entries.dataset_id = ${datasetId}::uuid and entries.path = staged.path
    where staged.batch_id = ${id}::uuid and entries.hash is not null and staged.path <> all(${[...replaced]}::text[])
    limit 1`.execute(transaction);
  return rows[0]?.path;
}
