import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gdal } from '../../../geodata/geo-driver.child.ts';
import { fromLocal, type Geodetic, toGeodetic } from '../../../geodata/place/geodesy.ts';
import { sharp } from '../../../geodata/pictures/picture-library.child.ts';
import { openToolBench, type TestFiles, type ToolBench } from '../../../tasks/testing/run-tool.ts';
import { objOf, texturedFiles } from '../mesh-output/testing/mesh-files.ts';
import { box, cylinder } from '../mesh-output/testing/shapes.ts';
import { frameOf } from './drawing.ts';
import { requireBearable } from './make-section.ts';
import { meshSection } from './tool.ts';

let bench: ToolBench;
let folder: string;
beforeAll(async () => {
  [bench, folder] = [await openToolBench(), await mkdtemp(join(tmpdir(), 'alidade-section-'))];
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await bench[Symbol.asyncDispose]();
});

const house = { 'house.obj': Buffer.from(objOf(box([10, 20, 3], [4, 5, 6]))) };

async function cut(parameters: object, files: TestFiles = house) {
  const path = Object.keys(files)[0]!;
  const run = await bench.run(meshSection, { path, drawing: 'none', ...parameters }, files);
  const [name, bytes] = [...run.written][0]!;
  return { ...run, name, bytes, facts: run.end.facts! };
}

let count = 0;
/** What GDAL reads of a file. */
async function readLines(name: string, bytes: Buffer) {
  const path = join(folder, `${(count += 1)}-${name}`);
  await writeFile(path, bytes);
  const dataset = gdal.open(path);
  const layer = dataset.layers.get(0);
  const lines = layer.features.map((feature) => ({
    fields: feature.fields.toObject() as Record<string, unknown>,
    positions: (JSON.parse(feature.getGeometry()!.toJSON()) as { coordinates: number[][] }).coordinates,
  }));
  const found = { lines, code: layer.srs?.getAuthorityCode(null) ?? null };
  dataset.close();
  return found;
}

const range = (positions: readonly number[][]) =>
  [0, 1, 2].map((axis) => {
    const values = positions.map((position) => position[axis]!);
    return [Math.min(...values), Math.max(...values)];
  });
const near = (values: readonly (readonly number[])[], digits = 6) =>
  values.map((pair) => pair.map((value) => expect.closeTo(value, digits) as number));

const LINE = {
  type: 'LineString',
  coordinates: [
    [5, 22],
    [12, 22],
    [12, 40],
  ],
};

describe('a model without a place', () => {
  it('is cut at a height, in its own coordinates and units', async () => {
    const { name, bytes, facts } = await cut({ cut: 'height', height: 5 });
    expect(name).toBe('house_section.gpkg');
    expect(facts).toEqual({
      outputPath: name,
      drawingPath: null,
      unit: 'units',
      lines: 1,
      closedLines: 1,
      length: expect.closeTo(18, 5),
      area: expect.closeTo(20, 5),
      lowest: 5,
      highest: 5,
    });
    const { lines, code } = await readLines(name, bytes);
    expect(code).toBeNull();
    expect(lines[0]!.fields).toMatchObject({ closed: 1, length: expect.closeTo(18, 5), area: expect.closeTo(20, 5) });
    expect(range(lines[0]!.positions)).toEqual(
      near(
        [
          [10, 14],
          [20, 25],
          [5, 5],
        ],
        5,
      ),
    );
    expect(lines[0]!.positions[0]).toEqual(lines[0]!.positions.at(-1));
  });

  it('is cut along a line, from its start to its end', async () => {
    const { facts, bytes, name } = await cut({ lineInModel: LINE, outputPath: 'a.dxf' });
    expect(facts).toMatchObject({
      lines: 2,
      closedLines: 0,
      lowest: expect.closeTo(3, 5),
      highest: expect.closeTo(9, 5),
    });
    // 2 m below, 6 m up, 2 m above; then 3 m on, 6 m down and 3 m back.
    expect(facts['length']).toBeCloseTo(10 + 12, 5);
    const { lines } = await readLines(name, bytes);
    expect(range(lines.flatMap(({ positions }) => positions))).toEqual(
      near(
        [
          [10, 12],
          [22, 25],
          [3, 9],
        ],
        5,
      ),
    );
  });

  it('is cut by a point and a normal', async () => {
    const cylinderFile = { 'a.obj': Buffer.from(objOf(cylinder(1, 10, 360))) };
    const { facts } = await cut({ cut: 'plane', point: [0, 0, 5], normal: [0, -1, 1] }, cylinderFile);
    expect(facts['area']).toBeCloseTo(Math.PI * Math.SQRT2, 2);
    expect(facts).toMatchObject({ lines: 1, closedLines: 1 });
  });

  it('cannot be a GeoJSON, or be cut along a line in degrees', async () => {
    await expect(cut({ cut: 'height', height: 5, outputPath: 'a.geojson' })).rejects.toThrow(
      /Choose GeoPackage or DXF/,
    );
    await expect(
      cut({
        line: {
          type: 'LineString',
          coordinates: [
            [1, 2],
            [3, 4],
          ],
        },
      }),
    ).rejects.toThrow(/no place on Earth/);
  });
});

