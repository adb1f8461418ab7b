import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasSharedData, SHARED_DATA } from '../../../../test/support/shared-data.ts';
import { gdal } from '../../../geodata/geo-driver.child.ts';
import { fromLocal, toGeodetic } from '../../../geodata/place/geodesy.ts';
import { openToolBench, type TestFiles, type ToolBench } from '../../../tasks/testing/run-tool.ts';
import { objOf, texturedFiles } from '../mesh-output/testing/mesh-files.ts';
import { box, pyramid, type Shape, surface } from '../mesh-output/testing/shapes.ts';
import type { MeshVolumeAnswer } from './request.ts';
import { meshVolume } from './tool.ts';

if (!hasSharedData) console.log('Skipped: volumes of real models. There is no ../shared/data beside the repository.');

let bench: ToolBench;
beforeAll(async () => void (bench = await openToolBench()));
afterAll(() => bench[Symbol.asyncDispose]());

const filesOf = (shape: Shape): TestFiles => ({ 'a.obj': Buffer.from(objOf(shape)) });

async function measured(parameters: object, files: TestFiles) {
  const path = Object.keys(files)[0]!;
  const run = await bench.run(meshVolume, { path, ...parameters }, files);
  return { ...run, facts: run.end.facts as unknown as MeshVolumeAnswer, text: run.artifact!.toString() };
}

const square = (low: number, high: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [low, low],
      [high, low],
      [high, high],
      [low, high],
      [low, low],
    ],
  ],
});
const heap = (x: number, y: number): number => 3 + Math.max(0, 4 - Math.hypot(x - 10, y - 10) / 2);

describe('a closed model', () => {
  it('has an enclosed volume, in units where it has no place', async () => {
    const { facts, text, written } = await measured({ base: 'none' }, filesOf(box([10, 20, 3], [4, 5, 6])));
    expect(facts).toMatchObject({ unit: 'units', isClosed: true, openEdges: 0, triangles: 12, overBase: null });
    expect(facts.enclosedVolume).toBeCloseTo(120, 4);
    expect(facts.surfaceArea).toBeCloseTo(148, 4);
    expect(text).toContain('| Enclosed volume units³ | 120.000 |');
    expect(written.size).toBe(0);
  });

  it('has a part above and one below a height', async () => {
    const { facts } = await measured({ base: 'elevation', elevation: 1 }, filesOf(pyramid(6, 4)));
    expect(facts.overBase).toMatchObject({
      area: null,
      areaWithoutHeights: null,
      lowest: 0,
      highest: 4,
      baseHeight: 1,
    });
    expect(facts.overBase!.cut).toBeCloseTo(48 * 0.75 ** 3, 4);
    expect(facts.overBase!.fill).toBeCloseTo(48 * (1 - 0.75 ** 3), 4);
    expect(facts.overBase!.net).toBeCloseTo(48, 4);
  });

  it('that is inside out has the same volumes', async () => {
    const { places, triangles } = pyramid(6, 4);
    const turned = { places, triangles: triangles.map(([a, b, c]) => [a, c, b] as const) };
    const { facts } = await measured({ base: 'elevation', elevation: 1 }, filesOf(turned));
    expect(facts.enclosedVolume).toBeCloseTo(48, 4);
    expect(facts.overBase!.cut).toBeCloseTo(48 * 0.75 ** 3, 4);
  });

  it('by metres of its place', async () => {
    const at = [1_000_000, 500_000, 300] as const;
    const files = {
      'house.obj': Buffer.from(objOf(box([0, 0, 0], [100, 200, 30]), { at })),
      'house.prj': Buffer.from(gdal.SpatialReference.fromEPSG(2992).toWKT()),
    };
    const { facts } = await measured({ base: 'elevation', elevation: 310 }, files);
    expect(facts.unit).toBe('m');
    expect(facts.enclosedVolume! / (600_000 * 0.3048 ** 3)).toBeCloseTo(1, 6);
    expect(facts.overBase!.cut / (400_000 * 0.3048 ** 3)).toBeCloseTo(1, 6);
  });
});

