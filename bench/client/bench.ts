/**
 * The command-line client beside `cp` of the same tree to the same disk, everything flushed: a tree of many small files and
 * one large file are pushed, cloned and shared over loopback. Also the memory of the client and of the service, which must
 * not grow with what is sent. `BENCH_FILES` and `BENCH_MIB` make it smaller.
 */
import { execFile, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startProcess, type ServiceProcess } from '../../test/support/process.ts';
import { forgetPeak, residentMemory } from '../support/memory.ts';
import { writeNoise } from '../support/noise.ts';

const run = promisify(execFile);
const FILES = Number(process.env['BENCH_FILES'] ?? 10_000);
const FILE_BYTES = 20_000;
const FILES_IN_FOLDER = 500;
const LARGE_MIB = Number(process.env['BENCH_MIB'] ?? 4096);
const MAIN = join(import.meta.dirname, '../../src/main.ts');
const PASSWORD = 'secret123';
const LARGE = 'large.bin';
/** How often the memory of a client is looked at. */
const LOOK_MS = 100;

interface Tree {
  readonly name: string;
  readonly folder: string;
  readonly files: number;
  readonly bytes: number;
}

const base = await mkdtemp(join(tmpdir(), 'alidade-bench-'));
try {
  const service = await startProcess({ DATA_DIR: join(base, 'data'), DefaultAdmin__Password: PASSWORD });
  try {
    const environment = { ...process.env, HOME: join(base, 'home'), ALIDADE_PASSWORD: PASSWORD };
    await client(['login', service.url, '--user', 'admin'], base, environment);
    for (const make of [manyFiles, oneFile]) {
      const tree = await make();
      await benchTree(service, tree, environment);
      await rm(tree.folder, { recursive: true });
    }
  } finally {
    await service.end('SIGTERM');
  }
} finally {
  await rm(base, { recursive: true, force: true });
}

async function benchTree(service: ServiceProcess, tree: Tree, environment: NodeJS.ProcessEnv): Promise<void> {
  const { name, folder } = tree;
  console.log(`\n${tree.files} files, ${Math.round(tree.bytes / 1e6)} MB:`);
  const copy = join(base, 'copy');
  report('cp and sync', tree, await timed(() => run('sh', ['-c', 'cp -r "$0" "$1" && sync -f "$1"', folder, copy])));
  await rm(copy, { recursive: true });
  if (tree.files === 1) report('read and hashed once', tree, await timed(() => hashed(join(folder, LARGE))));
  const pid = service.child.pid!;
  const steps: readonly (readonly [what: string, args: readonly string[], cwd: string])[] = [
    ['alidade share', ['share', '.', '--to', `admin/shared-${name}`], folder],
    ['alidade init', ['init'], folder],
    ['alidade push', ['push', `admin/${name}`], folder],
    ['alidade push, nothing new', ['push'], folder],
    ['alidade clone', ['clone', `admin/${name}`, copy], base],
  ];
  for (const [what, args, cwd] of steps) {
    const before = await forgetPeak(pid);
    const begin = performance.now();
    const clientPeak = await client(args, cwd, environment);
    report(what, tree, (performance.now() - begin) / 1000);
    const { peak } = await residentMemory(pid);
    console.log(
      `    memory of the client ${clientPeak} MiB, of the service ${before.now} MiB before, ${peak} MiB at its peak`,
    );
  }
  await rm(copy, { recursive: true });
}

function report(what: string, { files, bytes }: Tree, seconds: number): void {
  const rates = [`${(files / seconds).toFixed(0)} files/s`, `${(bytes / seconds / 1e6).toFixed(0)} MB/s`];
  console.log(`  ${what.padEnd(28)} ${seconds.toFixed(2).padStart(7)} s  ${rates.join('  ')}`);
}

/** Runs a command of the client. @returns the most memory it had, in MiB */
async function client(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(process.execPath, [MAIN, ...args], { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] });
  let peak = 0;
  const look = setInterval(() => {
    residentMemory(child.pid!).then(
      (memory) => (peak = Math.max(peak, memory.peak || 0)),
      () => undefined, // It has ended.
    );
  }, LOOK_MS);
  const [code] = (await once(child, 'close')) as [number | null];
  clearInterval(look);
  if (code !== 0) throw new Error(`alidade ${args.join(' ')} ended with ${code}`);
  return peak;
}

async function manyFiles(): Promise<Tree> {
  const folder = join(base, 'many');
  const bytes = randomBytes(FILE_BYTES);
  for (let index = 0; index < FILES; index += 1) {
    const within = join(folder, `folder ${Math.floor(index / FILES_IN_FOLDER)}`);
    if (index % FILES_IN_FOLDER === 0) await mkdir(within, { recursive: true });
    bytes.writeUInt32LE(index, 0); // No two files alike.
    await writeFile(join(within, `${index}.bin`), bytes);
  }
  return { name: 'many', folder, files: FILES, bytes: FILES * FILE_BYTES };
}

async function oneFile(): Promise<Tree> {
  const folder = join(base, 'one');
  await mkdir(folder);
  await writeNoise(join(folder, LARGE), LARGE_MIB);
  return { name: 'one', folder, files: 1, bytes: LARGE_MIB * 1024 * 1024 };
}

/** What both sides of a copy do with its bytes: on two cores neither can be faster than half of the time of all that is done. */
async function hashed(file: string): Promise<void> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(file, { highWaterMark: 1024 * 1024 })) hash.update(piece as Buffer);
  hash.digest();
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return (performance.now() - begin) / 1000;
}
