import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharp } from '../../../geodata/pictures/picture-library.child.ts';
import { hasSharedData, SHARED_DATA } from '../../../../test/support/shared-data.ts';
import { openToolBench, type TestFiles, type ToolBench } from '../../../tasks/testing/run-tool.ts';
import { fourColours, mtlOf, objOf, texturedFiles } from '../mesh-output/testing/mesh-files.ts';
import { box, openEdges, type Shape, sphere } from '../mesh-output/testing/shapes.ts';
import { unzipped } from '../mesh-output/testing/unzipped.ts';
import { problemsOfGlb } from '../mesh-output/testing/validate-glb.ts';
import { boxOfModel } from '../model/model-facts.ts';
import type { TriangleModel } from '../model/triangle-model.ts';
import { cornersOf, type ModelFiles, modelFiles, valuesOf } from '../testing/model-files.ts';
import { enclosedVolume } from '../volume/topology.ts';
import { meshExport } from './tool.ts';

if (!hasSharedData) console.log('Skipped: exports of real models. There is no ../shared/data beside the repository.');

let bench: ToolBench;
let reader: ModelFiles;
beforeAll(async () => {
  [bench, reader] = [await openToolBench(), await modelFiles()];
});
afterAll(async () => {
  await reader.close();
  await bench[Symbol.asyncDispose]();
});

async function exported(parameters: object, files: TestFiles = texturedFiles(box([1, 2, 3], [4, 5, 6]))) {
  const path = Object.keys(files)[0]!;
  const run = await bench.run(meshExport, { path, ...parameters }, files);
  const [[name, bytes]] = [...run.written] as [[string, Buffer]];
  return { ...run, name, bytes, facts: run.end.facts! };
}

const source = (files: TestFiles): Promise<TriangleModel> => {
  const [[name, content], ...others] = Object.entries(files) as [[string, Buffer], ...[string, Buffer][]];
  return reader.read(name, content, Object.fromEntries(others));
};

async function readArchive(bytes: Buffer): Promise<{ model: TriangleModel; files: Readonly<Record<string, Buffer>> }> {
  const files = await unzipped(bytes);
  const name = Object.keys(files).find((each) => each.endsWith('.obj'))!;
  const { [name]: obj, ...others } = files;
  return { model: await reader.read(name, obj!, others), files };
}

/** Corners of all triangles, to 10 micrometres, in an order of their own. */
const sortedCorners = (model: TriangleModel): readonly string[] =>
  cornersOf(model)
    .map((corners) => {
      const words = corners.map((place) =>
        place.map((value) => (Math.round(value * 1e5) / 1e5 + 0).toFixed(5)).join(' '),
      );
      // The corner that comes first in a triangle may be another one.
      const first = words.indexOf([...words].sort()[0]!);
      return [...words.slice(first), ...words.slice(0, first)].join(', ');
    })
    .sort();

