import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Quota } from '../accounts/index.ts';
import type { BlobStore } from '../blobs/index.ts';
import type { OpenDatabase } from '../database/index.ts';
import type { BatchEnding, Datasets, Objects, Pushes, StateFiles, Staging, StoredBytes } from '../datasets/index.ts';
import type { MemoryBudget } from '../memory/index.ts';
import type { Organizations } from '../organizations/index.ts';
import type { Settings } from '../settings/index.ts';
import { createDownloadLimits } from './downloads/routes-limits.ts';
import { downloadRoutes } from './downloads/routes.ts';
import { createDownloads } from './downloads/routes-answers.ts';
import { createSlots } from './downloads/slots.ts';
import { forgetSelections } from './downloads/store.ts';
import { assemblePush } from './push/assemble.ts';
import { chunkRoutes } from './share/chunk-routes.ts';
import { neededParts } from './share/chunk-store.ts';
import { createChunks } from './share/chunks.ts';
import { createShareFiles } from './share/files.ts';
import { shareRoutes } from './share/routes.ts';
import { createShares } from './share/service.ts';
import { openPartFiles } from './uploads/part-files.ts';
import { uploadRoutes } from './uploads/routes.ts';
import { limitUploads } from './uploads/routes-memory.ts';
import { createUploads } from './uploads/routes-protocol.ts';
import { endAllHolds, forgetExpiredUploads, openUploads } from './uploads/store.ts';

export interface TransferDependencies {
  readonly database: OpenDatabase;
  readonly blobs: BlobStore;
  readonly objects: Objects;
  readonly staging: Staging;
  readonly ending: BatchEnding;
  readonly storedBytes: StoredBytes;
  readonly pushes: Pushes;
  readonly stamps: StateFiles;
  readonly datasets: Pick<Datasets, 'grant' | 'grantById'>;
  readonly organizations: Pick<Organizations, 'grant'>;
  readonly quota: Quota;
  readonly settings: Settings;
  readonly dataDir: string;
  /** Names this process in the table of processes. */
  readonly processId: string;
  readonly memory: Pick<MemoryBudget, 'uploads' | 'downloads'>;
}

/** Files on their way out, and in pieces on their way in. */
export interface Transfers {
  readonly routes: ReturnType<typeof uploadRoutes>;
  /** Puts routes that take or send files under the limits of memory, and of downloads. */
  readonly limited: ReturnType<typeof limitUploads>;
  /** Removes what is kept for a time only, and what processes left behind that died. To be called every minute. */
  tidy(): Promise<void>;
  close(): Promise<void>;
}

const MIB = 1024 * 1024;
const HOUR_SECONDS = 3600;
/** Age at which bytes that no open upload names are garbage: a row is there a moment after its file. */
const GARBAGE_AGE_MS = 60_000;
/** The same of chunks: their rows come after their last byte, and a client may pause. */
const GARBAGE_CHUNK_AGE_MS = 3_600_000;

export async function createTransfers(dependencies: TransferDependencies): Promise<Transfers> {
  const {
    database,
    blobs,
    objects,
    staging,
    ending,
    storedBytes,
    pushes,
    stamps,
    datasets,
    organizations,
    quota,
    settings,
  } = dependencies;
  const { dataDir, processId, memory } = dependencies;
  const { db } = database;
  const scratch = join(dataDir, 'scratch');
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  const maxBytes = settings.uploads.maxSizeMB * MIB;
  const slots = await createSlots(db, processId, database.embedded);
  const limits = createDownloadLimits(settings, slots, memory.downloads);
  const limitUpload = limitUploads(memory.uploads);
  const parts = await openPartFiles(join(dataDir, 'uploads'));
  if (database.embedded) await endAllHolds(db);
  const uploads = createUploads({
    db,
    blobs,
    objects,
    bytes: storedBytes,
    quota,
    parts,
    staging,
    announced: (batch, path) => (batch.kind === 'push' ? pushes.announced(batch, path) : Promise.resolve(undefined)),
    resumeHours: settings.uploads.resumeHours,
    maxBytes,
  });
  const shares = createShares({ db, datasets, organizations, quota, staging, ending, changes: database.changes });
  const shareFiles = createShareFiles({ db, staging });
  const chunkParts = await openPartFiles(join(dataDir, 'chunks'));
  const chunks = createChunks({ db, blobs, quota, staging, parts: chunkParts, maxBytes });
  const push = await assemblePush({ pushes, staging, stamps, scratch, alone: database.embedded });
  return {
    routes: [
      ...downloadRoutes(createDownloads({ db, changes: database.changes, blobs, limits, scratch })),
      ...uploadRoutes(uploads),
      ...shareRoutes(shares, shareFiles),
      ...chunkRoutes(shares, chunks, staging.files),
      ...push.routes,
    ],
    limited: (route) => limitUpload(limits.limited(route)),
    async tidy() {
      await slots.sweep();
      await forgetSelections(db);
      await ending.expire(settings.uploads.batchHours * HOUR_SECONDS);
      await push.tidy();
      await forgetExpiredUploads(db);
      await chunkParts.sweep(GARBAGE_CHUNK_AGE_MS, (ids) => neededParts(db, ids));
      await parts.sweep(GARBAGE_AGE_MS, (ids) => openUploads(db, ids));
    },
    close: () => push.close(),
  };
}
