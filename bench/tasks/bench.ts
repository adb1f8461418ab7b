/**
 * Tasks that do next to nothing, so that what is measured is the platform: the time from the call that submits one to its start
 * by an idle worker, and how many are done a minute when many wait; with the embedded database and with PostgreSQL, a server of
 * its own that flushes what it commits unless `DATABASE_URL` names one. `BENCH_LATENCIES` and `BENCH_TASKS` change the numbers.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../test/support/postgres.ts';
import { basic, startProcess } from '../../test/support/process.ts';
import { form } from '../../test/support/service.ts';

const LATENCIES = Number(process.env['BENCH_LATENCIES'] ?? 20);
const MANY = Number(process.env['BENCH_TASKS'] ?? 200);
const PASSWORD = 'secret123';
const DATASET = '/orgs/admin/ds/bench';
const headers = basic(PASSWORD);

interface Status {
  readonly state: string;
  readonly createdAt: string;
  readonly startedAt: string | null;
}

async function submit(address: string, name: string): Promise<string> {
  const json = { toolId: 'bulk-download', params: { archiveName: name }, force: true };
  const answer = await fetch(`${address}${DATASET}/tasks`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(json),
  });
  if (answer.status !== 202) throw new Error(`${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { taskId: string }).taskId;
}

async function ended(address: string, id: string): Promise<Status> {
  for (;;) {
    const answer = await fetch(`${address}${DATASET}/tasks/${id}`, { headers });
    const status = (await answer.json()) as Status;
    if (status.state === 'Succeeded') return status;
    if (status.state === 'Failed') throw new Error('A task failed');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** @param address of the service */
async function measure(address: string): Promise<void> {
  await fetch(`${address}/orgs/admin/ds`, { method: 'POST', headers, body: form({ slug: 'bench' }) });
  const body = form({ path: 'a.txt', file: Buffer.from('a') });
  await fetch(`${address}${DATASET}/obj`, { method: 'POST', headers, body });
  const latencies: number[] = [];
  for (let index = 0; index < LATENCIES; index += 1) {
    const { createdAt, startedAt } = await ended(address, await submit(address, `latency-${index}`));
    latencies.push(Date.parse(startedAt!) - Date.parse(createdAt));
  }
  latencies.sort((one, other) => one - other);
  console.log(
    `  submit to start, idle worker: median ${latencies[latencies.length >> 1]} ms, most ${latencies.at(-1)} ms`,
  );
  const begin = performance.now();
  const ids: string[] = [];
  for (let index = 0; index < MANY; index += 1) ids.push(await submit(address, `many-${index}`));
  for (const id of ids) await ended(address, id);
  const seconds = (performance.now() - begin) / 1000;
  console.log(
    `  ${MANY} tasks, submitted one by one and done, in ${seconds.toFixed(1)} s: ${Math.round((60 * MANY) / seconds)} a minute`,
  );
}

/** @param database the environment that names it */
async function measureOn(database: Readonly<Record<string, string>>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'alidade-bench-'));
  const service = await startProcess({
    DATA_DIR: folder,
    DefaultAdmin__Password: PASSWORD,
    ProcessingPlatform__MaxConcurrentTasksPerUser: '4',
    ProcessingPlatform__Workers: '4',
    ProcessingPlatform__MaxConcurrentTasksGlobal: String(MANY + 1),
    ProcessingPlatform__MaxConcurrentTasksPerOrg: String(MANY + 1),
    ProcessingPlatform__MaxQueuedTasksPerUser: String(MANY + 1),
    ProcessingPlatform__MaxConcurrentBulkDownloadsPerUser: String(MANY + 1),
    ...database,
  });
  try {
    await measure(service.url);
  } finally {
    await service.end('SIGTERM');
    await rm(folder, { recursive: true, force: true });
  }
}

console.log('embedded database:');
await measureOn({});

console.log('PostgreSQL:');
const { DATABASE_URL } = process.env;
const server = DATABASE_URL === undefined ? await startPostgres([]) : undefined;
try {
  await measureOn({ DATABASE_URL: DATABASE_URL ?? (await server!.createDatabase('bench')) });
} finally {
  await server?.stop();
}
