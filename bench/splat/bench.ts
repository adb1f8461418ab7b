/**
 * Gaussian splats. Levels of detail by our own method beside Spark's quality method (WebAssembly) on the same splats: the time on
 * 300,000 splats that overlap, and how near pictures at three budgets come to those of the whole scene. Then the build of 5 million
 * splats with harmonics of degree 3, as the service makes it; the floor of its size is the PLY.
 * `BENCH_DENSE` and `BENCH_SPLATS` change the numbers of splats, `BENCH_SCENE` leaves all scenes out but those that it names, and
 * `BENCH_PICTURES` names a folder for pictures: the whole scene, ours at 5 %, 20 % and 100 %, Spark's at 5 %, 20 % and 100 %.
 */
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createEngine } from '../../src/engine/index.ts';
import { radOutput } from '../../src/kinds/splat/build/build.ts';
import { RAD } from '../../src/kinds/splat/build/artifacts.ts';
import { buildSplatTree } from '../../src/kinds/splat/lod/build-tree.ts';
import type { SplatModel } from '../../src/kinds/splat/model/splat-model.ts';
import { readSplats } from '../../src/kinds/splat/read/read-splats.ts';
import { openSparkJudge, sparkModule } from '../../src/kinds/splat/testing/spark-judge.ts';
import { plyOf } from '../../src/kinds/splat/testing/encode-ply.ts';
import { BUDGETS, type Quality, qualityOf, wholePictures } from './quality.ts';
import { writePictureRow } from './picture-row.ts';
import { denseCube, gardenBall, realScenes } from './scenes.ts';
import { sparkTree } from './spark-tree.ts';

const DENSE = Number(process.env['BENCH_DENSE'] ?? 300_000);
const SPLATS = Number(process.env['BENCH_SPLATS'] ?? 5_000_000);
const asked = process.env['BENCH_SCENE'];
const pictures = process.env['BENCH_PICTURES'];

const module = sparkModule();
if (module === null) throw new Error('The package @sparkjsdev/spark is not installed.');
console.log(`${availableParallelism()} processors`);
console.log('| scene | splats | method | tree | s | budget | PSNR dB | worst | SSIM | worst |');
console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |');
await compare('dense cube', () => denseCube(DENSE));
await compare('garden ball', () => gardenBall(200_000, 1));
for (const source of realScenes())
  await compare(basename(source.path), async () => (await readSplats(source, () => undefined)).model);
await buildLarge();

async function compare(scene: string, open: () => SplatModel | Promise<SplatModel>): Promise<void> {
  if (asked !== undefined && !asked.split(',').includes(scene)) return;
  const model = await open();
  const whole = wholePictures(model);
  const began = performance.now();
  const own = await buildSplatTree(model, {}, () => undefined);
  const seconds = (performance.now() - began) / 1000;
  const spark = await sparkTree(await openSparkJudge(module!), model);
  const shown = [whole[0]!];
  for (const [method, tree, time] of [
    ['ours', own, seconds],
    ['Spark', spark.tree, spark.seconds],
  ] as const)
    for (const budget of BUDGETS) {
      const { psnr, worstPsnr, ssim, worstSsim, first }: Quality = qualityOf(tree, budget, model, whole);
      shown.push(first);
      const figures = [psnr.toFixed(2), worstPsnr.toFixed(2), ssim.toFixed(4), worstSsim.toFixed(4)];
      const row = [scene, model.count, method, tree.splats.count, time.toFixed(1), `${100 * budget} %`, ...figures];
      console.log(`| ${row.join(' | ')} |`);
    }
  if (pictures !== undefined) await writePictureRow(join(pictures, `${scene}.webp`), shown);
  console.log(`| ${scene} | | | | ${(spark.seconds / seconds).toFixed(1)} times as fast | | | | | |`);
}

async function buildLarge(): Promise<void> {
  if (SPLATS === 0) return;
  const folder = await mkdtemp(join(process.env['BENCH_FOLDER'] ?? tmpdir(), 'alidade-bench-'));
  const engine = createEngine({ children: 1, callTimeoutMs: 60_000, memoryLimitBytes: 2 ** 31 });
  try {
    const source = join(folder, 'garden.ply');
    await writePly(source);
    const scratch = join(folder, 'build');
    await mkdir(scratch);
    const log: string[] = [];
    const began = performance.now();
    await radOutput.build({
      source,
      name: 'garden.ply',
      size: (await stat(source)).size,
      neighbours: { find: () => Promise.resolve(new Map()) },
      metadata: () => Promise.resolve(undefined),
      made: () => '',
      factsOf: () => ({}),
      scratch,
      engine,
      signal: AbortSignal.timeout(3_600_000),
      report: () => undefined,
      log: (line) => void log.push(line),
    });
    const seconds = (performance.now() - began) / 1000;
    const [ply, rad] = [(await stat(source)).size, (await stat(join(scratch, RAD.path))).size];
    console.log(
      `\nBuild of ${SPLATS} splats of degree 3: ${seconds.toFixed(1)} s, RAD of ${(rad / 1e6).toFixed(0)} MB: ` +
        `${(rad / ply).toFixed(3)} of the PLY`,
    );
    for (const line of log) console.log(`| ${line}`);
  } finally {
    await engine.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** In parts: a PLY of 5 million splats takes 1.2 GB. */
async function writePly(path: string): Promise<void> {
  const whole = gardenBall(SPLATS, 3);
  const parts = function* (): Generator<Buffer> {
    const most = 100_000;
    for (let first = 0; first < whole.count; first += most) {
      const ply = plyOf(partOf(whole, first, Math.min(most, whole.count - first)));
      const body = ply.indexOf('end_header\n') + 'end_header\n'.length;
      if (first === 0)
        yield Buffer.from(
          ply.toString('latin1', 0, body).replace(/element vertex \d+/, `element vertex ${whole.count}`),
        );
      yield ply.subarray(body);
    }
  };
  await pipeline(parts, createWriteStream(path));
}

function partOf(model: SplatModel, first: number, count: number): SplatModel {
  const { shDegree, centres, scales, rotations, opacities, colours, harmonics } = model;
  const part = (values: Float32Array<SharedArrayBuffer>, each: number): Float32Array<SharedArrayBuffer> =>
    values.subarray(each * first, each * (first + count));
  const each = harmonics.length / model.count;
  return {
    count,
    shDegree,
    centres: part(centres, 3),
    scales: part(scales, 3),
    rotations: part(rotations, 4),
    opacities: part(opacities, 1),
    colours: part(colours, 3),
    harmonics: harmonics.subarray(each * first, each * (first + count)),
  };
}
