import { expect, it } from 'vitest';
import { createMetrics, type MetricSources } from './metrics.ts';

const sources: MetricSources = {
  version: '1.2.3',
  holdings: () =>
    Promise.resolve({
      users: 4,
      organizations: 3,
      datasets: 2,
      entries: 9,
      storageBytes: 12_345,
      jobs: new Map([['Failed', 1]]),
      processes: 2,
      workers: 1,
      tasks: { waiting: 7, running: 2 },
      taskPlaces: 2,
    }),
  connections: () => ({ open: 5, idle: 3, waiting: 1 }),
  engineLoad: () => ({ children: 2, busy: 1, waiting: 7 }),
  faults: () => ({ count: 3, lastAt: 0, restarts: 1 }),
  threads: { maps: () => ({ threads: 2, busy: 1, waiting: 5 }) },
  memory: {
    limitBytes: 1000,
    load: () => {
      const idle = { maxBytes: 200, reservedBytes: 0, waiting: 0 };
      return { pictures: { maxBytes: 500, reservedBytes: 70, waiting: 3 }, uploads: idle, downloads: idle };
    },
  },
  onFault: (fault) => {
    throw fault;
  },
};

it('tells requests by route, what is stored, and what the process is doing', async () => {
  const metrics = createMetrics(sources);
  const route = '/orgs/:orgSlug/ds';
  metrics.observe({ method: 'GET', route, status: 200, seconds: 0.02 });
  metrics.observe({ method: 'GET', route, status: 200, seconds: 0.2 });
  metrics.observe({ method: 'GET', route: undefined, status: 404, seconds: 0.001 });
  const lines = (await metrics.read()).split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      'alidade_http_request_duration_seconds_count{method="GET",route="/orgs/:orgSlug/ds",status="200"} 2',
      'alidade_http_request_duration_seconds_count{method="GET",route="none",status="404"} 1',
      'alidade_info{version="1.2.3"} 1',
      'alidade_jobs{state="Failed"} 1',
      'alidade_users 4',
      'alidade_tasks{state="waiting"} 7',
      'alidade_task_places 2',
      'alidade_storage_bytes 12345',
      'alidade_database_connections{state="busy"} 2',
      'alidade_database_waiting_queries 1',
      'alidade_engine_busy_children 1',
      'alidade_threads{for="maps"} 2',
      'alidade_busy_threads{for="maps"} 1',
      'alidade_waiting_thread_work{for="maps"} 5',
      'alidade_faults 3',
      'alidade_restarts 1',
      'alidade_memory_limit_bytes 1000',
      'alidade_memory_share_bytes{for="pictures"} 500',
      'alidade_memory_reserved_bytes{for="pictures"} 70',
      'alidade_memory_waiting{for="pictures"} 3',
      'alidade_memory_reserved_bytes{for="uploads"} 0',
      'alidade_database_up 1',
    ]),
  );
  expect(lines.some((line) => line.startsWith('process_resident_memory_bytes '))).toBe(true);
});

it('leaves out what the database cannot tell, and says that it is away', async () => {
  const faults: unknown[] = [];
  const metrics = createMetrics({
    ...sources,
    holdings: () => Promise.reject(new Error('away')),
    onFault: (fault) => faults.push(fault),
    connections: () => undefined,
  });
  const text = await metrics.read();
  expect(text).toContain('alidade_database_up 0');
  expect(text).not.toContain('alidade_users');
  expect(text).not.toContain('alidade_database_connections');
  expect(faults).toHaveLength(1);
});