describe('a model with a place', () => {
  const origin: Geodetic = [11.25, 47.5, 700];
  const placed = {
    ...house,
    'house.geo.json': Buffer.from(JSON.stringify({ longitude: 11.25, latitude: 47.5, altitude: 700 })),
  };
  const geodetic = (x: number, y: number, z: number): Geodetic => toGeodetic(fromLocal(origin, [x, y, z]))!;

  it.each(['geojson', 'gpkg'])('by its origin is cut along a line in degrees, as %s in degrees', async (format) => {
    const line = { type: 'LineString', coordinates: [geodetic(0, 22, 0), geodetic(30, 22, 0)].map(([x, y]) => [x, y]) };
    const { bytes, facts, name } = await cut({ line, outputPath: `a.${format}` }, placed);
    expect(facts).toMatchObject({ unit: 'm', lines: 1, closedLines: 1, area: expect.closeTo(24, 4) });
    const { lines, code } = await readLines(name, bytes);
    // GDAL reads a GeoJSON with heights as the system in three dimensions.
    expect(code).toBe(format === 'gpkg' ? '4326' : '4979');
    const [low, high] = [geodetic(10, 22, 3), geodetic(14, 22, 9)];
    const expected = [0, 1, 2].map((axis) => [low[axis]!, high[axis]!].toSorted((one, other) => one - other));
    const found = range(lines[0]!.positions);
    expect(found[0]).toEqual(expected[0]!.map((value) => expect.closeTo(value, 6)));
    expect(found[2]).toEqual(expected[2]!.map((value) => expect.closeTo(value, 3)));
  });

  it('by feet of a CRS has lengths in metres, and lines in that CRS', async () => {
    const at = [1_000_000, 500_000, 300] as const;
    const files = {
      'house.obj': Buffer.from(objOf(box([0, 0, 0], [100, 200, 30]), { at })),
      'house.prj': Buffer.from(gdal.SpatialReference.fromEPSG(2992).toWKT()),
    };
    const { facts, bytes, name } = await cut({ cut: 'height', height: 310 }, files);
    expect(facts['length']).toBeCloseTo(600 * 0.3048, 3);
    expect(facts['area']).toBeCloseTo(20_000 * 0.3048 ** 2, 2);
    expect(facts['lowest']).toBeCloseTo(310 * 0.3048, 3);
    const { lines, code } = await readLines(name, bytes);
    expect(code).toBe('2992');
    expect(range(lines[0]!.positions)).toEqual(
      near(
        [
          [1e6, 1_000_100],
          [5e5, 500_200],
          [310, 310],
        ],
        3,
      ),
    );
  });
});

