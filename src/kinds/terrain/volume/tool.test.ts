import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as Gdal from 'gdal-async';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import '../../../geodata/testing/axis-order.ts';
import { hasSharedData, SHARED_DATA } from '../../../../test/support/shared-data.ts';
import { hasProgram, outputOf } from '../../../../test/support/programs.ts';
import type { AreaVolume } from './request.ts';
import { heightFile } from '../testing/height-file.ts';
import { openToolBench, type TestFiles, type ToolBench } from '../../../tasks/testing/run-tool.ts';
import { cancelledRun } from '../../../tools/testing/cancelled.ts';
import { volume } from './tool.ts';

const gdal: typeof Gdal = createRequire(import.meta.url)('gdal-async');

const SIZE = 200;
const PIXEL = 0.5;
const [X, Y] = [500_000, 5_000_000];
const GRID = { width: SIZE, height: SIZE, affine: [X, PIXEL, 0, Y, 0, -PIXEL], epsg: 32632 } as const;

/** Metres east and south of the upper left corner as longitude and latitude. */
const toDegrees = new gdal.CoordinateTransformation(
  gdal.SpatialReference.fromEPSG(32632),
  gdal.SpatialReference.fromEPSG(4326),
);
const degrees = ([east, south]: readonly [number, number]): [number, number] => {
  const { x, y } = toDegrees.transformPoint(X + east, Y - south);
  return [x, y];
};
const polygon = (corners: readonly (readonly [number, number])[]) => ({
  type: 'Polygon',
  coordinates: [[...corners, corners[0]!].map(degrees)],
});
/** Around the middle, with edges that cut pixels; 60 m a side, turned. */
const square = polygon(
  ([0, 1, 2, 3] as const).map((quarter) => {
    const angle = (quarter * Math.PI) / 2 + 0.4;
    return [50 + 42.426_406_9 * Math.cos(angle), 50 + 42.426_406_9 * Math.sin(angle)] as const;
  }),
);
const SQUARE_AREA = 3600;

/** Heights by metres east and south. */
const terrain = (heightAt: (east: number, south: number) => number, grid: object = {}): Buffer =>
  heightFile({
    ...GRID,
    nodata: -9999,
    ...grid,
    heightAt: (column, row) => heightAt((column + 0.5) * PIXEL, (row + 0.5) * PIXEL),
  });
const slope = (east: number, south: number): number => 100 + 0.1 * east - 0.05 * south;
const cone = (east: number, south: number): number => Math.max(0, 12 - 0.6 * Math.hypot(east - 50, south - 50));
/** 12 m high, 20 m of radius. */
const CONE_VOLUME = (Math.PI * 20 * 20 * 12) / 3;

let bench: ToolBench;
beforeAll(async () => {
  bench = await openToolBench();
});
afterAll(() => bench[Symbol.asyncDispose]());

interface Answer {
  readonly measure: string;
  readonly areas: readonly AreaVolume[];
}

async function measured(parameters: object, files: TestFiles): Promise<Answer & { readonly first: AreaVolume }> {
  const run = await bench.run(volume, { path: 'dem.tif', format: 'json', ...parameters }, files);
  const answer = JSON.parse(run.artifact!.toString()) as Answer;
  expect(run.end.facts).toMatchObject({ measure: answer.measure, total: { count: answer.areas.length } });
  return { ...answer, first: answer.areas[0]! };
}

