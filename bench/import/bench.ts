/**
 * Import of one large file from a second instance on this machine, beside what any client must at least do: fetch it and
 * hash it (`curl | sha256sum`), and keep it, flushed to the disk.
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startProcess } from '../../test/support/process.ts';

const run = promisify(execFile);
const MIB = 1024 * 1024;
const SIZE_MIB = Number(process.env['BENCH_MIB'] ?? 1024);
const ROUNDS = 3;
const USER = 'admin:secret123';

const folder = await mkdtemp(join(tmpdir(), 'alidade-bench-'));
const password = { DefaultAdmin__Password: 'secret123', Import__AllowedHosts: '127.0.0.1' };
const source = await startProcess({ ...password, DATA_DIR: join(folder, 'source') });
const destination = await startProcess({ ...password, DATA_DIR: join(folder, 'destination') });
try {
  const file = join(folder, 'large.bin');
  const handle = await open(file, 'w');
  for (let at = 0; at < SIZE_MIB; at += 16) await handle.write(randomBytes(16 * MIB));
  await handle.close();
  const curl = (url: string, ...args: string[]): Promise<unknown> =>
    run('curl', ['--fail-with-body', '-sS', '-o', '/dev/null', '-u', USER, url, ...args]);
  await curl(`${source.url}/orgs/admin/ds`, '-F', 'slug=bench');
  await curl(`${source.url}/orgs/admin/ds/bench/obj`, '-F', 'path=large.bin', '-F', `file=@${file}`);
  await rm(file);

  const download = `curl -fsS -u ${USER} '${source.url}/orgs/admin/ds/bench/download?path=large.bin'`;
  const copy = join(folder, 'copy.bin');
  const request = {
    sourceRegistryUrl: source.url,
    username: 'admin',
    password: 'secret123',
    sourceOrganization: 'admin',
    sourceDataset: 'bench',
  };
  const ways: Readonly<Record<string, (round: number) => Promise<unknown>>> = {
    'curl | sha256sum': () => run('sh', ['-c', `${download} | sha256sum`]),
    'curl | tee | sha256sum, flushed': () =>
      run('sh', ['-c', `${download} | tee '${copy}' | sha256sum && sync '${copy}'`]).then(() => rm(copy)),
    'import (always flushed)': async (round) => {
      const body = JSON.stringify({ ...request, destinationDataset: `round-${round}` });
      const url = `${destination.url}/sys/import-dataset`;
      await curl(url, '-H', 'content-type: application/json', '-d', body);
      await curl(`${destination.url}/orgs/admin/ds/round-${round}/obj?path=large.bin`, '-X', 'DELETE');
    },
  };
  console.log(`${SIZE_MIB} MiB, ${ROUNDS} rounds, best of each:`);
  const best = new Map<string, number>();
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const [what, work] of Object.entries(ways)) {
      const begin = performance.now();
      await work(round);
      best.set(what, Math.min(best.get(what) ?? Infinity, (performance.now() - begin) / 1000));
    }
  }
  for (const [what, seconds] of best)
    console.log(`  ${what.padEnd(32)} ${seconds.toFixed(2)} s  ${(SIZE_MIB / seconds).toFixed(0)} MiB/s`);
} finally {
  await destination.end('SIGTERM');
  await source.end('SIGTERM');
  await rm(folder, { recursive: true, force: true });
}
