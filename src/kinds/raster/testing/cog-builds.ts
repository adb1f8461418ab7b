import { mkdir, mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { HALF_WORLD } from '../../../geodata/web-mercator.ts';
import { createEngine, type Engine } from '../../../engine/index.ts';
import { cogOutput } from '../cog-build/build.ts';
import { cogProblems, readCogLayout } from './cog-layout.ts';
import { type RasterSample, extentOf, writeSample } from './raster-samples.ts';
import { ALONE } from '../../../builds/outputs/testing/output-request.ts';
import { type Neighbours, noNeighbours } from '../../../inspection/index.ts';
import { requiredPaths } from '../../../builds/index.ts';

export interface Built {
  readonly cog: string;
  readonly stats: { readonly bands: Record<string, Record<string, number> | null>; readonly computedAt: string };
  readonly log: readonly string[];
  readonly percents: readonly number[];
}

/** Builds COGs as the service does, in a folder that is gone after the file's tests. Every one is checked for its layout. */
export interface CogBuilder {
  readonly engine: Engine;
  /** Absolute path of a file in the folder. */
  file(name: string): string;
  build(source: string, name: string, by?: Engine, neighbours?: Neighbours): Promise<Built>;
  buildSample(name: string, sample: RasterSample, by?: Engine): Promise<Built & { readonly source: string }>;
}

const LIMITS = { children: 1, callTimeoutMs: 20_000, memoryLimitBytes: 2 ** 30 };

/** To be called at the top of a test file, once. */
export function useCogBuilder(): CogBuilder {
  const engine = createEngine(LIMITS);
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'alidade-cog-'));
  });
  afterAll(async () => {
    await engine.close();
    await rm(folder, { recursive: true, force: true });
  });
  const file = (name: string): string => join(folder, name);

  async function build(
    source: string,
    name: string,
    by: Engine = engine,
    neighbours: Neighbours = noNeighbours,
  ): Promise<Built> {
    const scratch = file(`${name}-output`);
    await mkdir(scratch);
    const log: string[] = [];
    const percents: number[] = [];
    await cogOutput.build({
      ...ALONE,
      source,
      neighbours,
      size: (await stat(source)).size,
      name,
      scratch,
      engine: by,
      signal: AbortSignal.timeout(60_000),
      report: ({ percent }) => void percents.push(percent ?? -1),
      log: (line) => void log.push(line),
    });
    expect((await readdir(scratch)).sort()).toEqual([...requiredPaths(cogOutput)].sort());
    const cog = join(scratch, 'cog.tif');
    expect(cogProblems(readCogLayout(cog))).toEqual([]);
    expectAligned(cog);
    expect(log.join('\n')).not.toContain(folder);
    return { cog, stats: JSON.parse(await readFile(`${cog}.stats.json`, 'utf8')) as Built['stats'], log, percents };
  }

  return {
    engine,
    file,
    build,
    async buildSample(name, sample, by) {
      const source = file(name);
      writeSample(source, sample);
      return { source, ...(await build(source, name, by)) };
    },
  };
}

/** An engine that finds no GDAL program, and so stands in for them with the library. To be closed by the caller. */
export const engineWithoutPrograms = (): Engine => createEngine({ ...LIMITS, programPath: '' });

/** Every level begins at a tile border of its zoom. */
function expectAligned(cog: string): void {
  const [minX, , maxX, maxY] = extentOf(cog);
  const { levels } = readCogLayout(cog);
  const overviews = levels.filter(({ subfile }) => (subfile & 5) === 1).length;
  const exact = Math.log2((2 * HALF_WORLD) / 256 / ((maxX - minX) / (levels[0]?.width ?? 1)));
  const zoom = Math.round(exact);
  const tile = ((2 * HALF_WORLD) / 2 ** zoom) * 2 ** overviews;
  const off = [exact, (minX + HALF_WORLD) / tile, (HALF_WORLD - maxY) / tile].map((value) =>
    Math.abs(value - Math.round(value)),
  );
  expect(Math.max(...off)).toBeLessThan(1e-6);
}
