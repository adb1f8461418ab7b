import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OutputFacts } from '../../../builds/index.ts';
import { ALONE } from '../../../builds/outputs/testing/output-request.ts';
import { createEngine, type Engine } from '../../../engine/index.ts';
import { fromLocal } from '../../../geodata/place/geodesy.ts';
import { buildNexus } from '../nexus/build-nexus.ts';
import { terrain } from '../testing/models.ts';
import { tiles3dOutput } from './build.ts';
import { atOrigin } from './testing/places.ts';

let folder: string;
let nexus: string;
let engine: Engine;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-tiles-'));
  nexus = join(folder, 'nxs');
  await mkdir(nexus);
  const path = { output: join(nexus, 'model.nxz'), scratch: folder };
  await buildNexus(terrain(40), { ...path, isCompressed: true, cellTriangles: 512 }, () => undefined);
  engine = createEngine({ children: 1, callTimeoutMs: 60_000, memoryLimitBytes: 2 ** 31 });
});
afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true });
});

async function build(made: string, signal = AbortSignal.timeout(60_000)) {
  const scratch = await mkdtemp(join(folder, 'scratch-'));
  const log: string[] = [];
  const progress: (number | null)[] = [];
  const facts = { placing: atOrigin([11.5, 48.1, 520]), origin: [100, 200, 0] } as OutputFacts;
  const request = {
    ...ALONE,
    source: join(folder, 'model.obj'),
    name: 'model.obj',
    made: (kind: string) => (kind === 'nxs' ? made : ''),
    factsOf: () => facts,
    scratch,
    engine,
    signal,
    report: ({ percent }: { readonly percent: number | null }) => void progress.push(percent),
    log: (line: string) => void log.push(line),
  };
  return { scratch, log, progress, facts: await tiles3dOutput.build(request) };
}

it('makes a tileset of the Nexus beside it, where the model lies', async () => {
  const { scratch, log, progress, facts } = await build(nexus);
  expect((await readdir(scratch)).toSorted()).toEqual(['tiles', 'tileset.json']);
  const { root } = JSON.parse(await readFile(join(scratch, 'tileset.json'), 'utf8')) as {
    root: { transform: number[]; boundingVolume: { box: number[] } };
  };
  fromLocal([11.5, 48.1, 520], [0, 0, 0]).forEach((value, axis) =>
    expect(root.transform[12 + axis]).toBeCloseTo(value, 6),
  );
  expect(root.boundingVolume.box.slice(0, 2).map(Math.round)).toEqual([120, 220]);
  const tiles = (await readdir(join(scratch, 'tiles'))).length;
  expect(facts).toMatchObject({ tiles, levels: 2 });
  expect([progress[0], progress.at(-1)]).toEqual([0, 100]);
  expect(log.at(-1)).toMatch(new RegExp(`^${tiles} tiles of 2 levels, 1 MB: `));
  expect(log.join('\n')).not.toContain(folder);
});

it('tells its state beside that of the build', () => {
  const facts = { tiles: 5, levels: 2, triangles: 3200, bytes: 90_000 };
  expect(tiles3dOutput.properties!(facts)).toEqual({ tiles3d: facts });
  expect(tiles3dOutput.properties!({})).toEqual({ tiles3d: null });
  expect(tiles3dOutput).toMatchObject({ kind: '3dtiles', after: 'nxs', optional: true });
});

it('fails with a reason that names no path', async () => {
  const broken = join(folder, 'broken');
  await mkdir(broken);
  const bytes = await readFile(join(nexus, 'model.nxz'));
  await writeFile(join(broken, 'model.nxz'), bytes.fill(0xff, 2048));
  const failure = await build(broken).then(
    () => null,
    (error: unknown) => error as Error & { readonly reason: string },
  );
  expect(failure).toMatchObject({ name: 'BuildFailure', reason: 'tool-failed' });
  expect(failure!.message).toMatch(/damaged/);
  expect(failure!.message).not.toContain(folder);
});

it('ends when it is cancelled', async () => {
  await expect(build(nexus, AbortSignal.abort())).rejects.toThrow('abort');
});
