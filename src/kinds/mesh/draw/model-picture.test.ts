import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine, EngineError } from '../../../engine/index.ts';
import { OperationRefusal } from '../../../engine/for-children.ts';
import { sharp } from '../../../geodata/pictures/picture-library.child.ts';
import { expectChangedBytesOpenOrRefused } from '../../testing/changed-bytes.ts';
import type { CortoMesh } from '../corto/corto-decode.ts';
import { nexusBytes, type TestNode } from '../nexus/testing/nexus-bytes.ts';
import { CAMERA } from './camera.ts';
import modelPicture from './model-picture.child.ts';
import { modelPicture as operation } from './operations.ts';
import { modelDrawer } from './thumbnail-drawer.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-model-pictures-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Mesh = Omit<CortoMesh, 'groups'>;
type Vertex = readonly [x: number, y: number, z: number];
type Colour = readonly [red: number, green: number, blue: number];

/** A mesh of squares, each with four corners of its own, around which it goes, and a colour or corners in a picture. */
const squares = (list: readonly { corners: readonly Vertex[]; colour?: Colour; uvs?: readonly number[] }[]): Mesh => ({
  positions: Float32Array.from(list.flatMap(({ corners }) => corners.flat())),
  normals: null,
  colours:
    list[0]?.colour === undefined
      ? null
      : Uint8Array.from(list.flatMap(({ colour }) => Array.from({ length: 4 }, () => [...colour!, 255]).flat())),
  uvs: list[0]?.uvs === undefined ? null : Float32Array.from(list.flatMap(({ uvs }) => uvs!)),
  triangles: Uint32Array.from(list.flatMap((_, index) => [0, 1, 2, 0, 2, 3].map((corner) => 4 * index + corner))),
});

const node = (mesh: Mesh, rest: Partial<TestNode> = {}): TestNode => ({
  mesh: { ...mesh, groups: [mesh.triangles.length / 3] },
  finer: [1],
  error: 1,
  centre: [0, 0, 0],
  radius: 10,
  ...rest,
});

let written = 0;
async function stored(nodes: readonly TestNode[]): Promise<string> {
  const path = join(folder, `model${(written += 1)}.nxs`);
  await writeFile(path, nexusBytes(nodes, null));
  return path;
}

interface Drawn extends PNG {
  /** Red, green, blue, alpha where a place of the model is. */
  at(place: Vertex): readonly number[];
}

/** Draws a model that fills a box. */
async function drawn(nodes: readonly TestNode[], size = 200): Promise<Drawn> {
  const picture = await modelPicture({ path: await stored(nodes), longestSide: size, format: 'png' });
  const png = PNG.sync.read(Buffer.from(picture.bytes));
  const positions = nodes.flatMap(({ mesh }) => Array.from(mesh.positions));
  const along = (axis: Vertex, x: number, y: number, z: number): number => axis[0] * x + axis[1] * y + axis[2] * z;
  const shown = Array.from({ length: positions.length / 3 }, (_, vertex) => {
    const place = positions.slice(3 * vertex, 3 * vertex + 3) as unknown as Vertex;
    return [along(CAMERA.right, ...place), -along(CAMERA.up, ...place)] as const;
  });
  const [left, top] = [0, 1].map((axis) => Math.min(...shown.map((each) => each[axis]!))) as [number, number];
  const right = Math.max(...shown.map(([x]) => x));
  const at = (place: Vertex): readonly number[] => {
    const scale = png.width / (right - left);
    const column = Math.floor((along(CAMERA.right, ...place) - left) * scale);
    const row = Math.floor((-along(CAMERA.up, ...place) - top) * scale);
    return [...png.data.subarray(4 * (row * png.width + column), 4 * (row * png.width + column) + 4)];
  };
  return Object.assign(png, { at });
}

