/**
 * Point clouds. A flight of 50,000,000 points in LAZ is built into a COPC as the service does it; the floor is the time in which
 * `laz-perf` does no more than decode the same file, in one thread. Then nodes of the COPC over HTTP, as a file and as tiles of EPT, and the
 * first picture of a scene in Chromium, which draws without a graphics card.
 * `BENCH_POINTS` changes the number of points.
 */
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLazPerf } from 'laz-perf';
import { createEngine } from '../../src/engine/index.ts';
import { openWindow } from '../../src/geodata/tiff/byte-window.ts';
import { copcOutput } from '../../src/kinds/pointcloud/copc-build/build.ts';
import { planLas } from '../../src/kinds/pointcloud/copc-build/las-source.ts';
import { readLasHeader } from '../../src/kinds/pointcloud/read/las-header.ts';
import { readLasRecords } from '../../src/kinds/pointcloud/read/las-records.ts';
import { basic, startProcess } from '../../test/support/process.ts';
import { form } from '../../test/support/service.ts';
import { firstPictureRows } from './first-picture.ts';
import { writeFlight } from '../../src/kinds/pointcloud/testing/flight.ts';

const POINTS = Number(process.env['BENCH_POINTS'] ?? 50_000_000);
const SERVED_POINTS = 1_000_000;
const ROUNDS = 40;
const PASSWORD = 'secret123';
const headers = basic(PASSWORD);
const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(0);

