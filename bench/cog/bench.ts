/**
 * The COG of an orthophoto of 12,000 x 12,000 pixels: the whole build, beside the two programs it is made with, run by hand
 * with the same arguments. Processor time counts, of all processes: other work on the machine moves wall times.
 */
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as Gdal from 'gdal-async';
import { allKinds } from '../../src/kinds/index.ts';
import { createEngine, type Engine, type RunOptions } from '../../src/engine/index.ts';

const gdal: typeof Gdal = createRequire(import.meta.url)('gdal-async');
const SIDE = Number(process.env['BENCH_SIDE'] ?? 12_000);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const TIMEOUT_MS = 3_600_000;

const folder = await mkdtemp(join(tmpdir(), 'alidade-bench-'));
const engine = createEngine({ children: 1, callTimeoutMs: TIMEOUT_MS, memoryLimitBytes: 2 ** 31 });
try {
  const source = join(folder, 'source.tif');
  writeOrthophoto(source);
  const { size } = await stat(source);
  console.log(`${SIDE} x ${SIDE}, ${(size / 1e6).toFixed(0)} MB, best of ${ROUNDS} rounds, seconds:`);
  const best = new Map<string, { cpu: number; wall: number }>();
  const note = (name: string, cpu: number, wall: number): void => {
    const before = best.get(name) ?? { cpu: Infinity, wall: Infinity };
    best.set(name, { cpu: Math.min(before.cpu, cpu), wall: Math.min(before.wall, wall) });
  };
  for (let round = 1; round <= ROUNDS; round += 1) {
    const scratch = join(folder, `build-${round}`);
    await mkdir(scratch);
    const { parts, commands } = await build(source, size, scratch);
    for (const [name, { cpu, wall }] of parts) note(name, cpu, wall);
    await rm(scratch, { recursive: true });
    await mkdir(scratch);
    const byHand = { cpu: 0, wall: 0 };
    for (const [program, args] of commands) {
      const { cpu, wall } = await run(program, args);
      byHand.cpu += cpu;
      byHand.wall += wall;
    }
    note('by hand: gdalwarp, gdal_translate', byHand.cpu, byHand.wall);
    await rm(scratch, { recursive: true });
  }
  for (const [name, { cpu, wall }] of best)
    console.log(`  ${name.padEnd(36)} ${cpu.toFixed(1).padStart(6)} processor ${wall.toFixed(1).padStart(6)} wall`);
  const ratio = (best.get('build')?.cpu ?? NaN) / (best.get('by hand: gdalwarp, gdal_translate')?.cpu ?? NaN);
  console.log(`  build / by hand: ${ratio.toFixed(2)}`);
} finally {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
}

interface Cost {
  readonly cpu: number;
  readonly wall: number;
}

/** Builds the COG and tells what each part of it took, and the commands of its programs. */
async function build(
  source: string,
  size: number,
  scratch: string,
): Promise<{ parts: ReadonlyMap<string, Cost>; commands: readonly (readonly [string, readonly string[]])[] }> {
  const parts = new Map<string, Cost>();
  const commands: (readonly [string, readonly string[]])[] = [];
  /** Adds what this process and its children of that part used. */
  const measured = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const [cpu, wall] = [await processorSeconds(), performance.now()];
    const result = await work();
    const before = parts.get(name) ?? { cpu: 0, wall: 0 };
    const used = (await processorSeconds()) - cpu;
    parts.set(name, { cpu: before.cpu + used, wall: before.wall + (performance.now() - wall) / 1000 });
    return result;
  };
  const watched: Engine = {
    ...engine,
    call: (operation, input, options) => measured(operation.name, () => engine.call(operation, input, options)),
    run: (program, args, options?: RunOptions) => {
      commands.push([program.name, args]);
      return measured(program.name, () => engine.run(program, args, options));
    },
  };
  const cog = allKinds.outputs.find(({ kind }) => kind === 'cog');
  if (cog?.made !== 'by-build') throw new Error('There is no output cog.');
  const nothing = {
    neighbours: { find: () => Promise.resolve(new Map()) },
    metadata: () => Promise.resolve(undefined),
    made: () => '',
    factsOf: () => ({}),
  };
  const request = { ...nothing, source, name: 'source.tif', size, scratch, engine: watched };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  await measured('build', () => cog.build({ ...request, signal, report: () => undefined, log: () => undefined }));
  return { parts, commands };
}

/** Processor time of this process, of its children that have ended, and of those that live. */
async function processorSeconds(): Promise<number> {
  const own = await readTicks(process.pid);
  const children = (await readFile(`/proc/self/task/${process.pid}/children`, 'utf8')).trim().split(' ');
  const living = await Promise.all(children.filter((pid) => pid !== '').map((pid) => readTicks(Number(pid))));
  return (own + living.reduce((sum, ticks) => sum + ticks, 0)) / 100;
}

async function readTicks(pid: number): Promise<number> {
  const line = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0);
}

async function run(program: string, args: readonly string[]): Promise<Cost> {
  const [cpu, wall] = [await processorSeconds(), performance.now()];
  const GDAL = { GDAL_CACHEMAX: '256', GDAL_NUM_THREADS: '2', GDAL_PAM_ENABLED: 'NO' };
  const child = spawn(program, args, { stdio: 'ignore', env: { ...process.env, ...GDAL } });
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`${program} ended with ${code}`))));
  });
  return { cpu: (await processorSeconds()) - cpu, wall: (performance.now() - wall) / 1000 };
}

/** Ground as a camera sees it: slow waves, edges of fields, some noise; half a metre a pixel. */
function writeOrthophoto(path: string): void {
  const dataset = gdal.open(path, 'w', 'GTiff', SIDE, SIDE, 3, 'Byte', [
    'TILED=YES',
    'COMPRESS=DEFLATE',
    'PHOTOMETRIC=RGB',
    'NUM_THREADS=2',
    'BIGTIFF=YES',
  ]);
  dataset.srs = gdal.SpatialReference.fromEPSG(32632);
  dataset.geoTransform = [680_000, 0.5, 0, 5_151_000, 0, -0.5];
  const rows = 256;
  let state = 1;
  for (let y = 0; y < SIDE; y += rows) {
    const height = Math.min(rows, SIDE - y);
    const bands = [0, 1, 2].map(() => new Uint8Array(SIDE * height));
    for (let at = 0; at < SIDE * height; at += 1) {
      const [column, row] = [at % SIDE, y + Math.floor(at / SIDE)];
      state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
      const field = ((Math.floor(column / 300) * 7 + Math.floor(row / 200) * 13) % 9) * 8;
      const light = 90 + field + 30 * Math.sin(column / 97) * Math.cos(row / 71) + ((state >> 16) & 15);
      bands.forEach((band, index) => (band[at] = light + index * 12));
    }
    bands.forEach((band, index) => dataset.bands.get(index + 1).pixels.write(0, y, SIDE, height, band));
  }
  dataset.close();
}