describe('a cone on a slope', () => {
  const files = {
    'dem.tif': terrain((east, south) => slope(east, south) + cone(east, south)),
    'floor.tif': terrain(slope),
  };

  it.each([
    [{ base: 'plane' }, CONE_VOLUME],
    [{ base: 'triangulated' }, CONE_VOLUME],
    [{ base: 'surface', basePath: 'floor.tif' }, CONE_VOLUME],
    // The mean of the slope over the square is that in its middle.
    [{ base: 'elevation', elevation: 90 }, CONE_VOLUME + SQUARE_AREA * (slope(50, 50) - 90)],
  ])('%o', async (parameters, expected) => {
    const { first, measure } = await measured({ area: square, heightError: 0.05, ...parameters }, files);
    expect(measure).toBe('grid');
    // Positions of seven decimals and pixels of half a metre.
    expect(first.area).toBeCloseTo(SQUARE_AREA, 1);
    expect(Math.abs(first.net / expected - 1)).toBeLessThan(0.001);
    expect(first.cut - first.fill).toBeCloseTo(first.net, 9);
    expect(first.areaWithoutHeights).toBe(0);
    expect(first.errors.common).toBeCloseTo(0.05 * SQUARE_AREA, 0);
    // Borders are a thirtieth of the pixels, each with less than a whole.
    expect(first.errors.independent).toBeCloseTo(0.05 * PIXEL * Math.sqrt(SQUARE_AREA), 0);
    expect(first.errors.base === null).toBe(parameters.base !== 'plane');
  });

  it('stands on the lowest place of its border', async () => {
    const { first } = await measured({ area: square, base: 'lowest' }, files);
    const low = Math.min(
      ...square.coordinates[0]!.map((_, index) => {
        const angle = ((index % 4) * Math.PI) / 2 + 0.4;
        return slope(50 + 42.426_406_9 * Math.cos(angle), 50 + 42.426_406_9 * Math.sin(angle));
      }),
    );
    expect(first.baseHeight).toBeCloseTo(low, 2);
    expect(first.net / (CONE_VOLUME + SQUARE_AREA * (slope(50, 50) - low))).toBeCloseTo(1, 3);
  });
});

it('a pit is fill, in another unit, band and CRS as well', async () => {
  const box = (east: number, south: number): number => (Math.abs(east - 50) < 10 && Math.abs(south - 50) < 5 ? 16 : 20);
  const around = polygon([
    [20, 20],
    [80, 20],
    [80, 80],
    [20, 80],
  ]);
  const metres = await measured({ area: around }, { 'dem.tif': terrain(box) });
  expect(metres.first.fill).toBeCloseTo(20 * 10 * 4, 0);
  expect(metres.first.cut).toBeCloseTo(0, 6);
  const feet = await measured({ area: around, heightUnit: 'foot' }, { 'dem.tif': terrain(box) });
  expect(feet.first.fill).toBeCloseTo(metres.first.fill * 0.3048, 6);
});

it('lengths of Web Mercator are not those of the ground', async () => {
  // Ten metres deep, 100 by 100 units at 60 degrees of latitude, where a unit is about half a metre.
  const mercator = { affine: [0, 1, 0, 8_399_737.9, 0, -1], epsg: 3857, width: 100, height: 100 };
  const file = terrain(() => 10, mercator);
  const all = {
    type: 'Polygon',
    coordinates: [
      [
        [0, 59.9996],
        [0.0008, 59.9996],
        [0.0008, 60],
        [0, 60],
        [0, 59.9996],
      ],
    ],
  };
  const { first, measure } = await measured({ area: all, base: 'elevation', elevation: 0 }, { 'dem.tif': file });
  expect(measure).toBe('ellipsoid');
  // Degrees at 60 degrees of latitude, as NIMA TR8350.2 gives them.
  const area = 0.0008 * 55_800.3 * 0.0004 * 111_412.2;
  expect(first.area / area).toBeCloseTo(1, 3);
  expect(first.net / (10 * area)).toBeCloseTo(1, 3);
});

