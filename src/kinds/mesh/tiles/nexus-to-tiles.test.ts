import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromLocal } from '../../../geodata/place/geodesy.ts';
import { apply } from '../../../geodata/place/transform.ts';
import type { Vector3 } from '../../../geodata/place/box.ts';
import { problemsOfGlb } from '../mesh-output/testing/validate-glb.ts';
import type { TriangleModel } from '../model/triangle-model.ts';
import { buildNexus } from '../nexus/build-nexus.ts';
import { openNexus } from '../nexus/nexus-reader.ts';
import { ball, loose, painted, terrain } from '../testing/models.ts';
import { type BuiltTiles, nexusToTiles, type TilesBuild } from './nexus-to-tiles.ts';
import { borderOf, heightOn, sidesOf } from './testing/borders.ts';
import { atOrigin, byGdal, inCrs } from './testing/places.ts';
import { countByLoaders, readTiles, readTileset, type ReadTile } from './testing/read-tiles.ts';

let folder: string;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'alidade-tiles-'))));
afterAll(() => rm(folder, { recursive: true }));

const noProgress = (): void => undefined;

/** A Nexus with nodes of few triangles, so that small models have levels. */
async function nexusOf(model: TriangleModel, cellTriangles = 512): Promise<string> {
  const own = await mkdtemp(join(folder, 'nexus-'));
  const output = join(own, 'model.nxz');
  await buildNexus(model, { output, scratch: own, isCompressed: true, cellTriangles }, noProgress);
  return output;
}

interface Made extends BuiltTiles {
  readonly output: string;
}

async function make(nexus: string, more: Partial<TilesBuild> = {}): Promise<Made> {
  const output = join(await mkdtemp(join(folder, 'tiles-')), 'made');
  return { output, ...(await nexusToTiles({ nexus, output, place: null, origin: [0, 0, 0], ...more }, noProgress)) };
}

/** A picture whose colour tells the place in it. */
const PICTURE = (() => {
  const canvas = createCanvas(512, 512);
  const context = canvas.getContext('2d');
  const image = context.createImageData(512, 512);
  for (let at = 0; at < image.data.length; at += 4) {
    const [x, y] = [(at / 4) % 512, Math.floor(at / 4 / 512)];
    image.data.set([x / 2, y / 2, 128, 255], at);
  }
  context.putImageData(image, 0, 0);
  return canvas.toBuffer('image/png');
})();

const textured = (model: TriangleModel): TriangleModel => ({
  ...model,
  materials: [{ name: 'photo', colour: [255, 255, 255, 255], texture: { bytes: PICTURE } }],
});

type Mesh = { readonly positions: ArrayLike<number>; readonly triangles: ArrayLike<number> };

function* cornersOf({ positions, triangles }: Mesh): Generator<readonly Vector3[]> {
  const place = (vertex: number): Vector3 =>
    [0, 1, 2].map((axis) => positions[3 * vertex + axis]!) as unknown as Vector3;
  for (let at = 0; at < triangles.length; at += 3)
    yield [place(triangles[at]!), place(triangles[at + 1]!), place(triangles[at + 2]!)];
}

function areaOf(mesh: Mesh): number {
  let area = 0;
  for (const [a, b, c] of cornersOf(mesh)) {
    const [u, v] = [b!, c!].map((end) => end.map((value, axis) => value - a![axis]!)) as [number[], number[]];
    area += Math.hypot(u[1]! * v[2]! - u[2]! * v[1]!, u[2]! * v[0]! - u[0]! * v[2]!, u[0]! * v[1]! - u[1]! * v[0]!) / 2;
  }
  return area;
}

/** Coordinates of a corner of the model, where there is one. */
const placeAt = ({ positions }: ReadTile, vertex: number): Vector3 =>
  [...positions.subarray(3 * vertex, 3 * vertex + 3)] as unknown as Vector3;

/** Positions of a Nexus are multiples of more than that, and those of tiles less off. */
const STEP = 2 ** -12;

/** How often each triangle is there. */
function timesOf(meshes: readonly Mesh[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const mesh of meshes)
    for (const corners of cornersOf(mesh)) {
      const key = corners
        .map((corner) => corner.map((value) => Math.round(value / STEP)).join(' '))
        .toSorted()
        .join(', ');
      times.set(key, (times.get(key) ?? 0) + 1);
    }
  return times;
}