const folder = await mkdtemp(join(process.env['BENCH_FOLDER'] ?? tmpdir(), 'alidade-bench-'));
try {
  await buildRows();
  await servedRows();
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function buildRows(): Promise<void> {
  const source = join(folder, 'flight.laz');
  const size = await writeFlight(source, POINTS);
  console.log(`${POINTS} points, ${megabytes(size)} MB as plain LAZ, ${availableParallelism()} processors:`);
  const { seconds, scratchBytes, outputBytes, log } = await build(source, size);
  row('build of the COPC', seconds);
  if (process.env['BENCH_FLOOR'] !== '0')
    row('laz-perf decodes the file, one thread', await timed(() => decode(source)));
  console.log(`  COPC ${megabytes(outputBytes)} MB, ${(outputBytes / size).toFixed(3)} of the plain LAZ`);
  console.log(`  scratch ${megabytes(scratchBytes)} MB at most`);
  for (const line of log) console.log(`  | ${line}`);
}

function row(name: string, seconds: number): void {
  const speed = (POINTS / seconds / 1e6).toFixed(2);
  console.log(`  ${name.padEnd(40)} ${seconds.toFixed(1).padStart(7)} s ${speed.padStart(6)} million points a second`);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return (performance.now() - begin) / 1000;
}

async function build(source: string, size: number) {
  const engine = createEngine({ children: 1, callTimeoutMs: 60_000, memoryLimitBytes: 2 ** 31 });
  const scratch = join(folder, 'build');
  await mkdir(scratch);
  const log: string[] = [];
  let scratchBytes = 0;
  const watch = setInterval(() => {
    void folderBytes(scratch).then((bytes) => (scratchBytes = Math.max(scratchBytes, bytes)));
  }, 500);
  try {
    const request = {
      source,
      name: 'flight.laz',
      size,
      neighbours: { find: () => Promise.resolve(new Map()) },
      metadata: () => Promise.resolve(undefined),
      made: () => '',
      factsOf: () => ({}),
      scratch,
      engine,
      signal: AbortSignal.timeout(24 * 3_600_000),
      report: () => undefined,
      log: (line: string) => void log.push(line),
    };
    const seconds = await timed(() => copcOutput.build(request));
    return { seconds, scratchBytes, outputBytes: await folderBytes(scratch), log };
  } finally {
    clearInterval(watch);
    await engine.close();
    await rm(scratch, { recursive: true });
  }
}

async function folderBytes(path: string): Promise<number> {
  let bytes = 0;
  for (const name of await readdir(path)) bytes += (await stat(join(path, name)).catch(() => undefined))?.size ?? 0;
  return bytes;
}

/** The points of the file, chunk by chunk, into one place. */
async function decode(path: string): Promise<void> {
  const lazPerf = await createLazPerf();
  const window = openWindow(path);
  const header = readLasHeader(window);
  const { format, recordBytes, pieces } = planLas(path, window, header, readLasRecords(window, header));
  for (const { offset, bytes, points } of pieces) {
    const decoder = new lazPerf.ChunkDecoder();
    const [input, output] = [lazPerf._malloc(bytes), lazPerf._malloc(recordBytes)];
    lazPerf.HEAPU8.set(window.bytes(offset, bytes)!, input);
    decoder.open(format, recordBytes, input);
    for (let point = 0; point < points; point += 1) decoder.getPoint(output);
    lazPerf._free(input);
    lazPerf._free(output);
    decoder.delete();
  }
  window.close();
}

async function servedRows(): Promise<void> {
  const source = join(folder, 'served.laz');
  await writeFlight(source, SERVED_POINTS);
  const service = await startProcess({ DATA_DIR: join(folder, 'data'), DefaultAdmin__Password: PASSWORD });
  try {
    const dataset = `${service.url}/orgs/admin/ds/clouds`;
    await fetch(`${service.url}/orgs/admin/ds`, {
      method: 'POST',
      headers,
      body: form({ slug: 'clouds', visibility: '2' }),
    });
    await fetch(`${dataset}/obj`, {
      method: 'POST',
      headers,
      body: form({ path: 'a.laz', file: await readFile(source) }),
    });
    let entry: { readonly hash: string; readonly buildStatus: string | null };
    do {
      await new Promise((resolve) => setTimeout(resolve, 100));
      entry = (await (await fetch(`${dataset}/obj?path=a.laz`, { headers })).json()) as typeof entry;
    } while (entry.buildStatus === 'queued' || entry.buildStatus === 'building');
    const build = `${dataset}/build/${entry.hash}`;
    const get = async (path: string, more: Record<string, string> = {}): Promise<Buffer> => {
      const answer = await fetch(`${build}/${path}`, { headers: { ...headers, ...more } });
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
      return Buffer.from(await answer.arrayBuffer());
    };
    const hierarchy = JSON.parse((await get('ept/ept-hierarchy/0-0-0-0.json')).toString()) as Record<string, number>;
    const names = Object.keys(hierarchy).map((key) => `ept/ept-data/${key}.laz`);
    const sizes = await Promise.all(names.map(async (name) => (await get(name)).length));
    console.log(`\n${names.length} nodes of ${SERVED_POINTS} points over loopback, one request at a time:`);
    // Other bytes each time, as with the tiles: the same again would come from the cache of the processor.
    const starts = sizes.map((_size, index) => sizes.slice(0, index).reduce((sum, size) => sum + size, 0));
    const ways = {
      'tile of EPT': (index: number) => get(names[index]!),
      'as many bytes of the COPC': (index: number) =>
        get('copc/cloud.copc.laz', { range: `bytes=${starts[index]!}-${starts[index]! + sizes[index]! - 1}` }),
    };
    // In turn, so that neither has a warmer process or a quieter machine.
    const times = new Map<string, number[]>();
    for (let round = 0; round < ROUNDS; round += 1)
      for (let index = 0; index < names.length; index += 1)
        for (const [name, ask] of Object.entries(ways)) {
          const seconds = await timed(() => ask(index));
          times.set(name, [...(times.get(name) ?? []), seconds * 1000]);
        }
    for (const [name, found] of times) {
      const [cold] = found;
      const median = found.toSorted((one, other) => one - other)[Math.floor(found.length / 2)]!;
      console.log(`  ${name.padEnd(28)} ${median.toFixed(2)} ms, the first one ${cold!.toFixed(1)} ms`);
    }
    await firstPictureRows(`${service.url}/r/admin/clouds/scene?items=a.laz`);
  } finally {
    await service.end('SIGTERM');
  }
}
