import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import '../../../geodata/testing/axis-order.ts';
import { createEngine, type Engine } from '../../../engine/index.ts';
import { crsTransform } from '../../../projections/operations.ts';
import { buildCopc } from '../copc-build/build-copc.ts';
import { surfaceLas, type Surface } from '../testing/surface-cloud.ts';
import type { CloudPictureOrder } from './cloud-picture.child.ts';
import { cloudPicture } from './operations.ts';

let folder: string;
let engine: Engine;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-cloud-pictures-'));
  engine = createEngine({ children: 1, callTimeoutMs: 60_000, memoryLimitBytes: 2 ** 30 });
});
afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

const SILENT = { progress: () => undefined, say: () => undefined, tell: () => undefined };
let built = 0;

/** Builds the COPC of a surface. */
async function copcOf(surface: Surface): Promise<string> {
  const name = join(folder, `cloud${(built += 1)}`);
  await writeFile(`${name}.las`, surfaceLas(surface));
  const request = { path: `${name}.las`, output: `${name}.copc.laz`, scratch: folder, projection: null, tiles: null };
  await buildCopc(request, SILENT);
  return request.output;
}

type Shows = CloudPictureOrder['shows'];

const answerTo = (path: string, shows: Shows) =>
  engine.call(cloudPicture, { path, version: path, shows, format: 'png' });

async function draw(path: string, shows: Shows): Promise<PNG> {
  const picture = await answerTo(path, shows);
  if (typeof picture === 'string') throw new Error(`There is no picture: ${picture}`);
  return PNG.sync.read(Buffer.from(picture.bytes));
}

const pixelAt = ({ width, data }: PNG, x: number, y: number): readonly number[] => {
  const at = 4 * (Math.floor(y) * width + Math.floor(x));
  return [...data.subarray(at, at + 4)];
};

const [RED, BLUE, NOTHING] = [
  [200, 0, 0, 255],
  [0, 0, 100, 255],
  [0, 0, 0, 0],
] as const;

/** 200 x 100 metres in UTM zone 33: the west is red, the east is blue; a point each half metre. */
const twoColours: Surface = {
  origin: [500_000, 4_000_000],
  squares: [400, 200],
  step: 0.5,
  crs: 32_633,
  height: () => 100,
  colour: (column) => (column < 200 ? [200, 0, 0] : [0, 0, 100]),
};

const HALF_WORLD = Math.PI * 6_378_137;

/** Where positions of a CRS lie on the tiles of a zoom, by PROJ: tile and pixel. */
async function onTiles(crs: number, [x, y]: readonly [number, number], z: number, scale: 1 | 2 = 1) {
  const [east, north] = await engine.call(crsTransform, {
    from: `EPSG:${crs}`,
    to: 'EPSG:3857',
    positions: Float64Array.of(x, y),
  });
  const pixels = 256 * scale * 2 ** z;
  const [column, row] = [((east! / HALF_WORLD + 1) / 2) * pixels, ((1 - north! / HALF_WORLD) / 2) * pixels];
  const side = 256 * scale;
  return {
    tile: { z, x: Math.floor(column / side), y: Math.floor(row / side), scale },
    pixel: [column % side, row % side] as const,
  };
}