/** The share of a colour that light leaves, the same of all bands; NaN for another colour. */
function lightOn(found: readonly number[], [red, green, blue]: Colour): number {
  const shares = [red, green, blue].flatMap((band, index) => (band === 0 ? [] : [found[index]! / band]));
  const isSame = [red, green, blue].every((band, index) => Math.abs(found[index]! - band * shares[0]!) <= 3);
  return isSame && found[3] === 255 ? shares[0]! : NaN;
}

const [SOUTH, EAST, TOP]: readonly Colour[] = [
  [250, 0, 0],
  [0, 250, 0],
  [0, 0, 250],
];
const [NORTH, WEST, BOTTOM]: readonly Colour[] = [
  [250, 250, 0],
  [0, 250, 250],
  [250, 0, 250],
];
const BOX = [
  {
    corners: [
      [0, 0, 0],
      [2, 0, 0],
      [2, 0, 2],
      [0, 0, 2],
    ],
    colour: SOUTH!,
  },
  {
    corners: [
      [2, 0, 0],
      [2, 2, 0],
      [2, 2, 2],
      [2, 0, 2],
    ],
    colour: EAST!,
  },
  {
    corners: [
      [0, 0, 2],
      [2, 0, 2],
      [2, 2, 2],
      [0, 2, 2],
    ],
    colour: TOP!,
  },
  {
    corners: [
      [0, 2, 0],
      [2, 2, 0],
      [2, 2, 2],
      [0, 2, 2],
    ],
    colour: NORTH!,
  },
  {
    corners: [
      [0, 0, 0],
      [0, 2, 0],
      [0, 2, 2],
      [0, 0, 2],
    ],
    colour: WEST!,
  },
  {
    corners: [
      [0, 0, 0],
      [2, 0, 0],
      [2, 2, 0],
      [0, 2, 0],
    ],
    colour: BOTTOM!,
  },
] as const;

describe('a box with six colours', () => {
  it('shows its south, its east and its top, on nothing', async () => {
    const picture = await drawn([node(squares(BOX))]);
    const light = {
      south: lightOn(picture.at([1, 0, 1]), SOUTH!),
      east: lightOn(picture.at([2, 1, 1]), EAST!),
      top: lightOn(picture.at([1, 1, 2]), TOP!),
    };
    expect(light.top).toBeGreaterThan(0.8);
    expect(light.south).toBeGreaterThan(light.east);
    expect(light.east).toBeGreaterThanOrEqual(0.39);
    for (const hidden of [NORTH, WEST, BOTTOM]) {
      let count = 0;
      for (let at = 0; at < picture.data.length; at += 4)
        if (lightOn([...picture.data.subarray(at, at + 4)], hidden!) > 0) count += 1;
      expect(count).toBe(0);
    }
    expect([...picture.data.subarray(0, 4)]).toEqual([0, 0, 0, 0]);
    expect(Math.max(picture.width, picture.height)).toBe(200);
  });

  it('is as bright with its triangles turned over', async () => {
    const turned = BOX.map(({ corners, ...rest }) => ({ ...rest, corners: corners.toReversed() }));
    const [one, other] = [await drawn([node(squares(BOX))]), await drawn([node(squares(turned))])];
    expect(other.data.equals(one.data)).toBe(true);
  });

  it('has smooth edges in small pictures, and no hole in any', async () => {
    for (const size of [16, 33, 512, 2048]) {
      const picture = await drawn([node(squares(BOX))], size);
      expect(Math.max(picture.width, picture.height)).toBe(size);
      let inside = 0;
      for (let row = 0; row < picture.height; row += 1) {
        const shown = Array.from({ length: picture.width }, (_, x) => picture.data[4 * (row * picture.width + x) + 3]!);
        const [first, last] = [shown.findIndex((alpha) => alpha > 0), shown.findLastIndex((alpha) => alpha > 0)];
        inside += shown.slice(first + 1, last).filter((alpha) => alpha < 255 && alpha === 0).length;
      }
      expect(inside).toBe(0);
    }
  });
});

