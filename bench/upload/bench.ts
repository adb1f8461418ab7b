/**
 * One large upload over loopback beside what any service must at least do with the bytes: hash them and copy them
 * (`sha256sum` and `cp` of the same file, both flushed to the disk or both not).
 * Also the memory of the service, which must not grow with the file.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startProcess } from '../../test/support/process.ts';
import { residentMemory } from '../support/memory.ts';
import { writeNoise } from '../support/noise.ts';

const run = promisify(execFile);
const SIZE_MIB = Number(process.env['BENCH_MIB'] ?? 2048);
const ROUNDS = 3;

const folder = await mkdtemp(join(tmpdir(), 'alidade-bench-'));
try {
  const file = join(folder, 'large.bin');
  await writeNoise(file, SIZE_MIB);
  const service = await startProcess({ DATA_DIR: join(folder, 'data'), DefaultAdmin__Password: 'secret123' });
  try {
    const curl = (path: string, ...args: string[]): Promise<unknown> =>
      run('curl', ['--fail-with-body', '-sS', '-o', '/dev/null', '-u', 'admin:secret123', service.url + path, ...args]);
    await curl('/orgs/admin/ds', '-F', 'slug=bench');
    const idle = await residentMemory(service.child.pid!);
    const rows: (readonly [what: string, seconds: number])[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      const copy = join(folder, 'copy.bin');
      rows.push([
        'sha256sum and cp',
        await timed(() => run('sh', ['-c', 'sha256sum "$0" && cp "$0" "$1"', file, copy])),
      ]);
      await rm(copy);
      rows.push([
        'sha256sum and cp, flushed',
        await timed(() => run('sh', ['-c', 'sha256sum "$0" && cp "$0" "$1" && sync "$1"', file, copy])),
      ]);
      await rm(copy);
      rows.push([
        'upload (always flushed)',
        await timed(() => curl('/orgs/admin/ds/bench/obj', '-F', 'path=large.bin', '-F', `file=@${file}`)),
      ]);
      await curl('/orgs/admin/ds/bench/obj?path=large.bin', '-X', 'DELETE');
    }
    console.log(`${SIZE_MIB} MiB, ${ROUNDS} rounds, best of each:`);
    for (const what of new Set(rows.map(([name]) => name))) {
      const best = Math.min(...rows.filter(([name]) => name === what).map(([, seconds]) => seconds));
      console.log(`  ${what.padEnd(28)} ${best.toFixed(2)} s  ${(SIZE_MIB / best).toFixed(0)} MiB/s`);
    }
    const { now, peak } = await residentMemory(service.child.pid!);
    console.log(`  memory of the service: idle ${idle.now} MiB, after ${now} MiB, peak ${peak} MiB`);
  } finally {
    await service.end('SIGTERM');
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return (performance.now() - begin) / 1000;
}
