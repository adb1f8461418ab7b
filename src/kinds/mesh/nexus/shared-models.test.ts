import { readdir } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasSharedData, SHARED_DATA } from '../../../../test/support/shared-data.ts';
import { type ModelRequest, readModel } from '../model/read-model.ts';
import { builtNexus } from '../testing/built-nexus.ts';
import { borderOf, cutsOf, drawn, gapsIn, unreached } from '../testing/cuts.ts';

if (!hasSharedData)
  console.log('Skipped: Nexus of models of others. There is no ../shared/data beside the repository.');

const read = async (path: string) => {
  const own = join(SHARED_DATA, 'mesh', path);
  const names = await readdir(dirname(own), { recursive: true });
  const files = Object.fromEntries(names.map((name) => [name, join(dirname(own), name)]));
  return readModel({ path: own, format: extname(path).slice(1) as ModelRequest['format'], files }, () => undefined);
};

describe.runIf(hasSharedData)('models of other programs', () => {
  it.each([
    ['fuze/fuze.obj', true],
    ['spider/spider.obj', true],
    ['box_subdirs/box-textured.obj', true],
    ['terrain_utm/terrain.obj', true],
    ['box_gltf/BoxTextured.gltf', true],
    ['milk_truck.glb', true],
    ['bunny.ply', false],
    ['spider_binary.stl', false],
    ['spider_ascii.stl', false],
  ])('%s has no gaps at any level, and one root', async (path, hasTextures) => {
    const model = await read(path);
    const nexus = await builtNexus(model);
    expect(nexus.problems).toEqual([]);
    expect(nexus.head.hasTextures).toBe(hasTextures);
    const [whole, ...cuts] = cutsOf(nexus, 12);
    const triangles = drawn(nexus, whole!);
    expect(triangles.length / (model.triangles.length / 3)).toBeGreaterThan(0.99);
    const border = borderOf(triangles);
    for (const cut of cuts) {
      expect(unreached(nexus, cut)).toEqual([]);
      expect(gapsIn(drawn(nexus, cut), border)).toEqual([]);
    }
    expect(nexus.roots).toBe(1);
  });
});