it('what has no heights does not count, and is told', async () => {
  const half = terrain((east) => (east < 50 ? NaN : 1));
  const { first } = await measured({ area: square, base: 'elevation', elevation: 0 }, { 'dem.tif': half });
  expect(first.areaWithoutHeights).toBeCloseTo(SQUARE_AREA / 2, -1);
  expect(first.net).toBeCloseTo(SQUARE_AREA / 2, -1);
  const outside = polygon([
    [-40, 20],
    [40, 20],
    [40, 60],
    [-40, 60],
  ]);
  const beyond = await measured({ area: outside, base: 'elevation', elevation: 0 }, { 'dem.tif': terrain(() => 1) });
  expect(beyond.first).toMatchObject({
    area: expect.closeTo(3200, 0) as number,
    areaWithoutHeights: expect.closeTo(1600, 0) as number,
  });
});

it('polygons of a file are measured each, in a report for people', async () => {
  const feature = (name: string, corners: readonly (readonly [number, number])[]) => ({
    type: 'Feature',
    properties: { name },
    geometry: polygon(corners),
  });
  const areas = {
    type: 'FeatureCollection',
    features: [
      feature('north <b>|', [
        [10, 10],
        [30, 10],
        [30, 30],
        [10, 30],
      ]),
      feature('south', [
        [10, 60],
        [30, 60],
        [30, 80],
        [10, 80],
      ]),
    ],
  };
  const files = { 'dem.tif': terrain(() => 3), 'areas.geojson': Buffer.from(JSON.stringify(areas)) };
  const run = await bench.run(
    volume,
    { path: 'dem.tif', areaPath: 'areas.geojson', base: 'elevation', elevation: 1 },
    files,
  );
  expect(run.end.facts).toMatchObject({
    total: { count: 2, area: expect.closeTo(800, 1) as number, net: expect.closeTo(1600, 1) as number },
  });
  expect(run.end.artifact?.name).toBe('dem_volume.md');
  const report = run.artifact!.toString();
  expect(report).toContain(String.raw`north \<b\>\|`);
  expect(report).toMatch(/\| \*\*Sum\*\* \| 800\.00 \| 0\.00 \| 1600\.00 \|/);
  expect(run.plan.reads).toHaveLength(2);
});

const hasPython = hasProgram('/usr/bin/python3', '-c', 'from osgeo import gdal, ogr; import numpy');
it.skipIf(!hasSharedData || !hasPython)(
  'a real terrain beside numpy (skipped: no shared data, or no osgeo)',
  async () => {
    const dem = join(SHARED_DATA, 'dem/dsm.tif');
    const folder = await mkdtemp(join(tmpdir(), 'alidade-volume-'));
    // A square of whole pixels, whose sum any program can take.
    const script = `
import sys, json
from osgeo import gdal, osr
import numpy
d = gdal.Open(sys.argv[1]); a = d.ReadAsArray()[60:160, 80:200].astype(float); t = d.GetGeoTransform()
s = d.GetSpatialRef(); s.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
w = osr.SpatialReference(); w.ImportFromEPSG(4326); w.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
c = osr.CoordinateTransformation(s, w)
p = [list(c.TransformPoint(t[0]+x*t[1], t[3]+y*t[5])[:2]) for x, y in ((80,60),(200,60),(200,160),(80,160),(80,60))]
b = numpy.sort(a.ravel())[a.size//2]
print(json.dumps({"polygon": p, "level": b, "cut": float(numpy.maximum(a-b,0).sum()*4), "fill": float(numpy.maximum(b-a,0).sum()*4)}))`;
    const place = join(folder, 'sum.py');
    writeFileSync(place, script);
    const expected = JSON.parse(await outputOf('/usr/bin/python3', [place, dem])) as Record<
      'level' | 'cut' | 'fill',
      number
    > & { polygon: unknown };
    await rm(folder, { recursive: true });
    const area = { type: 'Polygon', coordinates: [expected.polygon] };
    const { first } = await measured({ area, base: 'elevation', elevation: expected.level }, { 'dem.tif': dem });
    expect(first.cut / expected.cut).toBeCloseTo(1, 5);
    expect(first.fill / expected.fill).toBeCloseTo(1, 5);
    expect(first.area).toBeCloseTo(100 * 120 * 4, 1);
  },
);

