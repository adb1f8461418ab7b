import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Quota } from '../accounts/index.ts';
import type { BlobStore } from '../blobs/index.ts';
import type { OpenDatabase } from '../database/index.ts';
import type { Objects } from '../datasets/index.ts';
import type { Route } from '../http/index.ts';
import type { Settings } from '../settings/index.ts';
import { createDownloadLimits } from './downloads/limits.ts';
import { downloadRoutes } from './downloads/routes.ts';
import { createDownloads } from './downloads/service.ts';
import { createSlots } from './downloads/slots.ts';
import { forgetSelections } from './downloads/store.ts';
import { openPartFiles } from './uploads/part-files.ts';
import { uploadRoutes } from './uploads/routes.ts';
import { createUploads } from './uploads/service.ts';
import { endAllHolds, forgetExpiredUploads, openUploads } from './uploads/store.ts';

export interface TransferDependencies {
  readonly database: OpenDatabase;
  readonly blobs: BlobStore;
  readonly objects: Objects;
  readonly quota: Quota;
  readonly settings: Settings;
  readonly dataDir: string;
  /** Names this process in the table of processes. */
  readonly processId: string;
}

/** Files on their way out, and in pieces on their way in. */
export interface Transfers {
  readonly routes: readonly Route[];
  /** Puts a route that is declared as a download under the limits of downloads. */
  limited(route: Route): Route;
  /** Removes what is kept for a time only, and what processes left behind that died. To be called every minute. */
  tidy(): Promise<void>;
}

const MIB = 1024 * 1024;
/** Age at which bytes that no open upload names are garbage: a row is there a moment after its file. */
const GARBAGE_AGE_MS = 60_000;

export async function createTransfers(dependencies: TransferDependencies): Promise<Transfers> {
  const { database, blobs, objects, quota, settings, dataDir, processId } = dependencies;
  const { db } = database;
  const scratch = join(dataDir, 'scratch');
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  const slots = await createSlots(db, processId, database.embedded);
  const limits = createDownloadLimits(settings, slots);
  const parts = await openPartFiles(join(dataDir, 'uploads'));
  if (database.embedded) await endAllHolds(db);
  const uploads = createUploads({
    ...{ db, blobs, objects, quota, parts },
    resumeHours: settings.uploads.resumeHours,
    maxBytes: settings.uploads.maxSizeMB * MIB,
  });
  return {
    routes: [...downloadRoutes(createDownloads({ db, blobs, limits, scratch })), ...uploadRoutes(uploads)],
    limited: limits.limited,
    async tidy() {
      await slots.sweep();
      await forgetSelections(db);
      await forgetExpiredUploads(db);
      await parts.sweep(GARBAGE_AGE_MS, (ids) => openUploads(db, ids));
    },
  };
}
