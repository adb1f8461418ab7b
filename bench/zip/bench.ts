/**
 * A whole dataset as an archive beside `zip -0` of the same files, and an upload in resumable pieces beside a plain one of
 * the same file. Also the memory of the service, which must not grow with either, and files about 2 and 4 GiB, which is
 * where 32 bits end.
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, open, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startProcess, type ServiceProcess } from '../../test/support/process.ts';
import { forgetPeak, residentMemory } from '../support/memory.ts';

const run = promisify(execFile);
const MIB = 1024 * 1024;
const SIZE_MIB = Number(process.env['BENCH_MIB'] ?? 2048);
/** Files of the archive: photographs of a flight have about this size. */
const FILE_MIB = 16;
const ROUNDS = 3;
const DATASET = '/orgs/admin/ds/bench';

const folder = await mkdtemp(join(tmpdir(), 'alidade-bench-'));
try {
  const service = await startProcess({ DATA_DIR: join(folder, 'data'), DefaultAdmin__Password: 'secret123' });
  try {
    await curl(service, '/orgs/admin/ds', '-F', 'slug=bench');
    await archives(service);
    await uploads(service);
    await borders(service);
  } finally {
    await service.end('SIGTERM');
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function archives(service: ServiceProcess): Promise<void> {
  const names = Array.from({ length: SIZE_MIB / FILE_MIB }, (_, index) => `${String(index).padStart(4, '0')}.jpg`);
  for (const name of names) {
    await writeFile(join(folder, name), randomBytes(FILE_MIB * MIB));
    await curl(service, `${DATASET}/obj`, '-F', `path=${name}`, '-F', `file=@${join(folder, name)}`);
  }
  const hasZip = await run('zip', ['-v']).then(
    () => true,
    () => false,
  );
  const idle = await forgetPeak(service.child.pid!);
  const rows: Rows = new Map();
  for (let round = 1; round <= ROUNDS; round += 1) {
    if (hasZip) {
      const made = join(folder, 'made.zip');
      await timed(rows, 'zip -0 to a file', () =>
        run('zip', ['-0', '-q', '-j', made, ...names.map((name) => join(folder, name))]),
      );
      await rm(made);
    }
    await timed(rows, 'cat to nowhere', () => run('sh', ['-c', 'cat "$0"/*.jpg > /dev/null', folder]));
    await timed(rows, 'archive of the dataset', () => curl(service, `${DATASET}/download`));
    const saved = ['-sS', '-u', 'admin:secret123', '-o', join(folder, 'made.zip'), `${service.url}${DATASET}/download`];
    await timed(rows, 'the same to a file', () => run('curl', saved));
    await rm(join(folder, 'made.zip'));
    await timed(rows, 'the same as a task', () => archiveTask(service));
  }
  const { firstByte } = await timesOf(service, `${DATASET}/download`);
  print(`archive of ${names.length} files, ${SIZE_MIB} MiB`, rows, SIZE_MIB);
  if (!hasZip) console.log('  zip -0 is absent: the Debian package zip is not installed');
  const { now, peak } = await residentMemory(service.child.pid!);
  console.log(`  first byte after ${(firstByte * 1000).toFixed(1)} ms`);
  console.log(`  memory of the service: before ${idle.now} MiB, after ${now} MiB, peak ${peak} MiB`);
  for (const name of names) await rm(join(folder, name));
}

/** Has the archive made by a task, and waits for its end; what it made is then on the disk, flushed, with its SHA-256. */
async function archiveTask(service: ServiceProcess): Promise<void> {
  const json = { 'content-type': 'application/json' };
  const session = await fetch(`${service.url}/users/authenticate`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ userName: 'admin', password: 'secret123' }),
  });
  const { token } = (await session.json()) as { token: string };
  const headers = { authorization: `Bearer ${token}` };
  const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const sent = body === undefined ? { headers } : { headers: { ...headers, ...json }, body: JSON.stringify(body) };
    const answer = await fetch(`${service.url}${DATASET}/${path}`, { method, ...sent });
    return (await answer.json()) as T;
  };
  const { taskId } = await ask<{ taskId: string }>('POST', 'tasks', { toolId: 'bulk-download', force: true });
  let state = '';
  while (state !== 'Succeeded') {
    if (['Failed', 'Deleted'].includes(state)) throw new Error(`The task is ${state}`);
    await sleep(50);
    ({ state } = await ask<{ state: string }>('GET', `tasks/${taskId}`));
  }
  await ask('DELETE', `tasks/${taskId}`);
}

