import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, extname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasSharedData, SHARED_DATA, sharedFacts } from '../../../../test/support/shared-data.ts';
import { type ModelRequest, readModel } from './read-model.ts';
import type { TriangleModel } from './triangle-model.ts';

if (!hasSharedData) console.log('Skipped: models of other programs. There is no ../shared/data beside the repository.');

interface Expected {
  readonly facts: { readonly faces?: number; readonly triangles?: number; readonly bounds?: readonly number[] };
}

const models = (await sharedFacts<Expected>('mesh/')).filter(([path]) => /\.(obj|gltf|glb|ply|stl)$/.test(path));

async function read(path: string): Promise<TriangleModel> {
  const own = join(SHARED_DATA, path);
  const folder = dirname(own);
  const names = existsSync(folder) ? await readdir(folder, { recursive: true }) : [];
  const files = Object.fromEntries(names.map((name) => [relative(folder, join(folder, name)), join(folder, name)]));
  return readModel({ path: own, format: extname(path).slice(1) as ModelRequest['format'], files }, () => undefined);
}

async function modelIn(folder: string, ending: string): Promise<string> {
  const names = await readdir(join(SHARED_DATA, folder), { recursive: true });
  return join(
    folder,
    names.find((name) => name.endsWith(`.${ending}`))!,
  );
}

/** The box around a model where it lies in its file. */
function boxOf({ positions, origin, triangles }: TriangleModel): readonly number[] {
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (const vertex of triangles)
    for (let axis = 0; axis < 3; axis += 1) {
      const value = positions[3 * vertex + axis]! + origin[axis]!;
      box[axis] = Math.min(box[axis]!, value);
      box[axis + 3] = Math.max(box[axis + 3]!, value);
    }
  return box;
}

describe.runIf(hasSharedData)('models of other programs', () => {
  it.each(models)('%s: its box is that which other programs compute', async (path, { facts }) => {
    const { origin, ...model } = await read(path);
    const box = boxOf({ origin, ...model });
    const isUpright = /\.gl(?:tf|b)$/.test(path);
    const [a, b, c, d, e, f] = facts.bounds ?? box;
    const wanted = facts.bounds !== undefined && isUpright ? [a!, -f!, b!, d!, -c!, e!] : [a!, b!, c!, d!, e!, f!];
    for (const [index, value] of box.entries()) expect(value).toBeCloseTo(wanted[index]!, 3);
    expect(model.warnings).toEqual([]);
  });

  it.each([
    ['mesh/fuze/fuze.obj', 1, 1],
    ['mesh/spider/spider.obj', 4, 4],
    ['mesh/box_subdirs/box-textured.obj', 1, 1],
    ['mesh/terrain_utm/terrain.obj', 1, 1],
    ['mesh/box_gltf/BoxTextured.gltf', 1, 1],
    ['mesh/milk_truck.glb', 4, 2],
    ['mesh/bunny.ply', 1, 0],
    ['mesh/spider_binary.stl', 1, 0],
    ['mesh/spider_ascii.stl', 1, 0],
  ])('%s: %d materials, %d of them with a picture', async (path, materials, pictures) => {
    const model = await read(path);
    expect([model.materials.length, model.materials.filter(({ texture }) => texture !== null).length]).toEqual([
      materials,
      pictures,
    ]);
    expect(model.uvs === null).toBe(pictures === 0);
    // Each triangle has three vertices that are there.
    expect(Math.max(...model.triangles)).toBeLessThan(model.positions.length / 3);
  });

  it('both kinds of STL of one model are alike', async () => {
    const [text, binary] = [await read('mesh/spider_ascii.stl'), await read('mesh/spider_binary.stl')];
    expect(text.triangles).toEqual(binary.triangles);
  });

  it('absolute coordinates stay exact to a tenth of a millimetre: the origin takes them', async () => {
    const { origin, positions } = await read('mesh/terrain_utm/terrain.obj');
    expect(origin).toEqual([321_400, 4_298_000, 0]);
    expect(positions.every((value) => Math.abs(value) < 1000)).toBe(true);
    expect(positions[2]! + origin[2]).toBeCloseTo(11.105, 4);
  });

  it.each([
    ['broken/obj_without_mtl', 'obj', /The material library .* is missing\./],
    ['broken/obj_without_texture', 'obj', /Pictures are missing; their materials have a plain colour instead: /],
  ])('%s is drawn plain, with a warning', async (folder, ending, warning) => {
    const { warnings } = await read(await modelIn(folder, ending));
    expect(warnings[0]).toMatch(warning);
  });

  it('broken/gltf_missing_bin is refused', async () => {
    await expect(read(await modelIn('broken/gltf_missing_bin', 'gltf'))).rejects.toThrow(/The buffer .* is missing\./);
  });

  it('hostile/index_out_of_range.gltf is refused', async () => {
    await expect(read('hostile/index_out_of_range.gltf')).rejects.toThrow(/vertex 255/);
  });
});