describe('colours', () => {
  const ground = (rest: { colour?: Colour; uvs?: readonly number[] }) =>
    squares([
      {
        corners: [
          [0, 0, 0],
          [4, 0, 0],
          [4, 4, 0],
          [0, 4, 0],
        ],
        ...rest,
      },
    ]);
  const quarters = async (side: number): Promise<Buffer> => {
    const colours = [
      [200, 0, 0],
      [0, 200, 0],
      [0, 0, 200],
      [200, 200, 0],
    ] as const;
    const data = new Uint8Array(side * side * 3);
    for (let at = 0; at < side * side; at += 1) {
      const [x, y] = [at % side, Math.floor(at / side)];
      data.set(colours[(x < side / 2 ? 0 : 1) + (y < side / 2 ? 0 : 2)]!, 3 * at);
    }
    return sharp(data, { raw: { width: side, height: side, channels: 3 } })
      .jpeg({ chromaSubsampling: '4:4:4' })
      .toBuffer();
  };

  it.each([16, 100, 1500])('are those of a picture of %i pixels, right way up', async (side) => {
    const picture = await quarters(side);
    const { at } = await drawn([node(ground({ uvs: [0, 0, 1, 0, 1, 1, 0, 1] }), { picture })]);
    // The first row of a picture is in the north.
    expect(lightOn(at([0.5, 3.5, 0]), [200, 0, 0])).toBeGreaterThan(0.9);
    expect(lightOn(at([3.5, 3.5, 0]), [0, 200, 0])).toBeGreaterThan(0.9);
    expect(lightOn(at([0.5, 0.5, 0]), [0, 0, 200])).toBeGreaterThan(0.9);
    expect(lightOn(at([3.5, 0.5, 0]), [200, 200, 0])).toBeGreaterThan(0.9);
  });

  it('are grey without any, where all are black, and where the picture is damaged', async () => {
    const grey = (await drawn([node(ground({}))])).at([2, 2, 0]);
    expect(grey[3]).toBe(255);
    expect(grey[0]).toBeGreaterThan(150);
    expect((await drawn([node(ground({ colour: [0, 0, 0] }))])).at([2, 2, 0])).toEqual(grey);
    const broken = node(ground({ uvs: [0, 0, 1, 0, 1, 1, 0, 1] }), { picture: Buffer.from('no picture at all') });
    expect((await drawn([broken])).at([2, 2, 0])).toEqual(grey);
    // One side of the ground is black, the other is not.
    const half = squares([
      {
        corners: [
          [0, 0, 0],
          [2, 0, 0],
          [2, 4, 0],
          [0, 4, 0],
        ],
        colour: [0, 0, 0],
      },
      {
        corners: [
          [2, 0, 0],
          [4, 0, 0],
          [4, 4, 0],
          [2, 4, 0],
        ],
        colour: [90, 90, 200],
      },
    ]);
    expect((await drawn([node(half)])).at([1, 2, 0])).toEqual([0, 0, 0, 255]);
  });

  it('are lit by the directions of vertices, where a model has some', async () => {
    const mesh = ground({});
    const normals = Float32Array.from([0, 1, 2, 3].flatMap(() => CAMERA.light));
    const { at } = await drawn([node({ ...mesh, normals })]);
    expect(at([2, 2, 0])).toEqual([204, 204, 204, 255]);
  });
});

