/**
 * Map tiles per second, beside a GDAL warp of the same tiles out of the source, in the same run:
 * `node bench/tiles/bench.ts`. Two workers or processes everywhere; takes about half a minute.
 */
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createRasterTiles } from '../../src/kinds/raster/index.ts';
import type { RasterTiles, TileFormat } from '../../src/kinds/raster/index.ts';
import { makeCog } from '../../src/kinds/raster/testing/test-cog.ts';
import { photoRaster } from '../support/photo-raster.ts';
import { warpOptions } from './tile-extent.ts';

/** Tiles per second, and milliseconds of processor time for one: the steadier figure on a busy machine. */
interface Speed {
  readonly rate: number;
  readonly cpu: number | null;
}

type Tile = readonly [z: number, x: number, y: number];

/** Both sides of the comparison get as many processors. */
const PROCESSES = 2;
/** Requests in flight: a browser's view of a map. */
const IN_FLIGHT = 16;
/** How long a row may take: enough for a steady figure, short enough for a person. */
const ROW_MS = 2500;

const folder = await mkdtemp(join(tmpdir(), 'alidade-bench-'));
try {
  await main();
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function main(): Promise<void> {
  const source = await photoRaster(folder);
  const path = join(folder, 'cog.tif');
  await makeCog(source, path, 'JPEG', ['-co', 'NUM_THREADS=2']);
  const file = { path, version: '1' };
  const cold = createRasterTiles({ limits: { cachedBytes: 1 } });
  const warm = createRasterTiles();
  const inner = await storedTiles(cold, path);
  const deeper = inner.map(([z, x, y]): Tile => [z + 2, x * 4 + 1, y * 4 + 1]);
  const upper = [
    ...new Map(inner.map(([z, x, y]) => [`${x >> 1}/${y >> 1}`, [z - 1, x >> 1, y >> 1] as const])).values(),
  ];

  const ours = (tiles: RasterTiles, list: readonly Tile[], format: TileFormat) =>
    throughput(list, async ([z, x, y]) => tiles.tile(file, { z, x, y, scale: 1, format }));
  const before = await warpThroughput(source, inner, 'pixels');
  const rows: [string, Speed][] = [
    ['stored block', await ours(cold, inner, 'best')],
    ['PNG, cold', await ours(cold, inner, 'png')],
    ['WebP, cold', await ours(cold, inner, 'webp')],
    ['PNG, one zoom up, cold', await ours(cold, upper, 'png')],
    ['PNG, two zooms deeper, cold', await ours(cold, deeper, 'png')],
    ['PNG, cached', await ours(warm, inner, 'png')],
    ['GDAL warp in process, PNG', await warpThroughput(source, inner, 'png')],
    ['gdalwarp, a process for each tile', await programThroughput(source, inner)],
  ];
  // Before and after: other work on the machine is then in the mean of both.
  const reference = mean(before, await warpThroughput(source, inner, 'pixels'));
  rows.push(['GDAL warp in process, pixels only', reference]);
  await Promise.all([cold.close(), warm.close()]);
  console.log(
    `${inner.length} tiles of 256 pixels, ${availableParallelism()} cores, ${IN_FLIGHT} requests in flight\n`,
  );
  console.log(
    `${''.padEnd(36)}${'tiles/s'.padStart(10)}${'to warp'.padStart(10)}${'CPU ms'.padStart(10)}${'to warp'.padStart(10)}`,
  );
  for (const [name, { rate, cpu }] of rows) {
    const cells = [
      rate.toFixed(0),
      `${(rate / reference.rate).toFixed(1)}x`,
      cpu === null ? '' : cpu.toFixed(2),
      cpu === null || reference.cpu === null ? '' : `${(reference.cpu / cpu).toFixed(1)}x`,
    ];
    console.log(`${name.padEnd(36)}${cells.map((cell) => cell.padStart(10)).join('')}`);
  }
}

function mean(a: Speed, b: Speed): Speed {
  return { rate: (a.rate + b.rate) / 2, cpu: ((a.cpu ?? 0) + (b.cpu ?? 0)) / 2 };
}

/** The tiles of the full resolution that are stored whole. */
async function storedTiles(tiles: RasterTiles, path: string): Promise<readonly Tile[]> {
  const [{ zoom, left, top, columns, rows }] = (await tiles.facts({ path })).levels;
  const found: Tile[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [x, y] = [left / 256 + column, top / 256 + row];
      const { contentType } = await tiles.tile({ path }, { z: zoom, x, y, scale: 1, format: 'best' });
      if (contentType === 'image/jpeg') found.push([zoom, x, y]);
    }
  }
  return found;
}

/** Goes round and round the tiles for a while, after one round to warm up. */
async function throughput(tiles: readonly Tile[], work: (tile: Tile) => Promise<unknown>): Promise<Speed> {
  const inFlight = async (until: () => boolean, next: () => Tile): Promise<void> => {
    while (!until()) await work(next());
  };
  const run = async (until: (done: number) => boolean): Promise<number> => {
    let taken = 0;
    const next = () => tiles[taken++ % tiles.length]!;
    await Promise.all(Array.from({ length: IN_FLIGHT }, () => inFlight(() => until(taken), next)));
    return taken;
  };
  await run((done) => done >= tiles.length);
  const started = performance.now();
  const usage = process.cpuUsage();
  const done = await run(() => performance.now() - started > ROW_MS);
  const { user, system } = process.cpuUsage(usage);
  return { rate: (done / (performance.now() - started)) * 1000, cpu: (user + system) / 1000 / done };
}

/** Each process takes every second tile; start of the processes is not counted. */
async function warpThroughput(source: string, tiles: readonly Tile[], output: 'pixels' | 'png'): Promise<Speed> {
  const script = fileURLToPath(new URL('./warp-child.ts', import.meta.url));
  const times = await Promise.all(
    Array.from({ length: PROCESSES }, async (_, process_) => {
      const child = spawn(process.execPath, [script, source, output], { stdio: ['pipe', 'pipe', 'inherit'] });
      const mine = tiles.filter((_tile, index) => index % PROCESSES === process_);
      child.stdin.end(mine.map((tile) => tile.join(' ')).join('\n'));
      return (await text(child.stdout)).trim().split(' ').map(Number);
    }),
  );
  const slowest = Math.max(...times.map(([clock = 0]) => clock));
  const cpu = times.reduce((sum, [, used = 0]) => sum + used, 0);
  return { rate: (tiles.length / slowest) * 1000, cpu: cpu / tiles.length };
}

async function programThroughput(source: string, tiles: readonly Tile[]): Promise<Speed> {
  const run = promisify(execFile);
  // Twenty are enough: each is mostly the start of a process.
  const some = tiles.slice(0, 20);
  const started = performance.now();
  const worker = async (first: number): Promise<void> => {
    for (let at = first; at < some.length; at += PROCESSES) {
      const [z, x, y] = some[at]!;
      await run('gdalwarp', ['-q', ...warpOptions(z, x, y), source, join(folder, `program${at}.tif`)]);
    }
  };
  await Promise.all(Array.from({ length: PROCESSES }, (_, process_) => worker(process_)));
  return { rate: (some.length / (performance.now() - started)) * 1000, cpu: null };
}
