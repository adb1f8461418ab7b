/**
 * GetMap over HTTP from a running service, beside MapServer over FastCGI on the same COGs in the same run:
 * `npm run bench -- maps`; takes about five minutes, some rows alone with `node bench/maps/bench.ts 'EPSG:3857 256'`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEngine } from '../../src/engine/index.ts';
import { createProjections } from '../../src/projections/index.ts';
import { startProcess } from '../../test/support/process.ts';
import { PASSWORD } from './servers.ts';
import {
  measureWindows,
  prepareWindows,
  startWindowsPeer,
  WINDOW_ROWS,
  type WindowResult,
  type WindowRow,
} from './windows.ts';

const only = process.argv.slice(2).find((argument) => argument.includes(':')) ?? '';
const folder = await mkdtemp(join(tmpdir(), 'alidade-bench-'));
const data = join(folder, 'data');
const engine = createEngine({ children: 1, callTimeoutMs: 60_000, memoryLimitBytes: 2 ** 31 });
const service = await startProcess({ DATA_DIR: data, DefaultAdmin__Password: PASSWORD });
try {
  const peer = await startWindowsPeer(folder, await prepareWindows(service, folder, data));
  console.log(
    `${availableParallelism()} processors, as many processes of MapServer; load of the machine ${loadavg()[0]!.toFixed(1)}`,
  );
  console.log('Pictures a second, processor time of one in ms, and MapServer by turns: cold, then warm\n');
  const titles = ['', 'maps/s', 'CPU ms', 'MapServer', 'CPU ms', 'x'];
  console.log([...titles, ...titles.slice(1)].map(cell).join(''));
  const rows = WINDOW_ROWS.filter((row) => nameOf(row).startsWith(only));
  try {
    await measureWindows(service, peer ? [peer] : [], createProjections(engine), rows, print);
  } finally {
    await peer?.close();
  }
} finally {
  await Promise.all([service.end('SIGTERM'), engine.close()]);
  await rm(folder, { recursive: true, force: true });
}

function print(result: WindowResult): void {
  console.log([nameOf(result), ...cellsOf(result.cold), ...cellsOf(result.warm)].map(cell).join(''));
}

function nameOf({ crs, side, format, style }: WindowRow): string {
  return `${crs} ${side} ${style === 'default' ? format : style}`;
}

function cellsOf([ours, theirs]: WindowResult['cold']): readonly string[] {
  const figures = [ours, theirs].flatMap((speed) => (speed ? [speed.rate.toFixed(1), speed.cpu.toFixed(1)] : ['', '']));
  return [...figures, ours && theirs ? (ours.rate / theirs.rate).toFixed(2) : ''];
}

function cell(text = '', index: number): string {
  return index === 0 ? text.padEnd(22) : text.padStart(10);
}
