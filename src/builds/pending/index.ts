import type { Database, SessionLocks } from '../../database/index.ts';
import type { JobQueue } from '../../jobs/index.ts';
import type { BuildQueue } from '../jobs/build-queue.ts';
import { settleBuild } from '../attempts/settle.ts';
import type { SettleBuild } from '../attempts/worker.ts';
import type { Outputs } from '../outputs/index.ts';
import { createCoordinator, PENDING_QUEUE } from './coordinator.ts';
import { importLegacyControls } from './legacy-controls.ts';
import { createMarkers } from './marker.ts';
import { createFollowUp } from './settle.ts';
import { pendingStatus, type PendingStatus } from './status.ts';
import { sweepWhenDue } from './sweep.ts';

export { PENDING_QUEUE } from './coordinator.ts';
export { createMarkers } from './marker.ts';
export type { PendingStatus } from './status.ts';

/** Builds that wait: what becomes of them, and when they are tried again. */
export interface Pending {
  readonly settle: SettleBuild;
  /** Takes over controls of retries of an older form; to be called before anything is built, which may begin retries. */
  importControls(): Promise<void>;
  /** Starts taking runs of coordinators from the queue. */
  work(): Promise<void>;
  /** To be called now and then; sweeps when the last sweep is old enough. */
  sweep(signal: AbortSignal): Promise<void>;
  status(): Promise<PendingStatus>;
}

export interface PendingOptions {
  readonly db: Database;
  readonly queue: JobQueue;
  readonly buildQueue: BuildQueue;
  readonly locks: SessionLocks;
  readonly outputs: Outputs;
  /** Folder of outputs and markers. */
  readonly folder: string;
  /** Folder of controls of an older form. */
  readonly legacyFolder: string;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

export function assemblePending(options: PendingOptions): Pending {
  const { db, queue, buildQueue, folder, now, onError } = options;
  const markers = createMarkers(folder);
  const coordinator = createCoordinator({ db, queue, buildQueue, now });
  const pending = createFollowUp({ markers, coordinator, now, onError });
  return {
    settle: (job, outcome, log) => settleBuild(job, outcome, log, { db, queue: buildQueue, pending, now }),
    importControls: () => importLegacyControls({ ...options, coordinator }),
    work: () =>
      queue.work(PENDING_QUEUE, 1, async ({ id, signal }) => {
        await coordinator.run(id, signal).catch((fault: unknown) => {
          if (!signal.aborted) onError(fault);
          throw fault; // The run has not ended; the queue tries it again.
        });
      }),
    sweep: async (signal) => void (await sweepWhenDue({ ...options, markers, coordinator }, signal)),
    status: () => pendingStatus(db),
  };
}