async function uploads(service: ServiceProcess): Promise<void> {
  const file = join(folder, 'large.bin');
  const handle = await open(file, 'w');
  for (let at = 0; at < SIZE_MIB; at += FILE_MIB) await handle.write(randomBytes(FILE_MIB * MIB));
  await handle.close();
  const idle = await forgetPeak(service.child.pid!);
  const rows: Rows = new Map();
  for (let round = 1; round <= ROUNDS; round += 1) {
    await timed(rows, 'plain upload', () =>
      curl(service, `${DATASET}/obj`, '-F', 'path=plain.bin', '-F', `file=@${file}`),
    );
    await curl(service, `${DATASET}/obj?path=plain.bin`, '-X', 'DELETE');
    await forgetBlobs(service);
    await timed(rows, 'resumable upload, one piece', () => resumable(service, file, 'one.bin'));
    await curl(service, `${DATASET}/obj?path=one.bin`, '-X', 'DELETE');
    await forgetBlobs(service);
  }
  print(`upload of ${SIZE_MIB} MiB`, rows, SIZE_MIB);
  const { now, peak } = await residentMemory(service.child.pid!);
  console.log(`  memory of the service: before ${idle.now} MiB, after ${now} MiB, peak ${peak} MiB`);
  await rm(file);
}

/** Bytes that are there already are not written again; the next round must write them. */
async function forgetBlobs(service: ServiceProcess): Promise<void> {
  await run('sh', ['-c', 'find "$0"/data/blobs -size +1000M -delete', folder]);
  await curl(service, '/version');
}

/** Files with holes, so that they take no space before they are sent; compared by their length and their hash. */
async function borders(service: ServiceProcess): Promise<void> {
  for (const [what, size] of [
    ['0 bytes', 0],
    ['2 GiB - 1', 2 ** 31 - 1],
    ['2 GiB', 2 ** 31],
    ['4 GiB + 1', 2 ** 32 + 1],
  ] as const) {
    const file = join(folder, 'sparse.bin');
    await writeFile(file, '');
    await truncate(file, size);
    await resumable(service, file, 'sparse.bin');
    const archive = join(folder, 'sparse.zip');
    await run('curl', [
      '-sS',
      '-o',
      archive,
      '-u',
      'admin:secret123',
      `${service.url}${DATASET}/download?path=sparse.bin,0000.jpg`,
    ]);
    const isWhole = await run('python3', ['-m', 'zipfile', '-t', archive]).then(
      ({ stdout }) => stdout.includes('Done'),
      () => false,
    );
    const length = (await stat(archive)).size;
    console.log(
      `  ${what.padEnd(10)} uploaded and in an archive of ${length} bytes: ${isWhole ? 'whole' : 'NOT whole'}`,
    );
    await rm(archive);
    await rm(file);
  }
}

async function resumable(service: ServiceProcess, file: string, path: string): Promise<void> {
  const { size } = await stat(file);
  const tus = ['-u', 'admin:secret123', '-H', 'Tus-Resumable: 1.0.0', '-sS', '--fail-with-body'];
  const metadata = `path ${Buffer.from(path).toString('base64')}`;
  const begun = await run('curl', [
    ...tus,
    '-D',
    '-',
    '-o',
    '/dev/null',
    '-X',
    'POST',
    `${service.url}${DATASET}/uploads`,
    '-H',
    `Upload-Length: ${size}`,
    '-H',
    `Upload-Metadata: ${metadata}`,
  ]);
  const address = /^location: (\S+)/im.exec(begun.stdout)![1]!;
  if (size === 0) return;
  await run('curl', [
    ...tus,
    '-X',
    'PATCH',
    '-T',
    file,
    `${service.url}${address}`,
    '-H',
    'Upload-Offset: 0',
    '-H',
    'Content-Type: application/offset+octet-stream',
    '-H',
    'Expect:',
  ]);
}

type Rows = Map<string, number[]>;

async function timed(rows: Rows, what: string, work: () => Promise<unknown>): Promise<void> {
  const begin = performance.now();
  await work();
  rows.set(what, [...(rows.get(what) ?? []), (performance.now() - begin) / 1000]);
}

function print(title: string, rows: Rows, mebibytes: number): void {
  console.log(`${title}, ${ROUNDS} rounds, best of each:`);
  for (const [what, seconds] of rows) {
    const best = Math.min(...seconds);
    console.log(`  ${what.padEnd(28)} ${best.toFixed(2)} s  ${((mebibytes * MIB) / best / 1e6).toFixed(0)} MB/s`);
  }
}

function curl(service: ServiceProcess, path: string, ...args: string[]): Promise<unknown> {
  return run('curl', [
    '--fail-with-body',
    '-sS',
    '-o',
    '/dev/null',
    '-u',
    'admin:secret123',
    service.url + path,
    ...args,
  ]);
}

async function timesOf(service: ServiceProcess, path: string): Promise<{ readonly firstByte: number }> {
  const args = ['-sS', '-o', '/dev/null', '-u', 'admin:secret123', '-w', '%{time_starttransfer}', service.url + path];
  return { firstByte: Number((await run('curl', args)).stdout) };
}