describe('round trips', () => {
  const shapes: readonly [string, Shape][] = [
    ['a box', box([1, 2, 3], [4, 5, 6])],
    ['a sphere', sphere(7, 4)],
  ];
  it.each(
    shapes.flatMap(([name, shape]) => ['glb', 'zip', 'ply', 'stl'].map((format) => [name, format, shape] as const)),
  )('%s as %s has the same triangles', async (_, format, shape) => {
    const files = texturedFiles(shape, { hasNormals: true });
    const { bytes, facts, name } = await exported({ format }, files);
    const model = format === 'zip' ? (await readArchive(bytes)).model : await reader.read(`a.${format}`, bytes);
    expect(sortedCorners(model)).toEqual(sortedCorners(await source(files)));
    expect(name).toBe(`house_export.${format}`);
    expect(facts).toMatchObject({ outputPath: name, placePath: null, triangles: shape.triangles.length, error: 0 });
  });

  it('GLB and OBJ have materials, pictures, places in them and directions', async () => {
    const files = texturedFiles(sphere(7, 3), { hasNormals: true });
    const before = await source(files);
    const glb = await reader.read('a.glb', (await exported({ format: 'glb' }, files)).bytes);
    const archive = await readArchive((await exported({ format: 'zip' }, files)).bytes);
    for (const model of [glb, archive.model]) {
      expect(model.materials.map(({ name, colour }) => [name, colour])).toEqual([
        ['wall', [255, 255, 255, 255]],
        ['roof', [128, 64, 0, 255]],
      ]);
      const picture = model.materials[0]!.texture!;
      const bytes = 'bytes' in picture ? Buffer.from(picture.bytes) : await readFile(picture.path);
      expect(bytes.equals(fourColours())).toBe(true);
      expect(model.materials[1]!.texture).toBeNull();
      // Both are written by materials, in the order of triangles.
      const textured = (each: TriangleModel) =>
        valuesOf(each, each.uvs, 2).filter((_uv, at) => each.materialOf[Math.floor(at / 3)] === 0);
      expect(textured(model)).toEqual(textured(before));
      const rounded = (each: TriangleModel) =>
        valuesOf(each, each.normals, 3).map((one) => one.map((value) => value.toFixed(3)));
      expect(rounded(model)).toEqual(rounded(before));
    }
    expect(Object.keys(archive.files)).toEqual(['house_export.obj', 'house_export.mtl', 'texture_1.png']);
  });

  it('PLY has the colours of the pictures at its vertices', async () => {
    const files = texturedFiles(sphere(7, 4));
    const model = await reader.read('a.ply', (await exported({ format: 'ply' }, files)).bytes);
    expect(model.colours).not.toBeNull();
    const seen = new Set<string>();
    for (let vertex = 0; vertex < model.positions.length / 3; vertex += 1) {
      const [x, y] = [
        model.positions[3 * vertex]! + model.origin[0],
        model.positions[3 * vertex + 1]! + model.origin[1],
      ];
      const colour = [...model.colours!.subarray(4 * vertex, 4 * vertex + 3)].join(' ');
      if (Math.abs(x) < 0.5 || Math.abs(y) < 0.5) continue;
      const expected = y > 0 ? (x > 0 ? '0 255 0' : '255 0 0') : x > 0 ? '255 255 255' : '0 0 255';
      // Vertices of the plain material have its colour.
      expect([expected, '128 64 0']).toContain(colour);
      seen.add(colour);
    }
    expect(seen.size).toBe(5);
  });

  it('keeps a closed model closed, in every format', async () => {
    for (const format of ['zip', 'ply', 'stl']) {
      const { bytes } = await exported({ format, percent: 20 }, { 'a.obj': Buffer.from(objOf(sphere(5, 5))) });
      const model = format === 'zip' ? (await readArchive(bytes)).model : await reader.read(`a.${format}`, bytes);
      expect(openEdges(model)).toBe(0);
      expect(enclosedVolume(model, [1, 1, 1]).volume).toBeGreaterThan(500);
    }
  });
});

describe('GLB', () => {
  it.each(['png', 'jpeg', 'webp'] as const)('with a picture as %s has no errors', async (format) => {
    const name = `wall.${format}`;
    const bytesOf = sharp(fourColours(32)).removeAlpha().toFormat(format).toBuffer();
    const files = { ...texturedFiles(sphere(2, 2), { picture: name }), [name]: await bytesOf };
    const { bytes } = await exported({ format: 'glb', percent: 50 }, files);
    expect(await problemsOfGlb(bytes)).toEqual([]);
    const model = await reader.read('a.glb', bytes);
    const picture = model.materials.find(({ texture }) => texture !== null)!.texture as { bytes: Uint8Array };
    expect(Buffer.from(picture.bytes).equals(files[name]!)).toBe(true);
  });

  it('gets a picture that it could not hold as a JPEG', async () => {
    const tiff = await sharp(fourColours()).removeAlpha().tiff().toBuffer();
    const files = { ...texturedFiles(sphere(2, 2), { picture: 'wall.tif' }), 'wall.tif': tiff };
    const { bytes } = await exported({ format: 'glb' }, files);
    expect(await problemsOfGlb(bytes)).toEqual([]);
    expect(bytes.includes('image/jpeg')).toBe(true);
  });

  it('has the colour of the material where the picture is broken, and the log names it', async () => {
    const files = { ...texturedFiles(sphere(2, 2)), 'wall.png': fourColours().subarray(0, 60) };
    const { bytes, log } = await exported({ format: 'glb' }, files);
    expect(await problemsOfGlb(bytes)).toEqual([]);
    expect(log.join('\n')).toContain('wall');
    expect(log.join('\n')).toContain('cannot be read');
  });

  it('that nothing but places was in has no errors', async () => {
    const { bytes } = await exported({ format: 'glb' }, { 'a.obj': Buffer.from(objOf(sphere(2, 3))) });
    expect(await problemsOfGlb(bytes)).toEqual([]);
  });
});

