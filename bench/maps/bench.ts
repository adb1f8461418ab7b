/**
 * GetMap over HTTP from a running service, beside MapServer over FastCGI on the same COG in the same run:
 * `npm run bench -- maps`; takes about four minutes, a row alone with `node bench/maps/bench.ts 'EPSG:3857 256 png'`.
 */
import { glob, mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent, get, type IncomingMessage } from 'node:http';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createEngine } from '../../src/engine/index.ts';
import { createProjections } from '../../src/projections/index.ts';
import { basic, startProcess } from '../../test/support/process.ts';
import { form, until } from '../../test/support/service.ts';
import { processorTimeOf } from '../support/fastcgi.ts';
import { type MapServer, startMapServer } from '../support/mapserver.ts';
import { photoRaster } from '../support/photo-raster.ts';

/** Pictures per second, and milliseconds of processor time for one: the steadier figure on a busy machine. */
interface Speed {
  readonly rate: number;
  readonly cpu: number;
}

/** A service that draws maps. */
interface Server {
  /** The picture that a query asks for. */
  get(query: string): Promise<Uint8Array>;
  processorTime(): Promise<number>;
}

/** What is asked for: pictures of one size, format and CRS. */
interface Row {
  readonly crs: string;
  readonly side: number;
  readonly format: 'png' | 'jpeg';
}

const PROCESSORS = availableParallelism();
/** Clients of a processor: more than work at once, fewer than people who wait. */
const IN_FLIGHT = 2 * PROCESSORS;
const ROUND_MS = 2500;
const ROUNDS = 3;
const WARM_UP = 40;
/** Metres of a pixel: between two levels of the COG, as a map of any zoom is. */
const RESOLUTION = 0.27;
/** The middle of the photograph; beside it lie the boxes, by up to 150 m to each side, each at another place. */
const MIDDLE = { x: 300_600, y: 5_000_450 } as const;
const SHIFT = 300;
const DATASET = '/orgs/admin/ds/bench';
const PASSWORD = 'secret123';

const FIRST_BYTE = { png: 0x89, jpeg: 0xff } as const;

const only = process.argv.slice(2).find((argument) => argument.includes(':')) ?? '';
const folder = await mkdtemp(join(tmpdir(), 'alidade-bench-'));
const engine = createEngine({ children: 1, callTimeoutMs: 60_000, memoryLimitBytes: 2 ** 31 });
const projections = createProjections(engine);
const service = await startProcess({ DATA_DIR: join(folder, 'data'), DefaultAdmin__Password: PASSWORD });
const agent = new Agent({ keepAlive: true });
const own: Server = {
  async get(query) {
    // Not by `fetch`, which takes half as much again of the processors that both sides and their clients share.
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      get(`${service.url}${DATASET}/wms?${query}`, { agent }, resolve).on('error', reject);
    });
    return buffer(answer);
  },
  async processorTime() {
    const children = await readFile(`/proc/${service.child.pid}/task/${service.child.pid}/children`, 'utf8');
    const ids = [service.child.pid!, ...children.split(' ').filter(Boolean).map(Number)];
    return (await Promise.all(ids.map(processorTimeOf))).reduce((sum, time) => sum + time, 0);
  },
};
try {
  await main();
} finally {
  agent.destroy();
  await Promise.all([service.end('SIGTERM'), engine.close()]);
  await rm(folder, { recursive: true, force: true });
}

async function main(): Promise<void> {
  const path = await prepare();
  const layer = (name: string, resampling: string): string =>
    `LAYER NAME "${name}" TYPE RASTER STATUS ON DATA "${path}" PROJECTION "init=epsg:3857" END
      ${resampling} PROCESSING "CLOSE_CONNECTION=DEFER" END\n`;
  const layers = layer('nearest', '') + layer('bilinear', 'PROCESSING "RESAMPLE=BILINEAR"');
  const peer = await startMapServer(folder, layers, PROCESSORS);
  console.log(
    `${PROCESSORS} processors, as many processes of MapServer, ${IN_FLIGHT} clients; pictures a second and processor time of one in ms;`,
  );
  console.log(
    `the middle of ${ROUNDS} rounds of ${ROUND_MS / 1000} s by turns; load of the machine ${loadavg()[0]!.toFixed(1)}\n`,
  );
  const titles = ['', 'maps/s', 'CPU ms', 'MapServer', 'CPU ms', 'x', 'bilinear', 'CPU ms', 'x'];
  console.log(titles.map(cell).join(''));
  try {
    for (const row of rows()) await report(row, peer);
  } finally {
    await peer?.close();
  }
}

function rows(): readonly Row[] {
  const all = ['EPSG:3857', 'EPSG:32632', 'EPSG:4326'].flatMap((crs) =>
    [256, 1024].flatMap((side) => (['png', 'jpeg'] as const).map((format) => ({ crs, side, format }))),
  );
  return all.filter((row) => nameOf(row).startsWith(only));
}

