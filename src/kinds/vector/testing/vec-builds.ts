import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { createEngine, type Engine } from '../../../engine/index.ts';
import type { NeighbourFile, Neighbours } from '../../../inspection/index.ts';
import { type GeoPackage, type GeoPackageFeature, openGeoPackage } from '../index.ts';
import { vecOutput } from '../geopackage/build.ts';
import { ALONE } from '../../../builds/outputs/testing/output-request.ts';
import { requiredPaths } from '../../../builds/index.ts';

export interface BuiltVector {
  readonly path: string;
  readonly package: GeoPackage;
  readonly log: readonly string[];
  readonly percents: readonly number[];
  /** All features of a layer by its place in the file. */
  features(layer?: number): readonly GeoPackageFeature[];
}

/** Builds GeoPackages as the service does, in a folder that is gone after the file's tests. */
export interface VecBuilder {
  readonly engine: Engine;
  /** Absolute path of a file in the folder. */
  file(name: string): string;
  /** Path of what `bytes` wrote the last time. */
  lastSource(): string;
  /** Builds a file where it lies, with those beside it. */
  build(path: string, name?: string, by?: Engine): Promise<BuiltVector>;
  /** Builds content under a name, with others beside it. */
  bytes(
    name: string,
    content: Buffer | string,
    beside?: Readonly<Record<string, Buffer | string>>,
  ): Promise<BuiltVector>;
}

/** To be called at the top of a test file, once. */
export function useVecBuilder(memoryLimitBytes = 2 ** 29): VecBuilder {
  const engine = createEngine({ children: 1, callTimeoutMs: 20_000, memoryLimitBytes });
  const opened: GeoPackage[] = [];
  let [folder, count, last] = ['', 0, ''];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'alidade-vec-'));
  });
  afterAll(async () => {
    for (const each of opened) each.close();
    await engine.close();
    await rm(folder, { recursive: true, force: true });
  });
  const file = (name: string): string => join(folder, name);

  async function build(path: string, name = basename(path), by = engine): Promise<BuiltVector> {
    const scratch = file(`output-${(count += 1)}`);
    await mkdir(scratch);
    const [log, percents]: [string[], number[]] = [[], []];
    await vecOutput.build({
      ...ALONE,
      source: path,
      name,
      size: (await stat(path)).size,
      neighbours: { find: (names) => besides(dirname(path), names) },
      scratch,
      engine: by,
      signal: AbortSignal.timeout(60_000),
      report: ({ percent }) => void percents.push(percent ?? -1),
      log: (line) => void log.push(line),
    });
    expect(await readdir(scratch)).toEqual([...requiredPaths(vecOutput)]);
    expect(log.join('\n')).not.toContain(folder);
    const built = openGeoPackage(join(scratch, 'source.gpkg'));
    opened.push(built);
    return {
      path: join(scratch, 'source.gpkg'),
      package: built,
      log,
      percents,
      features: (layer = 0) => [...built.features(built.layers[layer]?.table ?? '')],
    };
  }

  return {
    engine,
    file,
    build,
    lastSource: () => last,
    async bytes(name, content, beside = {}) {
      const own = file(`source-${(count += 1)}`);
      await mkdir(own);
      for (const [each, bytes] of Object.entries({ [name]: content, ...beside }))
        await writeFile(join(own, each), bytes);
      last = join(own, name);
      return build(last);
    },
  };
}

async function besides(folder: string, names: readonly string[]): ReturnType<Neighbours['find']> {
  const found = new Map<string, NeighbourFile>();
  for (const name of names) {
    const path = join(folder, name);
    const size = await stat(path).then(
      (facts) => (facts.isFile() ? facts.size : null),
      () => null,
    );
    if (size !== null) found.set(name, { path, size });
  }
  return found;
}