describe('a cloud from above', () => {
  it('has its colours at their places, and no hole', async () => {
    const picture = await draw(await copcOf(twoColours), { longestSide: 256 });
    expect([picture.width, picture.height]).toEqual([256, 128]);
    for (const row of [0, 1, 64, 126, 127])
      for (const [column, colour] of [
        [0, RED],
        [126, RED],
        [129, BLUE],
        [255, BLUE],
      ] as const)
        expect([column, row, ...pixelAt(picture, column, row)]).toEqual([column, row, ...colour]);
    const colours = new Set(new Uint32Array(picture.data.buffer, picture.data.byteOffset, picture.data.length / 4));
    expect(colours.size).toBe(2);
  });

  it.each([1, 257] as const)('knows colours that were written in steps of %i', async (colourStep) => {
    const picture = await draw(await copcOf({ ...twoColours, colourStep }), { longestSide: 64 });
    expect([pixelAt(picture, 5, 5), pixelAt(picture, 60, 5)]).toEqual([RED, BLUE]);
  });

  it('without colours is coloured by height, and dark below a step', async () => {
    const bare = { origin: twoColours.origin, squares: twoColours.squares, step: 0.5, crs: 32_633 };
    const path = await copcOf({ ...bare, height: (column) => (column < 200 ? 100 : 120) });
    const picture = await draw(path, { longestSide: 256 });
    const [low, atStep, high] = [10, 127, 250].map((column) => pixelAt(picture, column, 60));
    expect(low).toEqual([48, 18, 94, 255]);
    expect(high).toEqual([238, 226, 58, 255]);
    expect(atStep![2]).toBeLessThan(low![2]!);
  });

  it('shows what is highest', async () => {
    const path = await copcOf({
      ...twoColours,
      // Every second point of the west is blue and ten metres up.
      height: (column) => (column < 200 && column % 2 === 0 ? 110 : 100),
      colour: (column) => (column < 200 && column % 2 === 1 ? [200, 0, 0] : [0, 0, 100]),
    });
    const picture = await draw(path, { longestSide: 128 });
    for (const column of [3, 31, 60, 100]) expect(pixelAt(picture, column, 30)).toEqual(BLUE);
  });

  it('leaves out points that are noise', async () => {
    const isNoise = (column: number): boolean => column % 2 === 0;
    const path = await copcOf({
      ...twoColours,
      height: (column) => (isNoise(column) ? 500 : 100),
      classOf: (column) => (isNoise(column) ? 18 : 2),
      colour: (column) => (isNoise(column) ? [0, 0, 100] : [200, 0, 0]),
    });
    const picture = await draw(path, { longestSide: 128 });
    for (const column of [3, 31, 60, 100]) expect(pixelAt(picture, column, 30)).toEqual(RED);
  });

  it('has the shape of the ground where its plane is degrees', async () => {
    const degrees = { ...twoColours, origin: [10, 60] as const, step: 0.01, squares: [200, 200] as const, crs: null };
    const path = await copcOf({ ...degrees, height: (column) => 100 + column });
    // Without a CRS nobody knows that it is degrees.
    expect(await draw(path, { longestSide: 100 })).toMatchObject({ width: 100, height: 100 });
    const located = join(folder, 'degrees.copc.laz');
    await buildCopc(
      {
        path: path.replace('.copc.laz', '.las'),
        output: located,
        scratch: folder,
        projection: 'EPSG:4326',
        tiles: null,
      },
      SILENT,
    );
    const picture = await draw(located, { longestSide: 100 });
    // The cosine of 61 degrees.
    expect([picture.width, picture.height]).toEqual([48, 100]);
    expect(pixelAt(picture, 20, 50)[3]).toBe(255);
  });
});

it('points that lie anywhere leave no holes in a surface, whatever the size of its picture', async () => {
  const path = await copcOf({ ...twoColours, squares: [600, 600], seed: 3 });
  const holes: number[][] = [];
  for (const longestSide of [64, 100, 144, 200, 256, 333, 400, 512, 1024]) {
    const { data } = await draw(path, { longestSide });
    holes.push([longestSide, data.filter((value, at) => at % 4 === 3 && value === 0).length]);
  }
  expect(holes.filter(([, count]) => count! > 0)).toEqual([]);
});

it('points that are seen from near are large enough to be a surface', async () => {
  // As near as the octree says: a point anywhere in each of its 128 x 128 cells.
  const path = await copcOf({ ...twoColours, squares: [128, 128], step: 1, seed: 5 });
  for (const longestSide of [256, 512, 1024]) {
    const { data } = await draw(path, { longestSide });
    const open = data.filter((value, at) => at % 4 === 3 && value === 0).length;
    // A corner may be open where its point stands far from it.
    expect(open / (data.length / 4), `${longestSide} pixels`).toBeLessThan(0.001);
  }
});