/** Every second level of a Nexus from the coarsest on, its nodes as meshes. */
async function levelsOf(nexus: string): Promise<readonly (readonly Mesh[])[]> {
  const reader = await openNexus(nexus);
  try {
    const levels: Mesh[][] = [];
    for (let node = 0; node < reader.head.nodes.length; node += 1)
      (levels[reader.levelOf(node)] ??= []).push(await reader.readNode(node));
    return levels.filter((_, level) => level % 2 === 0).toReversed();
  } finally {
    await reader.close();
  }
}

const depthOf = ({ uri }: ReadTile): number => Number(/tiles\/(\d+)-/.exec(uri)![1]);

/** How far outside of a box the farthest vertex lies. */
function outsideOf(box: readonly number[], positions: Float64Array): number {
  const halves = [box[3]!, box[7]!, box[11]!];
  let farthest = -Infinity;
  for (let at = 0; at < positions.length; at += 1)
    farthest = Math.max(farthest, Math.abs(positions[at]! - box[at % 3]!) - halves[at % 3]!);
  return farthest;
}

function checkTree(tiles: readonly ReadTile[]): void {
  for (const { json, above, positions } of tiles) {
    for (const { boundingVolume } of [json, ...above])
      expect(outsideOf(boundingVolume.box, positions)).toBeLessThanOrEqual(0);
    expect(json.geometricError === 0).toBe((json.children ?? []).length === 0);
    const errors = [...above, json].map(({ geometricError }) => geometricError);
    errors.slice(1).forEach((error, index) => expect(error).toBeLessThan(errors[index]!));
  }
}

describe.each([
  ['hills', () => terrain(120), 512, 4],
  ['hills with pictures', () => textured(terrain(120, 12)), 512, 3],
  ['a ball with colours', () => painted(ball(80)), 512, 3],
  ['a model of one tile', () => terrain(10), 512, 1],
  ['triangles that touch nowhere', () => loose(6000), 512, 1],
  ['a model with several roots', () => ball(16), 4, 1],
] as const)('tiles of %s', (_, modelOf, cellTriangles, leastLevels) => {
  let [nexus, made, tiles]: [string, Made, readonly ReadTile[]] = ['', {} as Made, []];
  beforeAll(async () => {
    nexus = await nexusOf(modelOf(), cellTriangles);
    made = await make(nexus);
    tiles = await readTiles(made.output);
  });

  it('have each level of the surface whole and once', async () => {
    const levels = await levelsOf(nexus);
    expect(levels.length).toBeGreaterThanOrEqual(leastLevels);
    expect(made.levels).toBe(levels.length);
    levels.forEach((nodes, depth) => {
      const own = tiles.filter((tile) => depthOf(tile) === depth);
      const sum = (meshes: readonly Mesh[]): number => meshes.reduce((total, mesh) => total + areaOf(mesh), 0);
      expect(sum(own) / sum(nodes)).toBeCloseTo(1, 4);
      const [before, after] = [timesOf(nodes), timesOf(own)];
      const whole = [...before].filter(([key]) => after.has(key));
      expect(whole.filter(([key, times]) => after.get(key) !== times)).toEqual([]);
      // The others are cut at the sides of cells: most of them where cells have some triangles only.
      const share = own.length === 1 ? 1 : cellTriangles > 100 ? 0.5 : 0.05;
      expect(whole.length).toBeGreaterThan(share * before.size - 1);
    });
  });

  it('have boxes around what is in them and below, and errors that fall to 0', async () => {
    checkTree(tiles);
    const { root, geometricError } = await readTileset(made.output);
    expect(geometricError).toBeGreaterThan(root.geometricError);
    expect(root.transform).toBeUndefined();
  });

  it('are read by other programs', async () => {
    for (const { glb } of tiles) expect(await problemsOfGlb(glb)).toEqual([]);
    const counted = tiles.reduce((sum, { triangles }) => sum + triangles.length / 3, 0);
    expect(await countByLoaders(made.output)).toBe(counted);
    expect([made.tiles, made.triangles, made.bytes]).toEqual([
      tiles.length,
      counted,
      tiles.reduce((sum, { glb }) => sum + glb.length, 0),
    ]);
  });

  it('are not much larger or smaller than each other', () => {
    const finest = tiles.filter((tile) => depthOf(tile) === made.levels - 1);
    const counts = finest.map(({ triangles }) => triangles.length / 3);
    // Those that are cut count in two tiles.
    expect(Math.max(...counts)).toBeLessThanOrEqual(2 * cellTriangles + 10 * Math.sqrt(2 * cellTriangles));
  });
});

