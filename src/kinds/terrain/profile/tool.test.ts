import { writeFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hasSharedData, SHARED_DATA } from '../../../../test/support/shared-data.ts';
import { hasProgram, outputOf } from '../../../../test/support/programs.ts';
import { heightFile } from '../testing/height-file.ts';
import { openToolBench, type ToolBench } from '../../../tasks/testing/run-tool.ts';
import { cancelledRun } from '../../../tools/testing/cancelled.ts';
import { profile } from './tool.ts';

let bench: ToolBench;
beforeAll(async () => {
  bench = await openToolBench();
});
afterAll(() => bench[Symbol.asyncDispose]());

const line = (...coordinates: readonly (readonly [number, number])[]) => ({ type: 'LineString', coordinates });

/** Rows of numbers of a profile's table. */
async function rowsOf(parameters: object, file: Buffer | string) {
  const run = await bench.run(profile, { path: 'dem.tif', ...parameters }, { 'dem.tif': file });
  const [head, ...rows] = run.artifact!.toString().trim().split('\n');
  expect(head).toBe('distance_m,height_m,longitude,latitude');
  expect(run.end.artifact?.name).toBe('dem_profile.csv');
  return {
    facts: run.end.facts as Record<string, number> & { profile: unknown[] },
    rows: rows.map((row) => row.split(',')),
  };
}

/** Heights that rise by a metre every hundredth of a degree to the north; none in the middle. */
const north = (isWhole: boolean): Buffer =>
  heightFile({
    width: 40,
    height: 101,
    affine: [10, 0.001, 0, 60.1, 0, -0.001],
    epsg: 4326,
    nodata: -1,
    heightAt: (_, row) => (!isWhole && row > 40 && row < 60 ? NaN : (100 - row) / 10),
  });

it('distances in degrees are those of the ellipsoid', async () => {
  const { facts, rows } = await rowsOf(
    { line: line([10.0205, 60.0005], [10.0205, 60.0995]), spacing: 100 },
    north(true),
  );
  expect(facts).toMatchObject({ measure: 'ellipsoid', descent: 0 });
  expect([facts['lowest'], facts['highest']].map((height) => height!.toFixed(4))).toEqual(['0.1000', '10.0000']);
  // By C. F. F. Karney's geodesics, as PROJ has them (pyproj.Geod).
  expect(facts['length']).toBeCloseTo(11_029.9005, 3);
  expect(facts['ascent']).toBeCloseTo(9.9, 6);
  expect(Number(rows[55]![1])).toBeCloseTo(5, 1);
  expect(facts.profile).toHaveLength(rows.length);
  const east = await rowsOf({ line: line([10.005, 60], [10.035, 60]) }, north(true));
  // A parallel at 60 degrees: 55,800.3 m a degree (NIMA TR8350.2).
  expect(east.facts['length']).toBeCloseTo(0.03 * 55_800.3, 0);
});

it('gaps have no height, and cut the line of GeoJSON', async () => {
  const parameters = { line: line([10.0205, 60.0005], [10.0205, 60.0995]), spacing: 100 };
  const { rows, facts } = await rowsOf(parameters, north(false));
  expect(rows.filter(([, height]) => height === '')).toHaveLength(facts['samplesWithoutHeight']!);
  expect(facts['samplesWithoutHeight']).toBeGreaterThan(15);
  const run = await bench.run(
    profile,
    { path: 'dem.tif', ...parameters, format: 'geojson' },
    { 'dem.tif': north(false) },
  );
  const { features } = JSON.parse(run.artifact!.toString()) as {
    features: { properties: { distances: number[] }; geometry: { type: string; coordinates: number[][] } }[];
  };
  expect(features).toHaveLength(2);
  for (const { properties, geometry } of features) {
    expect(properties.distances).toHaveLength(geometry.coordinates.length);
    for (const [longitude, latitude, height] of geometry.coordinates) {
      expect(longitude).toBeCloseTo(10.0205, 6);
      expect(height).toBeCloseTo((latitude! - 60) * 100 + 0.05, 1);
    }
  }
});

const hasPython = hasProgram('/usr/bin/python3', '-c', 'from osgeo import gdal; import numpy');
it.skipIf(!hasSharedData || !hasPython)(
  'a real terrain beside numpy (skipped: no shared data, or no osgeo)',
  async () => {
    const dem = join(SHARED_DATA, 'dem/dsm.tif');
    const folder = await mkdtemp(join(tmpdir(), 'alidade-profile-'));
    const script = join(folder, 'sample.py');
    await writeFile(
      script,
      `
import sys, json
from osgeo import gdal, osr
d = gdal.Open(sys.argv[1]); a = d.ReadAsArray().astype(float); t = d.GetGeoTransform()
s = d.GetSpatialRef(); s.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
w = osr.SpatialReference(); w.ImportFromEPSG(4326); w.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
c = osr.CoordinateTransformation(s, w)
ends = [(20.3, 30.7), (250.1, 200.9)]
line = [list(c.TransformPoint(t[0]+x*t[1], t[3]+y*t[5])[:2]) for x, y in ends]
heights = []
for i in range(101):
    x, y = [ends[0][k] + (ends[1][k]-ends[0][k])*i/100 - 0.5 for k in (0, 1)]
    l, u = int(x), int(y); f, g = x-l, y-u
    heights.append(a[u,l]*(1-f)*(1-g) + a[u,l+1]*f*(1-g) + a[u+1,l]*(1-f)*g + a[u+1,l+1]*f*g)
length = ((ends[1][0]-ends[0][0])**2 + (ends[1][1]-ends[0][1])**2)**0.5 * 2
print(json.dumps({"line": line, "heights": heights, "length": length}))`,
    );
    const expected = JSON.parse(await outputOf('/usr/bin/python3', [script, dem])) as {
      readonly line: [number, number][];
      readonly heights: readonly number[];
      readonly length: number;
    };
    await rm(folder, { recursive: true });
    const { facts, rows } = await rowsOf({ line: line(...expected.line), spacing: expected.length / 100 }, dem);
    expect(facts['measure']).toBe('grid');
    expect(facts['length']).toBeCloseTo(expected.length, 3);
    expect(rows).toHaveLength(101);
    rows.forEach(([, height], index) => expect(Math.abs(Number(height) - expected.heights[index]!)).toBeLessThan(0.01));
  },
);

it('refusals say what is wrong', async () => {
  const refusal = (parameters: object) => rowsOf(parameters, north(true));
  const there = line([10.005, 60.01], [10.006, 60.02]);
  await expect(refusal({})).rejects.toMatchObject({ code: 'invalid-input' });
  await expect(refusal({ line: line([1, 1], [1.001, 1]) })).rejects.toMatchObject({
    message: /no heights along the line/,
  });
  await expect(refusal({ line: line([10, 60], [10, 60]) })).rejects.toMatchObject({ message: /no length/ });
  await expect(refusal({ line: there, spacing: 0.01 })).rejects.toMatchObject({ message: /more than 20000 samples/ });
  await expect(refusal({ line: there, spacing: 0 })).rejects.toMatchObject({ code: 'invalid-input' });
});

it('ends when it is cancelled', async () => {
  expect(
    await cancelledRun(bench, profile, { path: 'd.tif', line: line([10, 60], [10.03, 60]) }, { 'd.tif': north(true) }),
  ).toBe('aborted');
});