describe('placement', () => {
  const UTM =
    'PROJCS["WGS 84 / UTM zone 33N",GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",15],PARAMETER["scale_factor",0.9996],PARAMETER["false_easting",500000],PARAMETER["false_northing",0],UNIT["metre",1],AUTHORITY["EPSG","32633"]]';
  const at = [412_345.25, 5_321_000.5, 812.125] as const;
  const absolute = { ...texturedFiles(box([0, 0, 0], [4, 5, 6]), { at }), 'house.prj': Buffer.from(UTM) };

  it.each(['glb', 'zip', 'ply'])('as %s has the coordinates of the CRS, and its .prj', async (format) => {
    const { bytes, written, facts } = await exported({ format }, absolute);
    const archive = format === 'zip' ? await readArchive(bytes) : null;
    const model = archive?.model ?? (await reader.read(`a.${format}`, bytes));
    const { min, max } = boxOfModel(model);
    expect([min, max]).toEqual([
      at.map((value) => expect.closeTo(value, 4)),
      [at[0] + 4, at[1] + 5, at[2] + 6].map((value) => expect.closeTo(value, 4)),
    ]);
    const prj = archive?.files['house_export.prj'] ?? written.get('house_export.prj');
    expect(prj!.toString()).toContain('UTM zone 33N');
    expect(facts['placePath']).toBe(format === 'zip' ? null : 'house_export.prj');
  });

  it('as STL is near zero, and the log tells what is to be added', async () => {
    const { bytes, log, facts, written } = await exported({ format: 'stl' }, absolute);
    const model = await reader.read('a.stl', bytes);
    const { min } = boxOfModel(model);
    const offset = facts['offset'] as number[];
    expect(min.map((value, axis) => value + offset[axis]!)).toEqual(at.map((value) => expect.closeTo(value, 3)));
    expect(log.join('\n')).toContain('32-bit numbers');
    expect([...written.keys()]).toEqual(['house_export.stl']);
  });

  it('by an origin goes with the model as .geo.json', async () => {
    const origin = { latitude: 47.5, longitude: 11.25, altitude: 700 };
    const files = {
      ...texturedFiles(box([0, 0, 0], [4, 5, 6])),
      'house.geo.json': Buffer.from(JSON.stringify(origin)),
    };
    for (const format of ['glb', 'ply', 'stl']) {
      const { written, facts } = await exported({ format }, files);
      expect(facts['placePath']).toBe('house_export.geo.json');
      expect(JSON.parse(written.get('house_export.geo.json')!.toString())).toEqual(origin);
    }
    const { bytes } = await exported({ format: 'zip' }, files);
    expect(Object.keys(await unzipped(bytes))).toContain('house_export.geo.json');
    // Beside the source its own file stays.
    const { written, facts } = await exported({ format: 'glb', outputPath: 'house.glb' }, files);
    expect([...written.keys(), facts['placePath']]).toEqual(['house.glb', 'house.geo.json']);
  });

  it('is refused where another file would have to go', async () => {
    const other = { ...absolute, 'new.prj': Buffer.from('other') };
    await expect(exported({ format: 'glb', outputPath: 'new.glb' }, other)).rejects.toMatchObject({ code: 'conflict' });
    const { written } = await exported({ format: 'glb', outputPath: 'new.glb', replace: true }, other);
    expect(written.get('new.prj')!.toString()).toContain('UTM');
  });
});

describe('fewer triangles', () => {
  it('by percent, and by an error in units of the model', async () => {
    const files = { 'a.obj': Buffer.from(objOf(sphere(5, 5))) };
    const share = await exported({ format: 'stl', percent: 10 }, files);
    expect(share.facts).toMatchObject({ sourceTriangles: 8192, triangles: expect.closeTo(819, -1) as number });
    const error = await exported({ format: 'glb', error: 0.05 }, files);
    expect(error.facts['error']).toBeLessThanOrEqual(0.05);
    expect(error.facts['triangles']).toBeLessThan(2000);
    expect(await problemsOfGlb(error.bytes)).toEqual([]);
  });
});

