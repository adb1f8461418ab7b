import type { Caller, DatasetGrant } from '../../access/index.ts';
import type { Database } from '../../database/index.ts';
import type { MetadataValues, Objects } from '../../datasets/index.ts';
import { ServiceError } from '../../errors/index.ts';
import { ChangedMeanwhile, type MetaValue, type PullTarget } from '../../sync/index.ts';
import { FileFault, ofOneFile } from './file-fault.ts';
import type { Refuse } from './remote-state.ts';
import { createRetries } from '../outbound/index.ts';
import type { ArrivedFile, ImportLimits } from './source.ts';
import { findLocal, sizeInDataset } from './store.ts';

export interface TargetOptions {
  readonly db: Database;
  readonly objects: Objects;
  readonly metadataValues: Pick<MetadataValues, 'restore' | 'remove'>;
  readonly destination: DatasetGrant;
  readonly caller: Caller;
  /** What was written later than that (seconds since 1970) is not removed. */
  readonly removeUntil: number | undefined;
  readonly limits: ImportLimits;
  /** Told of each file that has its place, and the hash its source told. */
  readonly placed: (file: ArrivedFile, announced: string) => void;
  /** Told of metadata that does not come. */
  readonly refuse: Refuse;
}

/** The dataset here, as changes come into it. Faults of one entry are thrown as `FileFault`. */
export function importTarget(options: TargetOptions): PullTarget<ArrivedFile> {
  const { db, objects, metadataValues, destination, limits } = options;
  return {
    // In this dataset only: who names the hash of somebody's file must not get it.
    async reuse({ hash }) {
      const size = await sizeInDataset(db, destination.id, hash);
      return size === undefined ? undefined : { hash, size, isNew: false, retries: createRetries(limits.retry) };
    },

    async makeFolder(path) {
      await objects.createFolder(destination, path).catch((cause: unknown) => {
        throw cause instanceof ServiceError && cause.code === 'conflict' ? new FileFault(cause, 0) : cause;
      });
    },

    async placeFile({ path, hash: announced }, file, signal) {
      const { hash, size, retries } = file;
      await ofOneFile(limits.fileTimeoutMs, signal, retries, async (limited) => {
        for (;;)
          try {
            return await objects.put(destination, path, { hash, size }, options.caller, limited);
          } catch (cause) {
            await retries.pause(cause, limited);
          }
      });
      options.placed(file, announced);
    },

    remove: ({ path, hash }) => removeOlder(options, path, hash === ''),

    async changeMetadata(values, removedIds) {
      if (removedIds.length > 0) await metadataValues.remove(destination, removedIds);
      const refused = await metadataValues.restore(destination, values.filter(tellsNoAccess));
      for (const { value, problem } of refused)
        options.refuse(value.path, `Its metadata ${value.key} stays behind: ${problem}`);
    },
  };
}

/** Nothing becomes public because another service says so. */
function tellsNoAccess({ path, key }: MetaValue): boolean {
  return path !== '' || (key !== 'visibility' && key !== 'public');
}

/** Removes what was there in time; a folder stays when something is in it. */
async function removeOlder(
  { db, objects, destination, removeUntil = -Infinity }: TargetOptions,
  path: string,
  isFolder: boolean,
): Promise<void> {
  const present = await findLocal(db, destination.id, path);
  if (present === undefined) return;
  if (present.mtime > removeUntil || (present.hash === '') !== isFolder || !present.isEmpty)
    throw new ChangedMeanwhile(`${path} is not what it was.`);
  await objects.remove(destination, path).catch((cause: unknown) => {
    // Somebody else was faster.
    if (!(cause instanceof ServiceError) || cause.code !== 'not-found') throw cause;
  });
}