describe('a surface', () => {
  it('is measured over a plane by the border of an area', async () => {
    const { facts, text } = await measured({ areaInModel: square(1, 19) }, filesOf(surface(20, heap)));
    expect(facts).toMatchObject({ isClosed: false, openEdges: 80, enclosedVolume: null });
    const { overBase } = facts;
    expect(overBase).toMatchObject({
      area: expect.closeTo(324, 4),
      areaWithoutHeights: 0,
      baseHeight: expect.closeTo(3, 4),
    });
    // A cone of 8 across, as its triangles have it.
    expect(overBase!.net / ((4 * 64 * Math.PI) / 3)).toBeCloseTo(1, 1);
    expect(overBase!.fill).toBeCloseTo(0, 4);
    expect(overBase!.baseError).toBeLessThan(0.1);
    expect(text).toMatch(/\| Cut units³ \| 26\d\.\d{3} \|/);
  });

  it('has gaps that count for nothing', async () => {
    const { facts } = await measured(
      { areaInModel: square(10, 30), base: 'elevation', elevation: 1 },
      filesOf(surface(20, () => 3)),
    );
    expect(facts.overBase).toMatchObject({
      area: expect.closeTo(400, 4),
      areaWithoutHeights: expect.closeTo(300, 4),
      cut: expect.closeTo(200, 4),
    });
  });

  it('is measured in an area in degrees', async () => {
    const files = {
      ...filesOf(surface(20, () => 3)),
      'a.geo.json': Buffer.from(JSON.stringify({ longitude: 11.25, latitude: 47.5, altitude: 700 })),
    };
    const ring = square(5, 15).coordinates[0]!.map(([x = 0, y = 0]) => {
      const [longitude, latitude] = toGeodetic(fromLocal([11.25, 47.5, 700], [x, y, 0]))!;
      return [longitude, latitude];
    });
    const { facts } = await measured(
      { area: { type: 'Polygon', coordinates: [ring] }, base: 'elevation', elevation: 0 },
      files,
    );
    expect(facts.unit).toBe('m');
    expect(facts.overBase!.cut).toBeCloseTo(300, 2);
  });

  it('whose triangles are turned down all the same is cut, not fill', async () => {
    const { places, triangles } = surface(20, () => 3);
    const turned = { places, triangles: triangles.map(([a, b, c]) => [a, c, b] as const) };
    const { facts } = await measured({ areaInModel: square(5, 15), base: 'elevation', elevation: 1 }, filesOf(turned));
    expect(facts.overBase).toMatchObject({ cut: expect.closeTo(200, 4), fill: expect.closeTo(0, 4) });
  });

  it('whose triangles are turned differently says so', async () => {
    const { places, triangles } = surface(20, () => 3);
    const mixed = {
      places,
      triangles: triangles.map(([a, b, c], at) => (at % 3 === 0 ? [a, c, b] : [a, b, c]) as never),
    };
    const { facts, log } = await measured(
      { areaInModel: square(5, 15), base: 'elevation', elevation: 1, format: 'json' },
      filesOf(mixed),
    );
    expect(facts.overBase!.cut).toBeCloseTo(200, 4);
    expect(facts.turnedEdges).toBeGreaterThan(0);
    expect(log.join('\n')).toContain('not turned alike');
  });
});

it('the report for programs has what the facts have', async () => {
  const { facts, text } = await measured({ base: 'none', format: 'json' }, filesOf(box([0, 0, 0], [1, 2, 3])));
  const report = JSON.parse(text) as Record<string, unknown>;
  expect(report).toMatchObject({ model: 'a.obj', base: 'none', enclosedVolume: facts.enclosedVolume, warnings: [] });
});

describe('what is refused', () => {
  const files = filesOf(surface(20, heap));
  const crossing = {
    type: 'Polygon',
    coordinates: [
      [
        [1, 1],
        [9, 9],
        [9, 1],
        [1, 9],
        [1, 1],
      ],
    ],
  };
  const circle = (size: number) =>
    Array.from({ length: 10_000 }, (_, at) => {
      const angle = (2 * Math.PI * (at % 9999)) / 9999;
      return [10 + size * Math.cos(angle), 10 + size * Math.sin(angle)];
    });
  const manyCorners = { type: 'Polygon', coordinates: [circle(9), circle(3), circle(1)] };
  it.each([
    [{}, /needs an area/],
    [{ base: 'lowest' }, /needs an area/],
    [{ base: 'elevation' }, /needs an elevation/],
    [{ base: 'none', elevation: 3 }, /no other base has one/],
    [{ areaInModel: square(1, 9), area: square(1, 9) }, /Give one area/],
    [{ areaInModel: crossing }, /crosses itself/],
    [{ areaInModel: manyCorners }, /has 30000 corners; at most 20000/],
    [{ areaInModel: square(100, 110) }, /no heights along the border/],
    [{ areaInModel: square(100, 110), base: 'elevation', elevation: 0 }, /nothing of the model in the area/],
    [{ area: square(1, 9) }, /no place on Earth/],
  ])('%o', async (parameters, words) => {
    await expect(measured(parameters, files)).rejects.toThrow(words);
  });

  it('no model for a missing picture', async () => {
    const { 'house.obj': obj } = texturedFiles(box([0, 0, 0], [1, 1, 1]));
    expect((await measured({ base: 'none' }, { 'house.obj': obj! })).facts.enclosedVolume).toBeCloseTo(1, 5);
  });
});

it.skipIf(!hasSharedData)('a real terrain has the volume that its heights say', async () => {
  const files = { 'terrain.obj': join(SHARED_DATA, 'mesh/terrain_utm/terrain.obj') };
  const { facts } = await measured({ base: 'elevation', elevation: 0 }, files);
  expect(facts.isClosed).toBe(false);
  expect(facts.overBase!.cut).toBeGreaterThan(0);
});