describe('levels', () => {
  const square = (x: number, colour: Colour, step = 4) =>
    ({
      corners: [
        [x, 0, 0],
        [x + step, 0, 0],
        [x + step, 4, 0],
        [x, 4, 0],
      ],
      colour,
    }) as const;
  /** Node 0 is replaced by 1 in the west and by 2 in the east. */
  const tree = (west: number, east: number): readonly TestNode[] => [
    {
      ...node(squares([square(0, [200, 0, 0]), square(4, [200, 0, 0])])),
      mesh: { ...squares([square(0, [200, 0, 0]), square(4, [200, 0, 0])]), groups: [2, 4] },
      finer: [1, 2],
      error: 9,
    },
    node(squares([square(0, [0, 200, 0])]), { finer: [3], error: west }),
    node(squares([square(4, [0, 0, 200])]), { finer: [3], error: east }),
  ];

  it('are as fine as a pixel is, part by part', async () => {
    // A pixel of 200 of a square 8 wide is 0.04.
    const seen = async (west: number, east: number): Promise<readonly number[]> => {
      const { at } = await drawn(tree(west, east));
      return [at([2, 2, 0]), at([6, 2, 0])].map((found) => found.findIndex((value) => value > 100));
    };
    expect(await seen(1, 1)).toEqual([1, 2]);
    expect(await seen(1, 0.01)).toEqual([1, 0]);
    expect(await seen(0.01, 0.01)).toEqual([0, 0]);
  });

  it('have pictures as fine as a pixel', async () => {
    const side = async (pixels: number, background: string): Promise<Buffer> =>
      sharp({ create: { width: pixels, height: pixels, channels: 3, background } })
        .jpeg()
        .toBuffer();
    const flat = squares([
      {
        corners: [
          [0, 0, 0],
          [8, 0, 0],
          [8, 8, 0],
          [0, 8, 0],
        ],
        uvs: [0, 0, 1, 0, 1, 1, 0, 1],
      },
    ]);
    const nodes = async (coarse: number) => [
      node(flat, { finer: [1], error: 9, picture: await side(coarse, '#c80000') }),
      // It is as right in height as the coarse one.
      node(flat, { finer: [2], error: 0, picture: await side(400, '#0000c8') }),
    ];
    const band = async (coarse: number): Promise<number> =>
      (await drawn(await nodes(coarse))).at([4, 4, 0]).findIndex((value) => value > 100);
    expect([await band(300), await band(100)]).toEqual([0, 2]);
  });
});

describe('models that cannot be drawn', () => {
  it('are refused with a reason', async () => {
    const empty = node({
      positions: new Float32Array(),
      normals: null,
      colours: null,
      uvs: null,
      triangles: new Uint32Array(),
    });
    const outcome = async (nodes: readonly TestNode[]) => drawn(nodes).catch((error: Error) => error.message);
    expect(await outcome([{ ...empty, finer: [1] }])).toBe('The model has no triangles that can be drawn.');
    const nowhere = squares([
      {
        corners: [
          [NaN, 0, 0],
          [NaN, 0, 0],
          [NaN, 0, 0],
          [0, Infinity, 0],
        ],
      },
    ]);
    expect(await outcome([node(nowhere)])).toBe('The model has no triangles that can be drawn.');
    await writeFile(
      join(folder, 'text.nxz'),
      'This is a letter, which is no model, and longer than the header of one is.'.repeat(4),
    );
    const order = { path: join(folder, 'text.nxz'), longestSide: 64, format: 'png' } as const;
    await expect(modelPicture(order)).rejects.toThrow(OperationRefusal);
  });

  it('a model that is a line or a point is a picture of a pixel and more', async () => {
    const line = squares([
      {
        corners: [
          [0, 0, 0],
          [9, 0, 0],
          [9, 0, 0],
          [0, 0, 0],
        ],
      },
    ]);
    const picture = await drawn([node(line)], 64);
    expect(Math.max(picture.width, picture.height)).toBe(64);
    const point = squares([
      {
        corners: [
          [1, 1, 1],
          [1, 1, 1],
          [1, 1, 1],
          [1, 1, 1],
        ],
      },
    ]);
    expect(await drawn([node(point)], 64)).toMatchObject({ width: 1, height: 1 });
  });

  it('bytes that changed anywhere make another picture or a refusal, and nothing else', async () => {
    const sound = nexusBytes([node(squares(BOX))], 1 / 64);
    const path = join(folder, 'changed.nxz');
    const open = () => modelPicture({ path, longestSide: 64, format: 'png' });
    await expectChangedBytesOpenOrRefused(sound, { path, open, numRuns: 150 });
  });
});