describe('a tile', () => {
  it.each([
    [32_633, [500_000, 4_000_000], 18],
    [32_633, [500_000, 4_000_000], 21],
    // Lambert's conformal cone, transverse Mercator of an ellipsoid of its own, polar stereography.
    [2154, [652_000, 6_862_000], 18],
    [27_700, [530_000, 180_000], 19],
    [3413, [-1_000_000, -1_500_000], 18],
  ] as const)('of EPSG:%i has the border of two colours where PROJ has it: %j, zoom %i', async (crs, origin, z) => {
    const path = await copcOf({ ...twoColours, crs, origin });
    // A metre to each side of the border: two pixels or more. Squares are half a metre.
    for (const north of [20, 50, 80])
      for (const [east, colour] of [
        [99, RED],
        [101, BLUE],
      ] as const)
        for (const scale of [1, 2] as const) {
          const { tile, pixel } = await onTiles(crs, [origin[0] + east, origin[1] + north], z, scale);
          expect([north, east, ...pixelAt(await draw(path, tile), ...pixel)]).toEqual([north, east, ...colour]);
        }
  });

  it('has each point where PROJ has it, however large the cloud and small the pixels are', async () => {
    // A point each kilometre of 400 x 200; a pixel is 3 cm, and a point is drawn 24 pixels wide.
    const origin = [300_000, 5_000_000] as const;
    const path = await copcOf({ ...twoColours, origin, step: 1000 });
    for (const [east, north] of [
      [500, 500],
      [123_500, 77_500],
      [199_500, 199_500],
    ] as const) {
      const { tile, pixel } = await onTiles(32_633, [origin[0] + east, origin[1] + north], 22, 2);
      const picture = await draw(path, tile);
      const [column, row] = pixel.map(Math.floor) as [number, number];
      // Where the point is at the edge of its tile, the next one shows the rest.
      const away = [-14, -10, 10, 14].filter((step) => [column + step, row + step].every((at) => at >= 0 && at < 512));
      const seen = away.map((step) => [pixelAt(picture, column + step, row), pixelAt(picture, column, row + step)]);
      expect(seen).toEqual(away.map((step) => (Math.abs(step) > 12 ? [NOTHING, NOTHING] : [RED, RED])));
      expect(pixelAt(picture, column, row)).toEqual(RED);
    }
  });

  it('is transparent where the cloud is not, and there is none beside it', async () => {
    const path = await copcOf(twoColours);
    const beside = await onTiles(32_633, [500_000 - 2, 4_000_050], 18);
    expect(pixelAt(await draw(path, beside.tile), ...beside.pixel)).toEqual(NOTHING);
    expect(await answerTo(path, { z: 18, x: 5, y: 7, scale: 2 })).toBe('outside');
  });

  it('of the whole world shows a cloud as a pixel', async () => {
    const { tile, pixel } = await onTiles(32_633, [500_100, 4_000_050], 0);
    const world = await draw(await copcOf(twoColours), tile);
    expect(pixelAt(world, ...pixel)[3]).toBe(255);
  });

  it('shows a cloud over the antimeridian at both edges of the world', async () => {
    const positions = Float64Array.of(180, 0.1);
    const [edge, north] = await engine.call(crsTransform, { from: 'EPSG:4326', to: 'EPSG:32660', positions });
    const origin = [Math.round(edge!) - 100, Math.round(north!) - 50] as const;
    const path = await copcOf({ ...twoColours, crs: 32_660, origin });
    for (const [east, colour] of [
      [20, RED],
      [180, BLUE],
    ] as const) {
      const { tile, pixel } = await onTiles(32_660, [origin[0] + east, origin[1] + 50], 18);
      expect([tile.x, pixelAt(await draw(path, tile), ...pixel)]).toEqual([east < 100 ? 2 ** 18 - 1 : 0, colour]);
    }
    const world = await draw(path, { z: 0, x: 0, y: 0, scale: 1 });
    expect([pixelAt(world, 0, 127)[3], pixelAt(world, 255, 127)[3]]).toEqual([255, 255]);
  });

  it('of a cloud without a place is none', async () => {
    const path = await copcOf({ ...twoColours, crs: null });
    expect(await answerTo(path, { z: 3, x: 1, y: 1, scale: 1 })).toBe('no-place');
    expect(await draw(path, { longestSide: 64 })).toMatchObject({ width: 64 });
  });

  it('has no hole, from far and from near', async () => {
    const path = await copcOf(twoColours);
    for (const z of [14, 16, 17, 18, 19, 20, 22]) {
      const { tile, pixel } = await onTiles(32_633, [500_050, 4_000_050], z);
      const picture = await draw(path, tile);
      // As far as the cloud reaches: 40 metres to each side.
      const around = Math.floor(40 / ((2 * HALF_WORLD) / (256 * 2 ** z) / 1.24));
      const [columns, rows] = pixel.map((middle) =>
        Array.from({ length: 2 * around }, (_, index) => Math.floor(middle) - around + index).filter(
          (at) => at >= 0 && at < 256,
        ),
      ) as [number[], number[]];
      const holes = columns.flatMap((x) => rows.filter((y) => pixelAt(picture, x, y)[3] === 0).map((y) => [z, x, y]));
      expect(holes).toEqual([]);
    }
  });
});

describe('a damaged cloud', () => {
  it('is refused with a reason, and the next one is drawn', async () => {
    const sound = await copcOf(twoColours);
    const bytes = await readFile(sound);
    const damages: Readonly<Record<string, readonly [Buffer, RegExp]>> = {
      'cut.copc.laz': [bytes.subarray(0, bytes.length >> 1), /cut off|cannot be/],
      'chunk.copc.laz': [overwritten(bytes, bytes.readUInt32LE(96) + 8 + 36, 300), /damaged|cut off|another number/],
      'head.copc.laz': [overwritten(bytes, 0, 400), /no COPC/],
      'cube.copc.laz': [overwritten(bytes, 375 + 54, 32, 0xff), /not sound/],
    };
    for (const [name, [content, reason]] of Object.entries(damages)) {
      const path = join(folder, name);
      await writeFile(path, content);
      await expect(draw(path, { longestSide: 64 }), name).rejects.toMatchObject({
        code: 'refused',
        message: expect.stringMatching(reason) as string,
      });
    }
    expect(await draw(sound, { longestSide: 64 })).toMatchObject({ width: 64 });
  });
});

function overwritten(bytes: Buffer, at: number, length: number, value = 0xa5): Buffer {
  const damaged = Buffer.from(bytes);
  return damaged.fill(value, at, at + length);
}
