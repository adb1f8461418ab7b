import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OpenDatabase } from '../../src/database/index.ts';
import { EngineError, type Engine } from '../../src/engine/index.ts';
import { openJobQueue, SYSTEM_QUEUE, type JobQueue } from '../../src/jobs/index.ts';
import { createMemoryBudget } from '../../src/memory/index.ts';
import { healthChecks } from '../../src/system/health/checks.ts';
import { createHeartbeat, livingProcesses } from '../../src/system/health/processes.ts';
import { examine, type HealthReport } from '../../src/system/health/report.ts';
import { describeOnEveryDatabase } from '../support/databases.ts';
import { startService, type TestService } from '../support/service.ts';
import { openTestDatabase } from '../support/test-database.ts';

const TOKEN = 'a-token-of-the-monitor';

describeOnEveryDatabase('health', (environment) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService({ ...(await environment()), MONITOR_TOKEN: TOKEN, MIN_FREE_DISK_PERCENT: '0' });
  });
  afterAll(() => service[Symbol.asyncDispose]());

  it('reports what it looked at, to an administrator and to the monitor', async () => {
    const asked = [
      await service.call('GET', '/health'),
      await service.call('GET', '/health', { token: TOKEN }),
      await service.call('GET', `/health?token=${TOKEN}`, { token: null }),
    ];
    for (const answer of asked) {
      const report = (await answer.json()) as HealthReport;
      expect([answer.status, report.status]).toEqual([200, 'Healthy']);
      expect(report.totalDuration).toMatch(/^\d\d:\d\d:\d\d\.\d{7}$/);
      expect(Object.keys(report.entries)).toEqual([
        'database',
        'storage',
        'free-space',
        'memory',
        'engine',
        'queue',
        'workers',
        'faults',
      ]);
      expect(report.entries['workers']).toMatchObject({
        data: { processes: 1, workers: availableParallelism() },
      });
    }
    const quick = await service.call('GET', '/quickhealth', { token: TOKEN });
    expect([await quick.text(), quick.headers.get('content-type')]).toEqual(['Healthy', 'text/plain; charset=utf-8']);
  });

  it('refuses a wrong token, and opens nothing else to the right one', async () => {
    expect((await service.call('GET', '/health', { token: `${TOKEN}x` })).status).toBe(401);
    expect((await service.call('GET', '/health?token=', { token: null })).status).toBe(401);
    expect((await service.call('GET', '/sys/config', { token: TOKEN })).status).toBe(401);
    expect((await service.call('GET', `/sys/config?token=${TOKEN}`, { token: null })).status).toBe(401);
  });

  it('tells figures by the pattern of a route, whatever was asked for', async () => {
    for (let number = 0; number < 5; number += 1) {
      await service.call('GET', `/orgs/nobody-${number}`);
      await service.call('GET', `/nothing/${number}`);
    }
    const text = await (await service.call('GET', '/metrics', { token: TOKEN })).text();
    const counts = text.split('\n').filter((line) => line.startsWith('alidade_http_request_duration_seconds_count'));
    const of = (part: string): string[] => counts.filter((line) => line.includes(part));
    expect(of('route="/orgs/:orgSlug"')).toEqual([expect.stringMatching(/status="404"\} 5$/)]);
    expect(of('nobody')).toEqual([]);
    expect(of('status="404"').length).toBe(2);
    expect(text).toMatch(/^alidade_users 1$/m);
  });
});

