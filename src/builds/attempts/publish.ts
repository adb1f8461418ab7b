import { createHash, randomUUID } from 'node:crypto';
import type { Database } from '../../database/index.ts';
import { datasetLocks, entryPlaces, entryReading } from '../../datasets/index.ts';
import { type BuildKey, lockName } from '../build-key.ts';
import type { OutputFolders } from '../output-folders.ts';
import { namedVersions, replaceOutput } from '../output-store.ts';
import type { EntryType } from '../../inspection/index.ts';
import { BuildFailure, type OutputFacts } from '../outputs/index.ts';
import { removeUnusedOutputs } from '../unused-outputs.ts';

export interface PublishOptions {
  readonly db: Database;
  readonly folders: OutputFolders;
  /** Told of folders that could not be removed; the clean-up finds them. */
  readonly onError: (error: unknown) => void;
}

/**
 * Makes an output aside, flushes it, and only then names it: what is served is whole-old or whole-new.
 *
 * @param key with the type of the entry that it is made of
 * @param make fills the folder. @returns facts to be stored with the output
 * @param isStill asked in the transaction that names it: whether it is made of what there is now
 * @returns false when it is not, and nothing is named. @throws what `make` throws; nothing stays of it
 */
export async function publishOutput(
  key: BuildKey & { readonly type: EntryType },
  kind: string,
  make: (folder: string) => Promise<OutputFacts | void>,
  isStill: (transaction: Database) => Promise<boolean>,
  { db, folders, onError }: PublishOptions,
): Promise<boolean> {
  const version = newVersion(key);
  const { datasetId } = key;
  const gone: string[] = [];
  let named = false;
  try {
    const facts = (await make(await folders.create(datasetId, version))) ?? null;
    const sizeBytes = await folders.seal(datasetId, version);
    named = await db.transaction().execute(async (transaction) => {
      // Nothing may name an output of what is gone.
      if (!(await datasetLocks.lock(transaction, datasetId)))
        throw new BuildFailure('invalid-input', 'The dataset was deleted while it was built.');
      if ((await entryReading.ofKey(transaction, key)) === undefined || !(await isStill(transaction))) return false;
      const before = await replaceOutput(transaction, { ...key, kind, version, sizeBytes, facts });
      if (facts?.place !== undefined) await entryPlaces.setBuilt(transaction, key, facts.place);
      const unused = await removeUnusedOutputs(transaction, datasetId, [key.hash]);
      gone.push(...(before === undefined ? [] : [before]), ...unused.map((output) => output.version));
      return true;
    });
  } catch (cause) {
    // A commit whose answer was lost may have happened. What cannot be asked now is left to the clean-up.
    const isNamed = await isNamedNow(db, datasetId, version).catch(() => undefined);
    if (isNamed === false) await folders.remove(datasetId, version).catch(onError);
    throw cause;
  }
  if (!named) gone.push(version);
  for (const old of gone) await folders.remove(datasetId, old).catch(onError);
  return named;
}

/** Digits of a version that tell its key: a dataset with a million builds has two keys alike in one of 300 million cases. */
const KEY_DIGITS = 12;

/** A version begins with digits of its key, so that what an attempt at it has left is found. */
function newVersion(key: BuildKey): string {
  return startOf(key) + randomUUID().slice(startOf(key).length);
}

function startOf(key: BuildKey): string {
  const digits = createHash('sha256').update(lockName(key)).digest('hex').slice(0, KEY_DIGITS);
  return `${digits.slice(0, 8)}-${digits.slice(8)}`;
}

/**
 * Removes what attempts at a key that were killed have left, which may be as large as a disk. Who asks holds the lock of the key, so
 * that nobody works on it.
 */
export async function removeLeftOvers(
  key: BuildKey,
  { db, folders }: Pick<PublishOptions, 'db' | 'folders'>,
): Promise<void> {
  const versions = await folders.versions(key.datasetId, startOf(key));
  // A commit of what was killed may be under way still: the dataset is free when it has ended.
  const named = await db.transaction().execute(async (transaction) => {
    await datasetLocks.lock(transaction, key.datasetId);
    return namedVersions(transaction, versions);
  });
  for (const version of versions) if (!named.has(version)) await folders.remove(key.datasetId, version);
}

/** The commit may also be under way still, on a connection that is lost here: the dataset is free when it has ended. */
function isNamedNow(db: Database, datasetId: string, version: string): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    await datasetLocks.lock(transaction, datasetId);
    return (await namedVersions(transaction, [version])).has(version);
  });
}
