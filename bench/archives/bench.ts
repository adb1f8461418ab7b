/**
 * Archives of many small files, unpacked by `archive-extract` beside `unzip` of the same archive into a folder: files
 * without bytes, and files of 100 different bytes. The time is from the start of the task to its end, with the embedded
 * database. `BENCH_ENTRIES` changes the number of files.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { basic, startProcess, type ServiceProcess } from '../../test/support/process.ts';
import { form } from '../../test/support/service.ts';
import { zipBytes } from '../../test/support/zip-bytes.ts';
import { processorTimeOf } from '../support/fastcgi.ts';

const run = promisify(execFile);
const ENTRIES = Number(process.env['BENCH_ENTRIES'] ?? 60_000);
const ENTRIES_IN_FOLDER = 1000;
const SMALL_BYTES = 100;
const PASSWORD = 'secret123';
const DATASET = '/orgs/admin/ds/bench';
const headers = basic(PASSWORD);

interface Status {
  readonly state: string;
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly errorText: string | null;
}

const folder = await mkdtemp(join(tmpdir(), 'alidade-bench-'));
const service = await startProcess({ DATA_DIR: join(folder, 'data'), DefaultAdmin__Password: PASSWORD });
try {
  await fetch(`${service.url}/orgs/admin/ds`, { method: 'POST', headers, body: form({ slug: 'bench' }) });
  await compare(service, 'empty', () => '');
  await compare(service, 'small', (index) => String(index).padStart(SMALL_BYTES, 'alidade '));
} finally {
  await service.end('SIGTERM');
  await rm(folder, { recursive: true, force: true });
}

async function compare({ url, child }: ServiceProcess, name: string, contentOf: (index: number) => string) {
  const archive = join(folder, `${name}.zip`);
  const members = Array.from({ length: ENTRIES }, (_, index) => ({
    name: `${Math.floor(index / ENTRIES_IN_FOLDER)}/${index}.txt`,
    content: contentOf(index),
  }));
  const bytes = zipBytes(members);
  await writeFile(archive, bytes);
  const begin = performance.now();
  await run('unzip', ['-q', archive, '-d', join(folder, name)]);
  tell(`unzip, ${name}`, performance.now() - begin);
  const syncing = performance.now();
  await run('sync', ['-f', folder]);
  tell('  and its flush to the disk', performance.now() - syncing);

  await fetch(`${url}${DATASET}/obj`, { method: 'POST', headers, body: form({ path: `${name}.zip`, file: bytes }) });
  const before = await processorTimeOf(child.pid!);
  const { startedAt, finishedAt } = await extract(url, name);
  const used = (await processorTimeOf(child.pid!)) - before;
  tell(`archive-extract, ${name}`, Date.parse(finishedAt) - Date.parse(startedAt), used);
}

async function extract(url: string, name: string): Promise<Status> {
  const json = { toolId: 'archive-extract', params: { sourcePath: `${name}.zip`, destPath: name } };
  const answer = await fetch(`${url}${DATASET}/tasks`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(json),
  });
  const { taskId } = (await answer.json()) as { taskId: string };
  for (;;) {
    const status = (await (await fetch(`${url}${DATASET}/tasks/${taskId}`, { headers })).json()) as Status;
    if (status.state === 'Succeeded') return status;
    if (status.state === 'Failed') throw new Error(status.errorText ?? 'The task failed');
    await sleep(250);
  }
}

function tell(what: string, ms: number, processorMs?: number): void {
  const rate = Math.round(ENTRIES / (ms / 1000));
  const processor =
    processorMs === undefined ? '' : `, ${(processorMs / 1000).toFixed(1)} s of the service's processor`;
  console.log(
    `  ${what.padEnd(30)} ${(ms / 1000).toFixed(2).padStart(7)} s  ${String(rate).padStart(7)} files a second${processor}`,
  );
}
