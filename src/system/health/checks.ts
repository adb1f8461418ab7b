import { randomUUID } from 'node:crypto';
import { readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Database } from '../../database/index.ts';
import { EngineError, type Engine } from '../../engine/index.ts';
import { imageFacts } from '../../geodata/pictures/operations.ts';
import type { FaultCounts } from '../../errors/index.ts';
import type { JobQueue } from '../../jobs/index.ts';
import { type MemoryBudget, residentBytes } from '../../memory/index.ts';
import { livingProcesses } from './processes.ts';
import type { Finding, HealthCheck } from './report.ts';

export interface HealthDependencies {
  readonly db: Database;
  readonly queue: JobQueue;
  /** Any queue; whether the job engine answers is asked of it. */
  readonly queueName: string;
  readonly engine: Pick<Engine, 'call'>;
  readonly dataDir: string;
  readonly minFreeDiskPercent: number;
  readonly memory: Pick<MemoryBudget, 'limitBytes' | 'load'>;
  /** Resident memory of this process; asked of the system by default. */
  readonly resident?: () => number;
  /** Faults that no handler caught. */
  readonly faults: () => FaultCounts;
}

const PICTURE = join(import.meta.dirname, 'one-pixel.png');
const HEALTHY: Finding = { status: 'Healthy' };

/** Everything the service cannot work without. */
export function healthChecks(parts: HealthDependencies): HealthCheck[] {
  const { db, queue, queueName, engine, dataDir, minFreeDiskPercent, faults } = parts;
  const { memory, resident = residentBytes } = parts;
  return [
    {
      name: 'database',
      tags: ['database'],
      failure: 'The database does not answer.',
      run: async () => {
        await sql`select 1`.execute(db);
        return HEALTHY;
      },
    },
    {
      name: 'storage',
      tags: ['storage'],
      failure: 'The data folder cannot be written to.',
      run: (signal) => tryFolder(dataDir, signal),
    },
    {
      name: 'free-space',
      tags: ['storage'],
      failure: 'The free space of the data folder cannot be read.',
      run: () => lookAtSpace(dataDir, minFreeDiskPercent),
    },
    {
      name: 'memory',
      tags: ['service'],
      failure: 'The memory of the process cannot be read.',
      run: async () => lookAtMemory(memory, resident()),
    },
    {
      name: 'engine',
      tags: ['service'],
      failure: 'The processes that read files do not work.',
      run: (signal) => tryEngine(engine, signal),
    },
    {
      name: 'queue',
      tags: ['processing'],
      failure: 'The job queue does not answer.',
      run: async () => {
        await queue.state(queueName, randomUUID());
        return { status: 'Healthy', data: await countWaiting(db) };
      },
    },
    {
      name: 'workers',
      tags: ['processing'],
      failure: 'Whether workers are alive cannot be read.',
      run: () => lookAtWorkers(db),
    },
    {
      name: 'faults',
      tags: ['service'],
      failure: 'The faults of the service cannot be counted.',
      run: () => Promise.resolve(lookAtFaults(faults(), Date.now())),
    },
  ];
}

async function tryFolder(dataDir: string, signal: AbortSignal): Promise<Finding> {
  const path = join(dataDir, `.health-${randomUUID()}`);
  const text = 'written and read';
  try {
    await writeFile(path, text, { mode: 0o600, signal, flush: true });
    if ((await readFile(path, { encoding: 'utf8', signal })) === text) return HEALTHY;
    return { status: 'Unhealthy', description: 'The data folder gives back other bytes than were written.' };
  } finally {
    await rm(path, { force: true });
  }
}

async function lookAtSpace(dataDir: string, minFreePercent: number): Promise<Finding> {
  const { blocks, bavail, bsize } = await statfs(dataDir);
  const percent = blocks === 0 ? 0 : (bavail / blocks) * 100;
  const data = {
    StorageTotalSize: blocks * bsize,
    StorageFreeSpace: bavail * bsize,
    StorageFreeSpacePerc: Math.round(percent * 100) / 100,
  };
  if (percent > minFreePercent) return { status: 'Healthy', data };
  const description = `Only ${percent.toFixed(1)} % of the data folder's disk are free, not more than ${minFreePercent} %. Free some space.`;
  return { status: 'Degraded', description, data };
}

function lookAtMemory({ limitBytes, load }: HealthDependencies['memory'], residentBytes: number): Finding {
  const reserved = Object.entries(load()).map(([use, { reservedBytes }]) => [use, reservedBytes] as const);
  const data = { limitBytes, residentBytes, reservedBytes: Object.fromEntries(reserved) };
  if (residentBytes <= limitBytes) return { status: 'Healthy', data };
  const [has, may] = [residentBytes, limitBytes].map((bytes) => `${Math.round(bytes / 2 ** 20)} MB`);
  const description = `The process has ${has} of memory; Memory.MaxMB allows ${may}. Raise it, or ask for less at once.`;
  return { status: 'Degraded', description, data };
}

/** A child reads a picture of one pixel. That all children are at work for long is no fault of theirs. */
async function tryEngine(engine: HealthDependencies['engine'], signal: AbortSignal): Promise<Finding> {
  // A little before the limit of the check, so that a busy engine can be told from one that hangs.
  const patience = AbortSignal.any([signal, AbortSignal.timeout(ENGINE_PATIENCE_MS)]);
  try {
    const { width } = await engine.call(imageFacts, { path: PICTURE }, { signal: patience });
    if (width === 1) return HEALTHY;
    return { status: 'Unhealthy', description: 'The processes that read files read them wrongly.' };
  } catch (cause) {
    const isBusy = cause instanceof EngineError && (cause.code === 'busy' || cause.code === 'aborted');
    if (!isBusy) throw cause;
    return { status: 'Degraded', description: 'All processes that read files are busy; uploads have to wait.' };
  }
}

/** Long enough for a monitor that asks every few minutes, and for a person who reads the log in the morning. */
const FAULT_SHOWN_MS = 12 * 3_600_000;

/** A fault that no handler caught is a bug. The service continues, and its operator should report it. */
export function lookAtFaults({ count, lastAt, restarts }: FaultCounts, now: number): Finding {
  const data = { faults: count, restarts, last: lastAt === undefined ? null : new Date(lastAt).toISOString() };
  if (lastAt === undefined || now - lastAt > FAULT_SHOWN_MS) return { status: 'Healthy', data };
  const description = `Faults that no handler caught: ${count}; starts after a fault: ${restarts}; last at ${data.last}. The log says where; report them.`;
  return { status: 'Degraded', description, data };
}

/** Starting a child takes 0.3 s on a quiet machine, some seconds on a loaded one. */
export const ENGINE_PATIENCE_MS = 8000;

async function countWaiting(db: Database): Promise<Record<string, number>> {
  const { waiting, running } = await db
    .selectFrom('jobs')
    .select([
      sql<number>`count(*) filter (where state <> 'Processing')`.as('waiting'),
      sql<number>`count(*) filter (where state = 'Processing')`.as('running'),
    ])
    .where('state', 'in', ['Created', 'Enqueued', 'Scheduled', 'Processing'])
    .executeTakeFirstOrThrow();
  return { waiting, running };
}

async function lookAtWorkers(db: Database): Promise<Finding> {
  const data = { ...(await livingProcesses(db)) };
  if (data.workers > 0) return { status: 'Healthy', data };
  const description =
    'No process that builds has been heard of for 30 s: files are stored, but not built. Start a worker.';
  return { status: 'Degraded', description, data };
}