describeOnEveryDatabase('health with faults', (environment) => {
  let folder: string;
  let database: OpenDatabase;
  let queue: JobQueue;
  const faults: unknown[] = [];
  const engine = { call: () => Promise.resolve({ width: 1 }) } as unknown as Pick<Engine, 'call'>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'alidade-health-'));
    database = await openTestDatabase(folder, (await environment())['DATABASE_URL']);
    queue = await openJobQueue(database, [SYSTEM_QUEUE], (error) => faults.push(error));
  });
  afterAll(async () => {
    await queue.close();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });

  const examined = (changes: Partial<Parameters<typeof healthChecks>[0]> = {}): Promise<HealthReport> => {
    const parts = {
      db: database.db,
      queue,
      queueName: SYSTEM_QUEUE,
      engine,
      dataDir: folder,
      minFreeDiskPercent: 0,
      faults: () => ({ count: 0, lastAt: undefined, restarts: 0 }),
      memory: createMemoryBudget({ limitBytes: 2 ** 30, embedded: true, processors: 2 }),
      resident: () => 2 ** 29,
    };
    return examine(healthChecks({ ...parts, ...changes }), 5000, (fault) => faults.push(fault));
  };
  const failing = (code: 'busy' | 'crashed'): Pick<Engine, 'call'> => ({
    call: () => Promise.reject(new EngineError(code, 'no')),
  });

  it('is degraded without a worker, and well with one that is alive', async () => {
    const none = await examined();
    expect(none).toMatchObject({ status: 'Degraded', entries: { workers: { status: 'Degraded' } } });
    const [builder, server] = [
      createHeartbeat(database.db, { id: randomUUID(), version: '1', workers: 2, taskWorkers: 0 }),
      createHeartbeat(database.db, { id: randomUUID(), version: '1', workers: 0, taskWorkers: 0 }),
    ];
    await builder.beat();
    await server.beat();
    await builder.beat();
    expect(await livingProcesses(database.db)).toEqual({ processes: 2, workers: 2 });
    expect((await examined()).status).toBe('Healthy');

    const age = (seconds: number) =>
      database.db
        .updateTable('processes')
        .set({ seen_at: new Date(Date.now() - seconds * 1000) })
        .where('workers', '=', 2)
        .execute();
    await age(40);
    expect(await livingProcesses(database.db)).toEqual({ processes: 1, workers: 0 });
    await age(700);
    await server.beat();
    expect(await database.db.selectFrom('processes').select('workers').execute()).toEqual([{ workers: 0 }]);
    await builder.beat();
    expect((await examined()).status).toBe('Healthy');
    await server.end();
    await server.beat();
    expect(await livingProcesses(database.db)).toEqual({ processes: 1, workers: 2 });
  });

  it('is degraded above the limit of memory, and tells what has been taken of it', async () => {
    const memory = createMemoryBudget({ limitBytes: 2 ** 30, embedded: true, processors: 2 });
    await memory.pictures.take(1000);
    const data = { limitBytes: 2 ** 30, residentBytes: 2 ** 30, reservedBytes: { pictures: 1000, uploads: 0 } };
    expect(await examined({ memory, resident: () => 2 ** 30 })).toMatchObject({
      status: 'Healthy',
      entries: { memory: { status: 'Healthy', data } },
    });
    expect(await examined({ memory, resident: () => 2 ** 30 + 1 })).toMatchObject({
      status: 'Degraded',
      entries: { memory: { status: 'Degraded', description: expect.stringContaining('Memory.MaxMB allows 1024 MB') } },
    });
  });

  it('is degraded when the disk is nearly full, or all children are busy', async () => {
    expect(await examined({ minFreeDiskPercent: 100 })).toMatchObject({
      status: 'Degraded',
      entries: { 'free-space': { status: 'Degraded', data: { StorageTotalSize: expect.any(Number) } } },
    });
    expect(await examined({ engine: failing('busy') })).toMatchObject({
      status: 'Degraded',
      entries: { engine: { status: 'Degraded' } },
    });
  });

  it('is degraded for half a day after a fault that no handler caught', async () => {
    const after = (hours: number) => () => ({ count: 2, lastAt: Date.now() - hours * 3_600_000, restarts: 1 });
    expect(await examined({ faults: after(1) })).toMatchObject({
      status: 'Degraded',
      entries: { faults: { status: 'Degraded', data: { faults: 2, restarts: 1 } } },
    });
    expect(await examined({ faults: after(13) })).toMatchObject({ status: 'Healthy' });
  });

  it('is unhealthy when children crash, the folder is gone or the queue is away', async () => {
    const cases = {
      engine: { engine: failing('crashed') },
      storage: { dataDir: join(folder, 'gone') },
      queue: { queue: { ...queue, state: () => Promise.reject(new Error('away')) } },
    };
    for (const [name, fault] of Object.entries(cases)) {
      const report = await examined(fault);
      expect([name, report.status, report.entries[name]?.status]).toEqual([name, 'Unhealthy', 'Unhealthy']);
      expect(JSON.stringify(report)).not.toContain(folder);
    }
    expect(faults.length).toBeGreaterThan(0);
  });
});