describe('the drawer of models', () => {
  let engine: Engine;
  beforeAll(() => {
    engine = createEngine({ children: 1, callTimeoutMs: 60_000, memoryLimitBytes: 2 ** 30 });
  });
  afterAll(() => engine.close());

  it('draws the built file in a child, and ends it in time', async () => {
    const drawer = modelDrawer('nxs/model.nxz');
    const file = { path: await stored([node(squares(BOX))]), version: 'v7' };
    const source = { file } as unknown as Parameters<typeof drawer.draw>[0];
    expect([drawer.version(source), drawer.version({ ...source, file: undefined } as never)]).toEqual([
      'model1-v7',
      null,
    ]);
    const tools = { engine } as Parameters<typeof drawer.draw>[2];
    const { signal } = new AbortController();
    const { bytes, contentType } = await drawer.draw(source, { size: 128, format: 'webp' }, tools, signal);
    expect(contentType).toBe('image/webp');
    expect(Math.max((await sharp(bytes).metadata()).width, (await sharp(bytes).metadata()).height)).toBe(128);
    const late = engine.call(operation, { path: file.path, longestSide: 64, format: 'png' }, { timeoutMs: 0 });
    await expect(late).rejects.toThrow(EngineError);
  });
});

const TERRAIN = '../shared/data/mesh/terrain_utm';

it.skipIf(!existsSync(TERRAIN))('a real terrain has the colours of its picture at its places', async () => {
  const [positions, uvs, triangles] = readTerrain(await readFile(join(TERRAIN, 'terrain.obj'), 'utf8'));
  const picture = await readFile(join(TERRAIN, 'terrain.jpg'));
  const source = await sharp(picture).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  const { at } = await drawn([node({ positions, normals: null, colours: null, uvs, triangles }, { picture })], 800);
  let [sum, count] = [0, 0];
  for (let vertex = 0; vertex < positions.length / 3; vertex += 97) {
    const place = [...positions.subarray(3 * vertex, 3 * vertex + 3)] as unknown as Vertex;
    const [x, y] = [uvs[2 * vertex]! * source.info.width, (1 - uvs[2 * vertex + 1]!) * source.info.height];
    const wanted =
      source.data[
        3 *
          (Math.min(source.info.height - 1, Math.floor(y)) * source.info.width +
            Math.min(source.info.width - 1, Math.floor(x)))
      ]!;
    const found = at(place);
    // Light takes up to a quarter; what stands behind a house is hidden.
    if (found[3] !== 255) continue;
    sum += found[0]! > 0.6 * wanted - 12 && found[0]! < wanted + 12 ? 1 : 0;
    count += 1;
  }
  expect(count).toBeGreaterThan(60);
  expect(sum / count).toBeGreaterThan(0.8);
});

/** Vertices about the first one, their places in the picture, and triangles of an OBJ whose corners have both. */
function readTerrain(text: string): [Float32Array, Float32Array, Uint32Array] {
  const rows = (word: string): readonly (readonly string[])[] =>
    text.split('\n').flatMap((line) => (line.startsWith(`${word} `) ? [line.trim().split(/\s+/).slice(1)] : []));
  const [places, uvs] = [rows('v').map((row) => row.map(Number)), rows('vt').map((row) => row.map(Number))];
  const numbers = new Map<string, number>();
  const triangles = rows('f').flatMap((corners) =>
    corners.map((corner) => numbers.get(corner) ?? (numbers.set(corner, numbers.size), numbers.size - 1)),
  );
  const vertices = [...numbers.keys()].map((corner) => corner.split('/').map(Number));
  return [
    Float32Array.from(
      vertices.flatMap(([place]) => places[place! - 1]!.map((value, axis) => value - places[0]![axis]!)),
    ),
    Float32Array.from(vertices.flatMap(([, uv]) => uvs[uv! - 1]!.slice(0, 2))),
    Uint32Array.from(triangles),
  ];
}
