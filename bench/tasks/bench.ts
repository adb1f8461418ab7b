/**
 * Tasks that do next to nothing, so that what is measured is the platform: the time from the call that submits one to its start
 * by an idle worker, and how many are done a minute when many wait. `DATABASE_URL` asks PostgreSQL instead of the embedded database.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { basic, startProcess } from '../../test/support/process.ts';
import { form } from '../../test/support/service.ts';

const LATENCIES = Number(process.env['BENCH_LATENCIES'] ?? 20);
const MANY = Number(process.env['BENCH_TASKS'] ?? 200);
const PASSWORD = 'secret123';
const DATASET = '/orgs/admin/ds/bench';

const folder = await mkdtemp(join(tmpdir(), 'alidade-bench-'));
const { DATABASE_URL } = process.env;
const service = await startProcess({
  ...{ DATA_DIR: folder, DefaultAdmin__Password: PASSWORD },
  ProcessingPlatform__MaxConcurrentTasksPerUser: '4',
  ProcessingPlatform__Workers: '4',
  ProcessingPlatform__MaxConcurrentTasksGlobal: String(MANY + 1),
  ProcessingPlatform__MaxConcurrentTasksPerOrg: String(MANY + 1),
  ProcessingPlatform__MaxQueuedTasksPerUser: String(MANY + 1),
  ProcessingPlatform__MaxConcurrentBulkDownloadsPerUser: String(MANY + 1),
  ...(DATABASE_URL === undefined ? {} : { DATABASE_URL }),
});
const headers = basic(PASSWORD);

interface Status {
  readonly state: string;
  readonly createdAt: string;
  readonly startedAt: string | null;
}

async function submit(name: string): Promise<string> {
  const json = { toolId: 'bulk-download', params: { archiveName: name }, force: true };
  const answer = await fetch(`${service.url}${DATASET}/tasks`, {
    ...{ method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(json) },
  });
  if (answer.status !== 202) throw new Error(`${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { taskId: string }).taskId;
}

async function ended(id: string): Promise<Status> {
  for (;;) {
    const answer = await fetch(`${service.url}${DATASET}/tasks/${id}`, { headers });
    const status = (await answer.json()) as Status;
    if (status.state === 'Succeeded') return status;
    if (status.state === 'Failed') throw new Error('A task failed');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

try {
  await fetch(`${service.url}/orgs/admin/ds`, { method: 'POST', headers, body: form({ slug: 'bench' }) });
  const body = form({ path: 'a.txt', file: Buffer.from('a') });
  await fetch(`${service.url}${DATASET}/obj`, { method: 'POST', headers, body });
  const latencies: number[] = [];
  for (let index = 0; index < LATENCIES; index += 1) {
    const { createdAt, startedAt } = await ended(await submit(`latency-${index}`));
    latencies.push(Date.parse(startedAt!) - Date.parse(createdAt));
  }
  latencies.sort((one, other) => one - other);
  console.log(DATABASE_URL === undefined ? 'embedded database:' : 'PostgreSQL:');
  console.log(
    `  submit to start, idle worker: median ${latencies[latencies.length >> 1]} ms, most ${latencies.at(-1)} ms`,
  );
  const begin = performance.now();
  const ids: string[] = [];
  for (let index = 0; index < MANY; index += 1) ids.push(await submit(`many-${index}`));
  for (const id of ids) await ended(id);
  const seconds = (performance.now() - begin) / 1000;
  console.log(
    `  ${MANY} tasks, submitted one by one and done, in ${seconds.toFixed(1)} s: ${Math.round((60 * MANY) / seconds)} a minute`,
  );
} finally {
  await service.end('SIGTERM');
  await rm(folder, { recursive: true, force: true });
}