it('a tile beside finer ones ends where they do, to twice its error', async () => {
  const side = 100;
  const tiles = await readTiles((await make(await nexusOf(terrain(side)))).output);
  const misses: number[] = [];
  for (const coarse of tiles)
    for (const [axis, at] of sidesOf(coarse, side)) {
      const own = borderOf(coarse, axis, at);
      const finer = tiles.filter((tile) => depthOf(tile) > depthOf(coarse)).flatMap((tile) => borderOf(tile, axis, at));
      for (const [place, height] of finer.flat()) {
        const found = heightOn(own, place);
        if (found !== null) misses.push(Math.abs(found - height) / coarse.json.geometricError);
      }
    }
  expect(misses.length).toBeGreaterThan(500);
  // Errors of the simplifier are a mean over the triangles around: single places lie up to 1.6 times as far off here, nearly all within it.
  expect(Math.max(...misses)).toBeLessThan(2);
  expect(misses.filter((miss) => miss > 1).length / misses.length).toBeLessThan(0.05);
});

const CENTIMETRE = 0.01;

describe('tiles of a model that has a place', () => {
  const scale = 15;
  const model = (() => {
    const small = terrain(80);
    return { ...small, positions: small.positions.map((value) => value * scale) };
  })();
  const origin: Vector3 = [512_300, 5_300_100, 600];
  const isSampled = (_: unknown, index: number): boolean => index % 97 === 0;
  let nexus: string;
  let loose: readonly ReadTile[];
  beforeAll(async () => {
    nexus = await nexusOf(model);
    loose = await readTiles((await make(nexus)).output);
  });

  /** Places of the tiles on the Earth, and of the same vertices of the model. */
  async function pairsOf(more: Partial<TilesBuild>): Promise<readonly (readonly [Vector3, Vector3])[]> {
    const { output } = await make(nexus, more);
    const { transform } = (await readTileset(output)).root;
    const tiles = await readTiles(output);
    checkTree(tiles);
    expect(tiles.map(({ uri }) => uri)).toEqual(loose.map(({ uri }) => uri));
    return tiles.flatMap((tile, number) =>
      Array.from({ length: tile.positions.length / 3 }, (_, vertex) => vertex)
        .filter(isSampled)
        .map((vertex) => [apply(transform!, placeAt(tile, vertex)), placeAt(loose[number]!, vertex)] as const),
    );
  }

  const farthest = (pairs: readonly (readonly [Vector3, Vector3])[], wanted: readonly Vector3[]): number =>
    Math.max(...pairs.map(([found], at) => Math.hypot(...found.map((value, axis) => value - wanted[at]![axis]!))));

  it('lie where an origin says, to a centimetre', async () => {
    const place = atOrigin([11.5, 48.1, 520]);
    const pairs = await pairsOf({ place, origin: [100, -200, 5] });
    expect(pairs.length).toBeGreaterThan(50);
    const wanted = pairs.map(([, [x, y, z]]) => fromLocal(place.origin, [x + 100, y - 200, z + 5]));
    expect(farthest(pairs, wanted)).toBeLessThan(CENTIMETRE);
  });

  it('lie where a CRS says, to a centimetre', async () => {
    const box = { min: [0, 0, -150], max: [80 * scale, 80 * scale, 150] } as const;
    const pairs = await pairsOf({ place: inCrs(32_632, origin, box), origin });
    const wanted = await byGdal(
      32_632,
      pairs.map(([, place]) => place.map((value, axis) => value + origin[axis]!) as unknown as Vector3),
    );
    expect(farthest(pairs, wanted)).toBeLessThan(CENTIMETRE);
  });
});