function nameOf({ crs, side, format }: Row): string {
  return `${crs} ${side} ${format}`;
}

/** By turns, so that what else the machine does meets all of them. */
async function report(row: Row, peer: MapServer | undefined): Promise<void> {
  const boxOf = await boxes(row);
  const servers = [
    measured(own, row, 'photo.tif', boxOf),
    ...(peer === undefined ? [] : ['nearest', 'bilinear'].map((layer) => measured(peer, row, layer, boxOf))),
  ];
  const speeds: Speed[][] = servers.map(() => []);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, measure] of servers.entries()) speeds[at]!.push(await measure());
  }
  const [ours, ...theirs] = speeds.map(middleOf);
  const cells = [ours!.rate, ours!.cpu, ...theirs.flatMap(({ rate, cpu }) => [rate, cpu, ours!.rate / rate])];
  console.log([nameOf(row), ...cells.map((value) => value.toFixed(1))].map(cell).join(''));
}

function cell(text = '', index: number): string {
  return index === 0 ? text.padEnd(22) : text.padStart(10);
}

function middleOf(speeds: readonly Speed[]): Speed {
  const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;
  return { rate: middle(speeds.map(({ rate }) => rate)), cpu: middle(speeds.map(({ cpu }) => cpu)) };
}

/** Uploads the photograph and waits for its COG. @returns where that lies, for the others */
async function prepare(): Promise<string> {
  const headers = basic(PASSWORD);
  const call = (path: string, body?: FormData) =>
    fetch(service.url + path, { headers, ...(body && { method: 'POST', body }) });
  await call('/orgs/admin/ds', form({ slug: 'bench', visibility: '1' }));
  const file = await readFile(await photoRaster(folder));
  const uploaded = await call(`${DATASET}/obj`, form({ path: 'photo.tif', file }));
  if (uploaded.status !== 201) throw new Error(`The upload was answered by ${uploaded.status}.`);
  const state = async (): Promise<string | null> =>
    ((await (await call(`${DATASET}/obj?path=photo.tif`)).json()) as { buildStatus: string | null }).buildStatus;
  await until(state, (status) => status === null, 120);
  for await (const path of glob(join(folder, 'data/**/cog.tif'))) return path;
  throw new Error('The built COG was not found.');
}

type Box = readonly [minX: number, minY: number, maxX: number, maxY: number];

/** Ever other places, so that no picture is asked for twice. */
async function boxes({ crs, side }: Row): Promise<(number: number) => Box> {
  const [middleX = 0, middleY = 0, eastX = 0, , , northY = 0] = await projections.transform(
    'EPSG:32632',
    crs,
    Float64Array.of(MIDDLE.x, MIDDLE.y, MIDDLE.x + 1, MIDDLE.y, MIDDLE.x, MIDDLE.y + 1),
  );
  const [metreX, metreY] = [eastX - middleX, northY - middleY];
  return (number) => {
    const [x, y] = [((number * 37.3) % SHIFT) - SHIFT / 2, ((number * 53.7) % SHIFT) - SHIFT / 2];
    const half = (side / 2) * RESOLUTION;
    const [west, east] = [x - half, x + half].map((metres) => middleX + metres * metreX) as [number, number];
    const [south, north] = [y - half, y + half].map((metres) => middleY + metres * metreY) as [number, number];
    return [west, south, east, north];
  };
}

/** Makes what measures one round; the first one begins with pictures that do not count. */
function measured(
  server: Server,
  { crs, side, format }: Row,
  layer: string,
  boxOf: (number: number) => Box,
): () => Promise<Speed> {
  let number = 0;
  const ask = async (): Promise<void> => {
    const query = new URLSearchParams({
      SERVICE: 'WMS',
      VERSION: '1.1.1',
      REQUEST: 'GetMap',
      LAYERS: layer,
      STYLES: '',
      SRS: crs,
      BBOX: boxOf(number++).join(),
      WIDTH: String(side),
      HEIGHT: String(side),
      FORMAT: `image/${format}`,
      ...(format === 'png' && { TRANSPARENT: 'TRUE' }),
    });
    const answer = await server.get(query.toString());
    if (answer[0] !== FIRST_BYTE[format]) throw new Error(`No picture: ${Buffer.from(answer).toString().slice(-500)}`);
  };
  const run = async (until: () => boolean): Promise<void> => {
    const lane = async (): Promise<void> => {
      while (!until()) await ask();
    };
    await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
  };
  return async () => {
    await run(() => number >= WARM_UP);
    const [begun, before, used] = [number, performance.now(), await server.processorTime()];
    await run(() => performance.now() - before > ROUND_MS);
    const [done, seconds] = [number - begun, (performance.now() - before) / 1000];
    return { rate: done / seconds, cpu: ((await server.processorTime()) - used) / done };
  };
}