describe('what is refused', () => {
  it.each([
    [{ percent: 10, error: 1 }, /not both/],
    [{ percent: 0 }, /percent/],
    [{ error: -1 }, /error/],
    [{ outputPath: 'b.ply', format: 'stl' }, /must end with \.stl/],
  ])('%o', async (parameters, words) => {
    await expect(exported(parameters)).rejects.toThrow(words);
  });

  it('a model whose files are missing, by their names', async () => {
    const { 'house.obj': obj, 'house.mtl': mtl } = texturedFiles(box([0, 0, 0], [1, 1, 1]));
    await expect(exported({}, { 'house.obj': obj! })).rejects.toThrow(/house\.obj needs are missing: house\.mtl/);
    await expect(exported({}, { 'house.obj': obj!, 'house.mtl': mtl! })).rejects.toThrow(/are missing: wall\.png/);
  });

  it.each([
    ['no face', 'v 0 0 0\nv 1 0 0\n'],
    ['a vertex that is not there', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n'],
  ])('%s', async (_, text) => {
    await expect(exported({}, { 'a.obj': Buffer.from(text) })).rejects.toMatchObject({ code: 'invalid-input' });
  });

  it('a file that is in the way', async () => {
    const files = { ...texturedFiles(box([0, 0, 0], [1, 1, 1])), 'house_export.glb': Buffer.from('x') };
    await expect(exported({}, files)).rejects.toMatchObject({ code: 'conflict' });
  });
});

it('ends when it is cancelled', async () => {
  const controller = new AbortController();
  bench.onPhase = () => setTimeout(() => controller.abort(), 200);
  try {
    const files = { 'a.obj': Buffer.from(objOf(sphere(5, 7))) };
    await expect(bench.run(meshExport, { path: 'a.obj', error: 0.001 }, files, controller.signal)).rejects.toThrow(
      /abort/i,
    );
  } finally {
    delete bench.onPhase;
  }
});

it('names of the archive are fit for every program', async () => {
  const files = {
    'mein haus (1).obj': Buffer.from(objOf(box([0, 0, 0], [1, 1, 1]), { picture: 'wall.png' })),
    'house.mtl': Buffer.from(mtlOf('wall.png')),
    'wall.png': fourColours(),
  };
  const { bytes } = await exported({ format: 'zip' }, files);
  const unpacked = await unzipped(bytes);
  expect(Object.keys(unpacked)[0]).toBe('mein_haus_1__export.obj');
  expect(unpacked['mein_haus_1__export.obj']!.toString()).toContain('mtllib mein_haus_1__export.mtl\n');
});

describe.runIf(hasSharedData)('real models', () => {
  const real = (name: string): string => join(SHARED_DATA, 'mesh', name);
  const sets: readonly TestFiles[] = [
    { 'bunny.ply': real('bunny.ply') },
    { 'milk_truck.glb': real('milk_truck.glb') },
    { 'spider_binary.stl': real('spider_binary.stl') },
    {
      'fuze.obj': real('fuze/fuze.obj'),
      'fuze.obj.mtl': real('fuze/fuze.obj.mtl'),
      'fuze uv.jpg': real('fuze/fuze uv.jpg'),
    },
    {
      'terrain.obj': real('terrain_utm/terrain.obj'),
      'terrain.mtl': real('terrain_utm/terrain.mtl'),
      'terrain.jpg': real('terrain_utm/terrain.jpg'),
    },
  ];
  it.each(sets)('%o as every format has the same triangles, and half of them without errors', async (files) => {
    for (const format of 'terrain.obj' in files ? ['zip', 'ply', 'stl'] : ['glb']) {
      const { bytes, facts } = await exported({ format }, files);
      const model = format === 'zip' ? (await readArchive(bytes)).model : await reader.read(`a.${format}`, bytes);
      expect(model.triangles.length / 3).toBe(facts['triangles']);
    }
    const { bytes, facts } = await exported({ format: 'glb', percent: 50 }, files);
    expect(await problemsOfGlb(bytes)).toEqual([]);
    expect(facts['triangles']).toBeLessThan(facts['sourceTriangles'] as number);
  });
});
