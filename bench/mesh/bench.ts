/**
 * Meshes. A landscape of 2,000,000 triangles with two pictures of 8,192 x 8,192 pixels, cut into 2,048 islands, is built as the service
 * does it. The floors are the time in which the model is read, and the bytes of the OBJ.
 * `BENCH_TRIANGLES` and `BENCH_PIXELS` change the model.
 */
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { BuildOutput, OutputFacts } from '../../src/builds/index.ts';
import { createEngine, type Engine } from '../../src/engine/index.ts';
import type { NeighbourFile } from '../../src/inspection/index.ts';
import { readModel } from '../../src/kinds/mesh/model/read-model.ts';
import { NEXUS } from '../../src/kinds/mesh/nexus/artifacts.ts';
import { nxsOutput } from '../../src/kinds/mesh/nexus/build.ts';
import { openNexus } from '../../src/kinds/mesh/nexus/nexus-reader.ts';
import { tiles3dOutput } from '../../src/kinds/mesh/tiles/build.ts';
import { type Landscape, writeLandscape } from './landscape.ts';

const TRIANGLES = Number(process.env['BENCH_TRIANGLES'] ?? 2_000_000);
const PIXELS = Number(process.env['BENCH_PIXELS'] ?? 8192);
/** In the order in which they are built. */
const OUTPUTS: readonly BuildOutput[] = [nxsOutput, tiles3dOutput];

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(0);

const folder = await mkdtemp(join(process.env['BENCH_FOLDER'] ?? tmpdir(), 'alidade-bench-'));
const engine = createEngine({ children: 1, callTimeoutMs: 60_000, memoryLimitBytes: 2 ** 31 });
try {
  const model = await writeLandscape(folder, TRIANGLES, PIXELS);
  const { triangles, objBytes, pictureBytes } = model;
  console.log(
    `${triangles} triangles, OBJ of ${megabytes(objBytes)} MB, pictures of ${megabytes(pictureBytes)} MB, ` +
      `${availableParallelism()} processors:`,
  );
  const files = { 'landscape.mtl': join(folder, 'landscape.mtl') };
  const pictures = Object.fromEntries(['west.jpg', 'east.jpg'].map((name) => [name, join(folder, name)]));
  const request = { path: model.path, format: 'obj', files: { ...files, ...pictures } } as const;
  row('reading the model alone', triangles, await timed(() => readModel(request, () => undefined)));
  const made = new Map<string, { readonly folder: string; readonly facts: OutputFacts }>();
  for (const output of OUTPUTS) await outputRows(output, model, made);
} finally {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
}

async function outputRows(
  output: BuildOutput,
  { path, triangles, objBytes, pictureBytes }: Landscape,
  made: Map<string, { readonly folder: string; readonly facts: OutputFacts }>,
): Promise<void> {
  const scratch = join(folder, output.folder);
  await mkdir(scratch);
  const log: string[] = [];
  let facts: OutputFacts = {};
  const seconds = await timed(async () => {
    facts =
      (await output.build({
        ...requestOf(path, engine, made),
        size: objBytes,
        scratch,
        log: (line) => void log.push(line),
      })) ?? {};
  });
  made.set(output.kind, { folder: scratch, facts });
  row(`build of ${output.kind}`, triangles, seconds);
  const bytes = await folderBytes(scratch);
  const whole = objBytes + pictureBytes;
  console.log(`  ${output.kind} ${megabytes(bytes)} MB: ${(bytes / whole).toFixed(3)} of the OBJ with its pictures`);
  if (output.kind === nxsOutput.kind) await geometryRow(join(scratch, NEXUS.path), objBytes);
  for (const line of log) console.log(`  | ${line}`);
}

/** Geometry alone: there are twice as many triangles as in the model, and twice as many pixels. */
async function geometryRow(path: string, objBytes: number): Promise<void> {
  const { head, close } = await openNexus(path);
  await close();
  const bytes = head.nodes.reduce((sum, node) => sum + node.bytes, 0);
  const perTriangle = (bytes / head.triangles).toFixed(2);
  console.log(
    `  its geometry ${megabytes(bytes)} MB: ${(bytes / objBytes).toFixed(3)} of the OBJ, ${perTriangle} bytes a triangle`,
  );
}

function requestOf(
  source: string,
  by: Engine,
  made: ReadonlyMap<string, { readonly folder: string; readonly facts: OutputFacts }>,
) {
  return {
    source,
    name: basename(source),
    neighbours: { find: (names: readonly string[]) => besides(dirname(source), names) },
    metadata: () => Promise.resolve(undefined),
    made: (kind: string) => made.get(kind)!.folder,
    factsOf: (kind: string) => made.get(kind)!.facts,
    engine: by,
    signal: AbortSignal.timeout(24 * 3_600_000),
    report: () => undefined,
  };
}

async function besides(place: string, names: readonly string[]): Promise<ReadonlyMap<string, NeighbourFile>> {
  const there = new Set(await readdir(place));
  const found = new Map<string, NeighbourFile>();
  for (const name of names.filter((each) => there.has(each)))
    found.set(name, { path: join(place, name), size: (await stat(join(place, name))).size });
  return found;
}

function row(name: string, triangles: number, seconds: number): void {
  const speed = Math.round(triangles / seconds);
  console.log(
    `  ${name.padEnd(32)} ${seconds.toFixed(1).padStart(7)} s ${String(speed).padStart(9)} triangles a second`,
  );
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return (performance.now() - begin) / 1000;
}

async function folderBytes(path: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size;
  return bytes;
}
