import type { BlobStore } from '../blobs/index.ts';
import { settleLostJobs, type BuildQueue, type OutputFolders, type Outputs, type Pending } from '../builds/index.ts';
import type { ThreadLoad } from '../concurrency/index.ts';
import type { OpenDatabase } from '../database/index.ts';
import type { BatchEnding, StoredBytes } from '../datasets/index.ts';
import type { Engine } from '../engine/index.ts';
import type { FaultCounts } from '../errors/index.ts';
import { SYSTEM_QUEUE, type JobQueue, type Operation, type Operations } from '../jobs/index.ts';
import type { MemoryBudget } from '../memory/index.ts';
import type { Settings } from '../settings/index.ts';
import { auditRoutes } from './audit-routes.ts';
import { repeat, type Schedule } from './schedule.ts';
import { cleanUp } from './clean-up.ts';
import { healthChecks } from './health/checks.ts';
import { healthRoutes } from './health/health-routes.ts';
import { createHeartbeat, HEARTBEAT_MS } from './health/processes.ts';
import type { Offered } from './features.ts';
import { installationRoutes } from './installation-routes.ts';
import { jobRoutes } from './job-routes.ts';
import { checkRoutes } from './maintenance/check-routes.ts';
import { CLEAN_UP_TOOL, cleanUpOperation } from './maintenance/clean-up-operation.ts';
import { cleanUpRoutes } from './maintenance/clean-up-routes.ts';
import { checkWhenDue, COMPLETENESS_TOOL, completenessOperation } from './maintenance/completeness-operation.ts';
import type { DeleteDatasets } from './maintenance/empty-datasets.ts';
import { countHoldings } from './metrics/holdings.ts';
import { createMetrics, type Metrics } from './metrics/metrics.ts';
import { metricsRoutes } from './metrics/metrics-routes.ts';
import { forgetExpired } from './retention.ts';

export interface SystemOptions {
  readonly settings: Settings;
  readonly version: string;
  readonly dataDir: string;
  readonly memory: MemoryBudget;
  readonly database: OpenDatabase;
  readonly queue: JobQueue;
  readonly buildQueue: BuildQueue;
  /** Builds that this process may run at the same time. */
  readonly buildConcurrency: number;
  readonly operations: Operations;
  readonly blobs: BlobStore;
  readonly folders: OutputFolders;
  readonly outputs: Outputs;
  readonly pending: Pick<Pending, 'status' | 'settle'>;
  readonly engine: Engine;
  /** Threads that draw and search, by what they do. */
  readonly threads: Readonly<Record<string, () => ThreadLoad>>;
  readonly deleteDatasets: DeleteDatasets;
  readonly batches: Pick<BatchEnding, 'remove'>;
  readonly storedBytes: StoredBytes;
  /** Names this process in the table of processes. */
  readonly processId: string;
  /** Labels the metrics, where several processes answer on one port. */
  readonly processNumber: number | undefined;
  /** The tools of tasks, as the features tell of them. */
  readonly taskTools: readonly object[];
  readonly viewers: Offered['viewers'];
  /** Names of the kinds of which thumbnails are drawn here, now. */
  readonly drawnKinds: () => Promise<readonly string[]>;
  /** Faults that no handler caught. */
  readonly faults: () => FaultCounts;
  /** What other modules want to be done again and again. */
  readonly schedules: readonly Schedule[];
  /** Takes faults that belong to no request. */
  readonly reporter: (what: string) => (error: unknown) => void;
}

/** The administration of the service as a whole. */
export interface System {
  readonly routes: ReturnType<typeof jobRoutes>;
  /** What the operation worker can be asked for, by tool id. */
  readonly operations: Readonly<Record<string, Operation>>;
  /** Counts an answered request. */
  readonly answered: Metrics['observe'];
  /**
   * Starts the heartbeat of this process and its schedules. Both end with the signal.
   *
   * @param settleOperations settles operations that the queue has given up
   * @param log receives what a schedule did
   * @returns what waits for those that are running, and takes the row of the process away
   */
  start(
    signal: AbortSignal,
    settleOperations: () => Promise<void>,
    log: (report: object, what: string) => void,
  ): Promise<() => Promise<void>>;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

export function createSystem(options: SystemOptions): System {
  const {
    settings,
    version,
    database,
    buildQueue,
    buildConcurrency,
    operations,
    blobs,
    folders,
    outputs,
    pending,
    engine,
    threads,
    reporter,
  } = options;
  const { db } = database;
  const clean = {
    db,
    blobs,
    folders,
    storedBytes: options.storedBytes,
    buildTimeoutMs: settings.builds.timeoutSeconds * 1000,
  };
  const onError = reporter('completeness of outputs');
  const complete = { db, queue: buildQueue, folders, blobs, outputs, onError };
  const metrics = createMetrics({
    version,
    processNumber: options.processNumber,
    holdings: () => countHoldings(db),
    connections: database.connections,
    engineLoad: engine.load,
    threads,
    faults: options.faults,
    memory: options.memory,
    onFault: reporter('metrics'),
  });
  const checks = healthChecks({
    ...options,
    db,
    queueName: SYSTEM_QUEUE,
    minFreeDiskPercent: settings.minFreeDiskPercent,
  });

  return {
    routes: [
      ...installationRoutes(
        settings,
        version,
        options.taskTools,
        { outputs: outputs.all, viewers: options.viewers },
        options.drawnKinds,
      ),
      ...healthRoutes(checks, reporter('health')),
      ...metricsRoutes(metrics),
      ...auditRoutes(db),
      ...jobRoutes(operations),
      ...checkRoutes({ db, operations, pending, isEnabled: buildConcurrency > 0 }),
      ...cleanUpRoutes({
        ...options,
        db,
        jobRetentionDays: settings.jobIndexRetentionDays,
        batchHours: settings.uploads.batchHours,
        onError: reporter('clean-up of batches'),
      }),
    ],
    operations: {
      [CLEAN_UP_TOOL]: cleanUpOperation(clean, reporter('clean-up')),
      [COMPLETENESS_TOOL]: completenessOperation(complete),
    },
    answered: metrics.observe,

    async start(signal, settleOperations, log) {
      const heartbeat = createHeartbeat(db, {
        id: options.processId,
        version,
        workers: buildConcurrency,
        taskWorkers: settings.processingPlatform.workers,
      });
      await heartbeat.beat();
      const tell = (report: object, what: string): void => {
        if (Object.values(report).some((count) => count > 0)) log(report, what);
      };
      const schedules: Schedule[] = [
        ...options.schedules,
        { everyMs: HEARTBEAT_MS, run: heartbeat.beat, onError: reporter('heartbeat') },
        { everyMs: MINUTE_MS, run: settleOperations, onError: reporter('operations') },
        {
          everyMs: HOUR_MS,
          run: async () => tell(await forgetExpired(db, settings), 'retention'),
          onError: reporter('retention'),
        },
      ];
      if (buildConcurrency > 0)
        schedules.push(
          {
            everyMs: MINUTE_MS,
            run: () => settleLostJobs({ db, queue: buildQueue, settle: pending.settle }),
            onError: reporter('build'),
          },
          { everyMs: 5 * MINUTE_MS, run: () => checkWhenDue(db, operations), onError },
          {
            everyMs: HOUR_MS,
            run: async () => tell(await cleanUp(clean, signal), 'clean-up'),
            onError: reporter('clean-up'),
          },
        );
      const waits = schedules.map((schedule) => repeat(schedule, signal));
      return async () => {
        await Promise.all(waits.map((wait) => wait()));
        await heartbeat.end();
      };
    },
  };
}