it('refusals say what is wrong', async () => {
  const files = {
    'dem.tif': terrain(() => 1),
    'points.geojson': Buffer.from(
      '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[9,45]}}]}',
    ),
  };
  const refusal = (parameters: object) => measured(parameters, files);
  const bow = polygon([
    [10, 10],
    [30, 30],
    [30, 10],
    [10, 30],
  ]);
  const away = polygon([
    [1000, 1000],
    [1030, 1000],
    [1030, 1030],
  ]);
  await expect(refusal({})).rejects.toMatchObject({ message: /either an area or areaPath/ });
  await expect(refusal({ area: square, base: 'elevation' })).rejects.toMatchObject({ message: /needs an elevation/ });
  await expect(refusal({ area: square, basePath: 'dem.tif' })).rejects.toMatchObject({ message: /needs basePath/ });
  await expect(refusal({ area: bow })).rejects.toMatchObject({ code: 'invalid-input', message: /crosses itself/ });
  await expect(refusal({ area: away })).rejects.toMatchObject({ message: /no heights along the border/ });
  await expect(refusal({ area: away, base: 'elevation', elevation: 0 })).rejects.toMatchObject({
    message: /no heights in the area/,
  });
  await expect(refusal({ areaPath: 'points.geojson' })).rejects.toMatchObject({ message: /no polygon/ });
  await expect(refusal({ areaPath: 'dem.tif' })).rejects.toMatchObject({ code: 'invalid-input' });
});

it('areas whose pixels are too many together are refused before they are read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'alidade-volume-'));
  const dem = join(folder, 'dem.tif');
  // Without a block: nothing of it is on the disk.
  const side = 40_000;
  const empty = gdal.open(dem, 'w', 'GTiff', side, side, 1, 'Float32', ['TILED=YES', 'SPARSE_OK=TRUE']);
  empty.srs = gdal.SpatialReference.fromEPSG(32632);
  empty.geoTransform = [X, PIXEL, 0, Y, 0, -PIXEL];
  empty.close();
  const [near, far] = [1, side * PIXEL - 1];
  const all = polygon([
    [near, near],
    [far, near],
    [far, far],
    [near, far],
  ]);
  const feature = { type: 'Feature', properties: {}, geometry: all };
  const areas = { type: 'FeatureCollection', features: Array.from({ length: 7 }, () => feature) };
  const files = { 'dem.tif': dem, 'areas.geojson': Buffer.from(JSON.stringify(areas)) };
  await expect(measured({ areaPath: 'areas.geojson' }, files)).rejects.toMatchObject({
    code: 'invalid-input',
    message: expect.stringMatching(/pixels around them.*Measure fewer/),
  });
  await rm(folder, { recursive: true });
});

it('a base that is finer than the terrain counts in the estimate with the pixels that it has', async () => {
  const estimateOf = async (base: { readonly width: number; readonly height: number }): Promise<number> => {
    const affine = [X, 100 / base.width, 0, Y, 0, -100 / base.height] as const;
    const floor = heightFile({ ...GRID, ...base, affine, heightAt: () => 1 });
    const parameters = { path: 'dem.tif', area: square, base: 'surface', basePath: 'floor.tif' };
    const files = { 'dem.tif': terrain(() => 3), 'floor.tif': floor };
    return (await bench.run(volume, parameters, files)).plan.estimatedBytes;
  };
  const [coarse, fine] = [
    { width: 10, height: 10 },
    { width: 800, height: 500 },
  ] as const;
  // 32 bits a pixel of what is copied.
  expect((await estimateOf(fine)) - (await estimateOf(coarse))).toBe(4 * (800 * 500 - 10 * 10));
});

it('ends when it is cancelled', async () => {
  expect(await cancelledRun(bench, volume, { path: 'd.tif', area: square }, { 'd.tif': terrain(slope) })).toBe(
    'aborted',
  );
});