describe('pictures of tiles', () => {
  it('show at each place what the picture of the model shows there', async () => {
    const model = textured(terrain(60, 12));
    const tiles = await readTiles((await make(await nexusOf(model))).output);
    const uvOf = new Map<string, readonly [number, number][]>();
    for (let vertex = 0; vertex < model.positions.length / 3; vertex += 1) {
      const key = `${model.positions[3 * vertex]} ${model.positions[3 * vertex + 1]}`;
      const [u, v] = [model.uvs![2 * vertex]!, model.uvs![2 * vertex + 1]!];
      uvOf.set(key, [...(uvOf.get(key) ?? []), [u, v]]);
    }
    const misses: number[] = [];
    for (const tile of tiles.filter((one) => one.json.geometricError === 0)) {
      const image = await loadImage(tile.picture!);
      const canvas = createCanvas(image.width, image.height);
      const context = canvas.getContext('2d');
      context.drawImage(image, 0, 0);
      for (let vertex = 0; vertex < tile.positions.length / 3; vertex += 1) {
        const [x, y] = placeAt(tile, vertex).map((value) => Math.round(value * 100) / 100);
        const [uv, other] = uvOf.get(`${x} ${y}`) ?? [];
        // Where islands meet, a place is in two parts of the picture.
        if (uv === undefined || other !== undefined) continue;
        const [column, row] = [tile.uvs![2 * vertex]! * image.width, tile.uvs![2 * vertex + 1]! * image.height];
        const { data } = context.getImageData(Math.floor(column), Math.floor(row), 1, 1);
        const wanted = [256 * uv[0], 256 * (1 - uv[1]), 128];
        misses.push(...wanted.map((value, band) => Math.abs(value - data[band]!)));
      }
    }
    misses.sort((one, other) => one - other);
    expect(misses.length).toBeGreaterThan(3000);
    const [usual = NaN, most = NaN] = [0.5, 0.99].map((share) => misses[Math.floor(share * misses.length)]!);
    // Levels of 255, after JPEG twice.
    expect(usual).toBeLessThan(1.5);
    expect(most).toBeLessThan(10);
  });

  it('are replaced when their pixels are larger than those of the screen, by viewers that allow 16', async () => {
    // Flat ground: coarser tiles are not off it at all, only less sharp.
    const hills = terrain(60, 12);
    const flat = { ...hills, positions: hills.positions.map((value, at) => (at % 3 === 2 ? 0 : value)) };
    const { root } = await readTileset((await make(await nexusOf(textured(flat)))).output);
    // 512 pixels show 5 islands, which take 0.8 of their place, of 12 m; a quarter as many two levels above.
    const pixel = (5 * 12) / (0.8 * 512);
    expect(root.geometricError / 16 / pixel).toBeGreaterThan(1.5);
    expect(root.geometricError / 16 / pixel).toBeLessThan(8);
  });

  it('are WebP where it is asked for, which programs must know', async () => {
    const { output } = await make(await nexusOf(textured(terrain(20, 5))), { format: 'webp' });
    for (const { glb, picture } of await readTiles(output)) {
      expect(picture!.toString('latin1', 8, 12)).toBe('WEBP');
      expect(glb.toString('latin1')).toContain('"extensionsRequired":["EXT_texture_webp"]');
      expect(await problemsOfGlb(glb)).toEqual([]);
    }
  });
});

describe('a folder for tiles', () => {
  let nexus: string;
  beforeAll(async () => {
    nexus = await nexusOf(terrain(20));
  });
  const build = (output: string, more: Partial<TilesBuild> = {}): Promise<BuiltTiles> =>
    nexusToTiles({ nexus, output, place: null, origin: [0, 0, 0], ...more }, noProgress);

  it('may be there when it is empty', async () => {
    const own = await mkdtemp(join(folder, 'own-'));
    await build(own);
    expect((await readdir(own)).toSorted()).toEqual(['tiles', 'tileset.json']);
  });

  it('is left as it is when something is in it', async () => {
    const own = await mkdtemp(join(folder, 'own-'));
    await writeFile(join(own, 'mine'), 'a');
    await expect(build(own)).rejects.toThrow('not empty');
    await expect(build(join(own, 'mine'))).rejects.toThrow('There is a file');
    expect(await readdir(own)).toEqual(['mine']);
  });

  it('is not there when something fails, nor is anything beside it', async () => {
    const own = await mkdtemp(join(folder, 'own-'));
    const bytes = await readFile(nexus);
    const broken = join(folder, 'broken.nxz');
    await writeFile(broken, bytes.fill(0xff, 1024));
    await expect(build(join(own, 'made'), { nexus: broken })).rejects.toThrow('damaged');
    await mkdir(join(own, 'deep'));
    await expect(build(join(own, 'deep', 'made'), { nexus: join(folder, 'none') })).rejects.toThrow('ENOENT');
    expect([await readdir(own), await readdir(join(own, 'deep'))]).toEqual([['deep'], []]);
  });
});
