import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuildOutput, type OutputRequest, requiredPaths } from '../../../builds/index.ts';
import { type BuiltOutput, openOutputBench, type OutputBench } from '../../../builds/outputs/testing/output-bench.ts';
import { groundPicture } from '../testing/built-nexus.ts';
import { mtlText, objText } from '../testing/obj-text.ts';
import { terrain } from '../testing/models.ts';
import { nxsOutput } from './build.ts';
import { type NexusReader, openNexus } from './nexus-reader.ts';

let bench: OutputBench;
beforeAll(async () => void (bench = await openOutputBench()));
afterAll(() => bench[Symbol.asyncDispose]());

/** Builds the first of some files, beside which the others lie. */
async function build(
  files: Readonly<Record<string, string | Uint8Array>>,
  more: Partial<OutputRequest> = {},
  output: BuildOutput = nxsOutput,
): Promise<BuiltOutput & { readonly path: string }> {
  const built = await bench.build(output, files, more);
  expect(await readdir(built.scratch)).toEqual([...requiredPaths(output)]);
  return { ...built, path: join(built.scratch, 'model.nxz') };
}

async function reading(path: string, look: (reader: NexusReader) => Promise<void>): Promise<void> {
  const reader = await openNexus(path);
  try {
    await look(reader);
  } finally {
    await reader.close();
  }
}

const ground = terrain(120, 120);
const textured = async () => ({
  'ground.obj': objText(ground),
  'ground.mtl': mtlText('pictures/ground.png'),
  'pictures/ground.png': await groundPicture(120, 120, 512),
});

describe('a Nexus', () => {
  it('is built of a model with its library and its picture', async () => {
    const { facts, path, log, steps } = await build(await textured());
    expect(facts).toMatchObject({
      triangles: 28_800,
      materials: 1,
      pictures: 1,
      min: [0, 0, expect.any(Number)],
      max: [120, 120, expect.any(Number)],
      levels: 3,
      nodes: 7,
      roots: 1,
    });
    expect(facts['warning']).toBeUndefined();
    expect(log.at(-1)).toMatch(/^28800 triangles in 7 nodes of 3 levels, 1 MB: [\d.]+ s, \d+ MB at most\.$/);
    expect(log[0]).toMatch(/^28800 triangles: up to 1 MB of the disk are needed/);
    expect(steps[0]).toEqual([0, 'Reading the model']);
    expect(steps.at(-1)).toEqual([100, 'Done']);
    await reading(path, async (reader) => {
      expect(reader.head).toMatchObject({ isCompressed: true, hasTextures: true });
      expect(reader.head.triangles).toBeCloseTo(28_800 + 14_400 + 7200, -2);
      const { positions } = await reader.readNode(0);
      const [x] = facts['origin'] as number[];
      expect(Math.max(...positions.filter((_, at) => at % 3 === 0)) + x!).toBeCloseTo(120, 1);
    });
  });

  it('is not compressed where settings say so', async () => {
    const model = { 'ground.obj': objText({ ...ground, uvs: null }), 'ground.mtl': mtlText() };
    const { path } = await build(model, { settings: { compressModels: false } });
    await reading(path, async (reader) => {
      expect(reader.head).toMatchObject({ isCompressed: false, hasColours: true, hasNormals: true });
      expect((await reader.readNode(0)).colours!.subarray(0, 4)).toEqual(Uint8Array.of(0, 255, 0, 255));
    });
  });

  it('is drawn plainly where a picture is damaged, with a warning', async () => {
    const files = await textured();
    const damaged = { ...files, 'pictures/ground.png': files['pictures/ground.png'].subarray(0, 400) };
    const { facts, log } = await build(damaged);
    expect(facts['warning']).toContain('The picture of the material ground is not drawn.');
    expect(log.join('\n')).toContain('The picture of the material ground is not drawn.');
  });

  it('tells its entry what it has', () => {
    const facts = { min: [0, 0, 0], max: [1, 1, 1], triangles: 8, vertices: 6, levels: 1, nodes: 1, roots: 1 };
    const more = { place: null, placing: null, needsSystem: true, origin: [1, 2, 3], positionStep: 0.5 };
    expect(nxsOutput.properties!({ ...facts, ...more })).toEqual({
      bounds: { min: [0, 0, 0], max: [1, 1, 1] },
      triangles: 8,
      vertices: 6,
      georeferenced: false,
      nexus: { levels: 1, nodes: 1, roots: 1, origin: [1, 2, 3], positionStep: 0.5 },
    });
    const placing = { projection: null, origin: [7, 46.5, 400] };
    expect(nxsOutput.properties!({ ...facts, ...more, placing })).toMatchObject({ localOrigin: [7, 46.5, 400] });
    expect(nxsOutput.properties!({})).toEqual({});
    expect([nxsOutput.needsSystem!({ needsSystem: true }), nxsOutput.needsSystem!({})]).toEqual([true, false]);
  });
});

describe('nothing is built, and the reason told, of', () => {
  it.each([
    ['a model without faces', { 'a.obj': 'v 0 0 0\nv 1 0 0\nv 0 1 0\n' }, /no face/],
    ['a face whose vertex is not there', { 'a.obj': 'v 0 0 0\nv 1 0 0\nf 1 2 9\n' }, /vertex/],
    ['triangles at one place', { 'a.obj': 'v 0 0 0\nv 0 0 0\nv 0 0 0\nf 1 2 3\n' }, /./],
  ])('%s', async (_name, files, reason) => {
    await expect(build(files)).rejects.toMatchObject({
      reason: 'invalid-input',
      message: expect.stringMatching(reason),
    });
  });

  it('a build that is cancelled', async () => {
    const cancelled = new AbortController();
    const lines: string[] = [];
    const building = build(await textured(), {
      signal: cancelled.signal,
      log: (line) => {
        lines.push(line);
        cancelled.abort();
      },
    });
    await expect(building).rejects.toMatchObject({ reason: 'aborted' });
    expect(lines).toHaveLength(1);
  });
});
