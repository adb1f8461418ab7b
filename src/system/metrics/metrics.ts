import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ThreadLoad } from '../../concurrency/index.ts';
import type { Connections } from '../../database/index.ts';
import type { PoolLoad } from '../../engine/index.ts';
import type { FaultCounts } from '../../errors/index.ts';
import type { Answered } from '../../http/index.ts';
import type { MemoryBudget, MemoryLoad } from '../../memory/index.ts';
import type { Holdings } from './holdings.ts';

/** Seconds: a stored tile takes a millisecond, an upload minutes. */
const BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

export interface MetricSources {
  readonly version: string;
  /** Labels all figures, where several processes answer on one port and each reading may be of another one. */
  readonly processNumber?: number | undefined;
  /** What is stored; asked at each reading. */
  readonly holdings: () => Promise<Holdings>;
  readonly connections: () => Connections | undefined;
  readonly engineLoad: () => PoolLoad;
  /** Threads that draw and search, by what they do. */
  readonly threads: Readonly<Record<string, () => ThreadLoad>>;
  readonly faults: () => FaultCounts;
  readonly memory: Pick<MemoryBudget, 'limitBytes' | 'load'>;
  /** Told when the database cannot be asked; the reading then lacks its figures, and says so. */
  readonly onFault: (fault: unknown) => void;
}

export interface Metrics {
  readonly contentType: string;
  /** Counts an answered request. Patterns of routes are a fixed set, so that labels stay few whatever is asked for. */
  observe(answer: Answered): void;
  /** Everything in the text format of Prometheus. */
  read(): Promise<string>;
}

/** Figures of the process itself: one set, however many applications run in it. */
let processMetrics: Registry | undefined;

function ofThisProcess(): Registry {
  if (processMetrics === undefined) {
    processMetrics = new Registry();
    collectDefaultMetrics({ register: processMetrics });
  }
  return processMetrics;
}

export function createMetrics(sources: MetricSources): Metrics {
  const lasting = new Registry();
  const requests = new Histogram({
    name: 'alidade_http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its answer, by pattern of the route.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [lasting],
  });
  ofThisProcess();
  return {
    contentType: lasting.contentType,
    observe({ method, route, status, seconds }) {
      requests.observe({ method, route: route ?? 'none', status }, seconds);
    },
    async read() {
      const holdings = await sources.holdings().catch((fault: unknown): undefined => {
        sources.onFault(fault);
      });
      const all = Registry.merge([lasting, ofThisProcess(), presentFigures(sources, holdings)]);
      if (sources.processNumber !== undefined) all.setDefaultLabels({ process: String(sources.processNumber) });
      return all.metrics();
    },
  };
}

/** What can only be known at the moment; what is not known is left out, not shown as it was. */
function presentFigures(
  { version, connections, engineLoad, threads, faults, memory }: MetricSources,
  holdings: Holdings | undefined,
): Registry {
  const registry = new Registry();
  const one = (name: string, help: string, value: number): void =>
    new Gauge({ name: `alidade_${name}`, help, registers: [registry] }).set(value);
  const many = (name: string, help: string, label: string, values: Iterable<readonly [string, number]>): void => {
    const gauge = new Gauge({ name: `alidade_${name}`, help, labelNames: [label], registers: [registry] });
    for (const [key, value] of values) gauge.set({ [label]: key }, value);
  };

  many('info', 'Always 1; the version is the label.', 'version', [[version, 1]]);
  const load = engineLoad();
  one('engine_children', 'Processes that may read files at the same time.', load.children);
  one('engine_busy_children', 'Processes that are reading a file.', load.busy);
  one('engine_waiting_calls', 'Files that wait to be read.', load.waiting);
  const loads = Object.entries(threads).map(([what, load]) => [what, load()] as const);
  const figure = (of: keyof ThreadLoad) => loads.map(([what, load]) => [what, load[of]] as const);
  many('threads', 'Threads that may draw or search at the same time.', 'for', figure('threads'));
  many('busy_threads', 'Threads that are drawing or searching.', 'for', figure('busy'));
  many('waiting_thread_work', 'Pictures and searches that wait for a thread.', 'for', figure('waiting'));
  const { count, restarts } = faults();
  one('faults', 'Faults since the start that no handler caught; each is in the log.', count);
  one('restarts', 'How often the process was started again after a fault.', restarts);
  one('memory_limit_bytes', 'Memory that the process should stay below.', memory.limitBytes);
  const shares = Object.entries(memory.load());
  const memoryFigure = (of: keyof MemoryLoad) => shares.map(([use, load]) => [use, load[of]] as const);
  many('memory_share_bytes', 'Memory that work of a kind may have at once.', 'for', memoryFigure('maxBytes'));
  many('memory_reserved_bytes', 'Memory that work in progress has taken.', 'for', memoryFigure('reservedBytes'));
  many('memory_waiting', 'Pieces of work that wait for memory.', 'for', memoryFigure('waiting'));
  const pool = connections();
  if (pool !== undefined) {
    const { open, idle, waiting } = pool;
    const states = Object.entries({ idle, busy: open - idle });
    many('database_connections', 'Connections of this process to the database server.', 'state', states);
    one('database_waiting_queries', 'Statements that wait for a connection.', waiting);
  }
  one('database_up', 'Whether the database answered this reading.', holdings === undefined ? 0 : 1);
  if (holdings === undefined) return registry;
  many('jobs', 'Jobs that are kept, by state.', 'state', holdings.jobs);
  one('users', 'Users.', holdings.users);
  one('organizations', 'Organizations.', holdings.organizations);
  one('datasets', 'Datasets.', holdings.datasets);
  one('entries', 'Files and folders in all datasets.', holdings.entries);
  one('storage_bytes', 'Bytes of all files in all datasets; equal files are stored once.', holdings.storageBytes);
  one('processes', 'Processes of the service that are alive.', holdings.processes);
  many('tasks', 'Tasks of tools that wait for their turn or have it.', 'state', Object.entries(holdings.tasks));
  one('task_places', 'Tasks that all processes together can run at the same time.', holdings.taskPlaces);
  one('workers', 'Builds that all of them together can run at the same time.', holdings.workers);
  return registry;
}
