/**
 * Exports of a raster beside `gdal_translate`, which writes the same form of the same file in the same run: bands as they
 * are, 16 bits scaled to 8, the same with nodata that becomes alpha (theirs by the mask of the first band, ours by those of all); and
 * an index in colours, which it cannot make. Processor time counts beside wall time, of all processes: other work on the machine
 * moves wall times.
 */
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import Value from 'typebox/value';
import type { EntryRow } from '../../../src/datasets/index.ts';
import { createEngine } from '../../../src/engine/index.ts';
import { EntryType } from '../../../src/inspection/index.ts';
import { gdal } from '../../../src/kinds/raster/testing/gdal.ts';
import { createRasterExport } from '../../../src/kinds/raster/export/tool.ts';
import { photoRaster } from '../../support/photo-raster.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
/** Times the photograph is larger each way: 36 megapixels. */
const LARGER = process.env['BENCH_LARGER'] ?? '200%';
const COG = ['-of', 'COG', '-co', 'COMPRESS=DEFLATE', '-co', 'PREDICTOR=YES', '-co', 'BIGTIFF=IF_SAFER'];
const WITH_OVERVIEWS = [...COG, '-co', 'OVERVIEW_RESAMPLING=AVERAGE'];

const folder = await mkdtemp(join(tmpdir(), 'alidade-bench-'));
const engine = createEngine({ children: 1, callTimeoutMs: 600_000, memoryLimitBytes: 2 ** 31 });
try {
  const [bytes, counts] = [join(folder, 'bytes.tif'), join(folder, 'counts.tif')];
  const form = ['-co', 'TILED=YES', '-outsize', LARGER, LARGER, '-r', 'cubic'];
  await gdal('gdal_translate', await photoRaster(folder), bytes, form);
  await gdal('gdal_translate', bytes, counts, [
    '-ot',
    'UInt16',
    '-scale',
    '0',
    '255',
    '0',
    '25500',
    '-co',
    'TILED=YES',
  ]);
  const scaled = ['-ot', 'Byte', '-scale', '0', '25500', '0', '255'];
  const holed = join(folder, 'holed.tif');
  await gdal('gdal_translate', counts, holed, ['-a_nodata', '0', '-co', 'TILED=YES']);
  const numbers = [1, 2, 3].flatMap((band) => ['-b', String(band), `-scale_${band}`, '0', '25500', '0', '255']);
  const mask = ['-b', 'mask', '-scale_4', '0', '255', '0', '255', '-colorinterp_4', 'alpha', '-a_nodata', 'none'];
  const withMask = ['-ot', 'Byte', ...numbers, ...mask];
  const rows = [
    { name: 'bands as they are', source: bytes, asked: {}, theirs: WITH_OVERVIEWS },
    { name: '16 bits to 8', source: counts, asked: { rescale: '0,25500' }, theirs: [...WITH_OVERVIEWS, ...scaled] },
    {
      name: 'the same with gaps, alpha',
      source: holed,
      asked: { rescale: '0,25500' },
      theirs: [...WITH_OVERVIEWS, ...withMask],
    },
    { name: 'index in colours (VARI)', source: bytes, asked: { formula: 'VARI' }, theirs: null },
  ];
  console.log(`${LARGER} of a photograph, ${(await stat(bytes)).size} bytes, best of ${ROUNDS} rounds, seconds:`);
  for (const { name, source, asked, theirs } of rows) {
    const [ours, peer]: [Cost[], Cost[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      if (theirs !== null) peer.push(await measured((scratch) => translate(source, join(scratch, 'out.tif'), theirs)));
      ours.push(await measured((scratch) => exportRaster(source, asked, scratch)));
    }
    tell(name, best(ours));
    if (theirs === null) continue;
    tell('  gdal_translate', best(peer));
    console.log(
      `  ratio: ${(best(ours).cpu / best(peer).cpu).toFixed(2)} processor, ${(best(ours).wall / best(peer).wall).toFixed(2)} wall`,
    );
  }
} finally {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
}

interface Cost {
  readonly cpu: number;
  readonly wall: number;
}

function tell(name: string, { cpu, wall }: Cost): void {
  console.log(`  ${name.padEnd(26)} ${cpu.toFixed(1).padStart(6)} processor ${wall.toFixed(1).padStart(6)} wall`);
}

function best(costs: readonly Cost[]): Cost {
  return {
    cpu: Math.min(...costs.map(({ cpu }) => cpu)),
    wall: Math.min(...costs.map(({ wall }) => wall)),
  };
}

async function measured(work: (scratch: string) => Promise<void>): Promise<Cost> {
  const scratch = join(folder, 'round');
  await mkdir(scratch);
  const [cpu, wall] = [await processorSeconds(), performance.now()];
  await work(scratch);
  const cost = { cpu: (await processorSeconds()) - cpu, wall: (performance.now() - wall) / 1000 };
  await rm(scratch, { recursive: true });
  return cost;
}

/** Runs the tool as a task does, from the file to the artifact. */
async function exportRaster(source: string, asked: object, scratch: string): Promise<void> {
  const tool = createRasterExport();
  const path = basename(source);
  const parameters = Value.Default(tool.parameters, { path, ...asked }) as Parameters<typeof tool.run>[0]['parameters'];
  const none = (): void => undefined;
  const { size } = await stat(source);
  const entry: EntryRow = {
    path,
    hash: '',
    type: EntryType.GeoRaster,
    properties: null,
    mtime: 0,
    size,
    depth: 0,
    pointGeometry: null,
    polygonGeometry: null,
    companions: '',
  };
  await tool.run({
    id: '',
    dataset: { id: '', slug: '', organization: { id: '', slug: '' } },
    parameters,
    engine,
    folder: scratch,
    parked: null,
    entries: {
      find: () => Promise.resolve(entry),
      require: () => Promise.resolve(entry),
      below: () => [entry].values() as never,
    },

    signal: AbortSignal.timeout(600_000),
    keptFolder: () => Promise.reject(new Error('An export keeps nothing')),
    requireRoom: () => Promise.resolve(Infinity),
    writeMany: () => Promise.reject(new Error('An export writes no files')),
    wasCancelled: () => Promise.resolve(false),
    locate: () => source,
    metadata: () => Promise.resolve(undefined),
    neighbours: () => ({ find: () => Promise.resolve(new Map()) }),
    report: none,
    log: none,
    write: () => Promise.resolve(),
    remove: none,
  });
}

async function translate(source: string, destination: string, options: readonly string[]): Promise<void> {
  const env = { ...process.env, GDAL_CACHEMAX: '256', GDAL_NUM_THREADS: '2', GDAL_PAM_ENABLED: 'NO' };
  const child = spawn('gdal_translate', [...options, source, destination], { stdio: 'ignore', env });
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`gdal_translate ended with ${code}`))));
  });
}

/** Processor time of this process, of its children that have ended, and of those that live. */
async function processorSeconds(): Promise<number> {
  const children = (await readFile(`/proc/self/task/${process.pid}/children`, 'utf8')).trim().split(' ');
  const all = [process.pid, ...children.filter((pid) => pid !== '').map(Number)];
  const ticks = await Promise.all(all.map(readTicks));
  return ticks.reduce((sum, each) => sum + each, 0) / 100;
}

async function readTicks(pid: number): Promise<number> {
  const line = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, each) => sum + Number(each), 0);
}