describe('the drawing', () => {
  it('is an SVG or a PNG beside the new file', async () => {
    const svg = await cut({ cut: 'height', height: 5, drawing: 'svg' });
    expect(svg.facts['drawingPath']).toBe('house_section.svg');
    const text = svg.written.get('house_section.svg')!.toString();
    expect(text).toMatch(/^<\?xml[^]*<svg[^]*width="1600" height="900"/);
    expect(text).not.toMatch(/<script|<text|href="/);
    const png = await cut({ cut: 'height', height: 5, drawing: 'png', outputPath: 'cut/a.gpkg' });
    const { width, height } = await sharp(png.written.get('cut/a.png')!).metadata();
    expect([width, height]).toEqual([1600, 900]);
    // A rectangle of 4 x 5 in the middle: filled, with a line around it.
    const { data, info } = await sharp(png.written.get('cut/a.png')!).raw().toBuffer({ resolveWithObject: true });
    const pixel = (x: number, y: number): number[] => [
      ...data.subarray(info.channels * (info.width * y + x)).subarray(0, 3),
    ];
    expect(pixel(830, 450)).toEqual([0xf3, 0xd9, 0xd6]);
    expect(pixel(300, 300)).not.toEqual([0xf3, 0xd9, 0xd6]);
    const row = Array.from({ length: 1600 }, (_, x) => pixel(x, 443));
    const edges = row.flatMap((value, x) => (value[0]! > 150 && value[1]! < 120 ? [x] : []));
    const frame = frameOf([10, 20, 14, 25], false);
    expect(edges.at(0)! - frame.x(10)).toBeLessThan(2);
    expect(edges.at(-1)! - frame.x(14)).toBeLessThan(2);
  });

  it('has one scale, unless heights would be too small', () => {
    const even = frameOf([0, 0, 40, 30], true);
    expect(even.exaggeration).toBe(1);
    expect(even.x(1) - even.x(0)).toBeCloseTo(even.y(0) - even.y(1), 9);
    const flat = frameOf([0, 100, 1000, 110], true);
    expect(flat.exaggeration).toBe(50);
    expect(frameOf([0, 100, 1000, 110], false).exaggeration).toBe(1);
    expect(flat.y(110)).toBeGreaterThan(50);
    expect(flat.y(100)).toBeLessThan(830);
    for (const box of [
      [0, 0, 5, 0],
      [3, 3, 3, 3],
    ] as const)
      expect(Number.isFinite(frameOf(box, true).y(0) + frameOf(box, true).x(5))).toBe(true);
  });
});

describe('what is refused', () => {
  it('a line with more legs than can be cut in a large model', () => {
    expect(() => requireBearable(10_000, 10_000)).not.toThrow();
    expect(() => requireBearable(2000, 10_000_000)).toThrow(/has 2000 legs; .* at most 1000 are cut/);
  });

  it.each([
    [{}, /Give a line/],
    [{ lineInModel: LINE, line: LINE }, /Give a line/],
    [{ cut: 'height' }, /needs a height/],
    [{ cut: 'plane', point: [0, 0, 0] }, /needs a point and a normal/],
    [{ cut: 'plane', point: [0, 0, 0], normal: [0, 0, 0] }, /normal of the plane has no length/],
    [{ cut: 'height', height: 100 }, /does not cut the model/],
    [
      {
        lineInModel: {
          type: 'LineString',
          coordinates: [
            [1, 1],
            [1, 1],
          ],
        },
      },
      /line has no length/,
    ],
    [{ cut: 'height', height: 5, outputPath: 'a.shp' }, /end with \.gpkg or \.geojson or \.dxf/],
  ])('%o', async (parameters, words) => {
    await expect(cut(parameters)).rejects.toThrow(words);
  });

  it('a file or a drawing that is in the way', async () => {
    for (const name of ['house_section.gpkg', 'house_section.svg'])
      await expect(
        cut({ cut: 'height', height: 5, drawing: 'svg' }, { ...house, [name]: Buffer.from('x') }),
      ).rejects.toMatchObject({ code: 'conflict' });
  });

  it('missing buffers, but no missing pictures', async () => {
    const { 'house.obj': obj } = texturedFiles(box([0, 0, 0], [4, 5, 6]));
    expect((await cut({ cut: 'height', height: 3 }, { 'house.obj': obj! })).facts['area']).toBeCloseTo(20, 5);
    const gltf = {
      asset: { version: '2.0' },
      scene: 0,
      scenes: [{ nodes: [0] }],
      nodes: [{ mesh: 0 }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
      accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 1] }],
      bufferViews: [{ buffer: 0, byteLength: 36 }],
      buffers: [{ byteLength: 36, uri: 'house.bin' }],
    };
    await expect(
      cut({ cut: 'height', height: 0.5 }, { 'house.gltf': Buffer.from(JSON.stringify(gltf)) }),
    ).rejects.toThrow(/are missing: house\.bin/);
  });
});
