import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import '../../../geodata/testing/axis-order.ts';
import { gdal } from '../../../geodata/geo-driver.child.ts';
import type { Box3, Vector3 } from '../../../geodata/place/box.ts';
import { fromLocal } from '../../../geodata/place/geodesy.ts';
import { earthFrame, earthTransform, isBent, localMetres, type ModelPlace } from './model-place.ts';
import { earthOfPlace, type MeshPlacement, placeOfModel } from './place-of-model.ts';
import { findPlaceSources } from './place-sources.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-place-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Bounds of a survey of 600 m in UTM zone 17 N. */
const BOX: Box3 = { min: [321_499, 4_297_501, 7], max: [322_099, 4_298_101, 60] };
const PRJ = gdal.SpatialReference.fromEPSG(32617).toWKT();
const LOCAL: Box3 = { min: [-50, -20, 0], max: [50, 20, 30] };
const ORIGIN = '{"latitude": 46.5, "longitude": 7, "altitude": 400}';

async function place(
  sidecars: Readonly<Record<string, string>>,
  bounds: Box3 | null,
  { name = 'house.obj', projection = null as unknown, up = 'z' as 'y' | 'z' } = {},
): Promise<MeshPlacement> {
  const files = new Map<string, { readonly path: string; readonly size: number }>();
  for (const [index, [sidecar, text]] of Object.entries(sidecars).entries()) {
    const path = join(folder, String(index));
    await writeFile(path, text);
    files.set(sidecar, { path, size: text.length });
  }
  const find = async (names: readonly string[]) => new Map([...files].filter(([one]) => names.includes(one)));
  return placeOfModel({ ...(await findPlaceSources(name, { find }, projection)), bounds, up });
}

/** Applies 16 numbers by columns. */
const apply = (transform: readonly number[], [x, y, z]: Vector3): Vector3 => {
  const row = (at: number): number =>
    transform[at]! * x + transform[4 + at]! * y + transform[8 + at]! * z + transform[12 + at]!;
  return [row(0), row(1), row(2)];
};
const apart = (one: Vector3, other: Vector3): number => Math.hypot(...one.map((value, axis) => value - other[axis]!));

/** Earth-centred metres, by PROJ alone. */
function earthCentred([x, y, z]: Vector3, epsg: number): Vector3 {
  const way = new gdal.CoordinateTransformation(
    gdal.SpatialReference.fromEPSG(epsg),
    gdal.SpatialReference.fromEPSG(4979),
  );
  const centred = new gdal.CoordinateTransformation(
    gdal.SpatialReference.fromEPSG(4979),
    gdal.SpatialReference.fromEPSG(4978),
  );
  const degrees = way.transformPoint(x, y, z);
  const point = centred.transformPoint(degrees.x, degrees.y, z);
  return [point.x, point.y, point.z ?? NaN];
}

const inEarth = (found: ModelPlace, position: Vector3): Vector3 =>
  apply(earthFrame(found.origin), localMetres(found, position));

it('coordinates of a .prj lie where PROJ says, within a millimetre', async () => {
  const { place: found } = await place({ 'house.prj': PRJ }, BOX);
  expect(found).toMatchObject({ from: 'house.prj', shift: [0, 0, 0] });
  expect(isBent(found!)).toBe(true);
  expect(found!.error).toBeLessThan(0.001);
  for (const [x, y, z] of [
    [321_499, 4_297_501, 7],
    [322_099, 4_298_101, 60],
    [321_700, 4_298_050, 33],
    [321_799, 4_297_801, 33.5],
  ] as const) {
    const truth = earthCentred([x, y, z], 32617);
    expect(apart(inEarth(found!, [x, y, z]), truth)).toBeLessThan(0.001);
    expect(apart(earthOfPlace(found!)!([x, y, z])!, truth)).toBeLessThan(1e-6);
    const near = earthTransform(found!, [x - 20, y + 20, z]);
    expect(apart(apply(near, [20, -20, 0]), truth)).toBeLessThan(0.001);
  }
});

it('one matrix for a whole model of 600 m misses by less than 3 cm, which is the curve of the Earth', async () => {
  const { place: found } = await place({ 'house.prj': PRJ }, BOX);
  const middle: Vector3 = [321_799, 4_297_801, 33];
  const corner = apply(earthTransform(found!, middle), [300, 300, 0]);
  const miss = apart(corner, earthCentred([322_099, 4_298_101, 33], 32617));
  expect(miss).toBeGreaterThan(0.005);
  expect(miss).toBeLessThan(0.03);
});

it('an origin makes coordinates local metres', async () => {
  const { place: found } = await place({ 'georef.json': ORIGIN }, LOCAL);
  expect(found).toMatchObject({ from: 'georef.json', projection: null, origin: [7, 46.5, 400], error: 0 });
  expect([isBent(found!), earthOfPlace(found!)]).toEqual([false, null]);
  const position: Vector3 = [12, -7, 20];
  expect(apart(inEarth(found!, position), fromLocal([7, 46.5, 400], position))).toBeLessThan(1e-6);
  expect(
    apart(apply(earthTransform(found!, [10, 0, 0]), [2, -7, 20]), fromLocal([7, 46.5, 400], position)),
  ).toBeLessThan(1e-6);
});

it('with y up, the box is turned', async () => {
  const { place: found } = await place({ 'georef.json': ORIGIN }, { min: [0, 0, 0], max: [10, 5, 20] }, { up: 'y' });
  expect(found!.footprint!.centre[1]).toBeLessThan(46.5);
  expect(found!.footprint!.centre[2]).toBeCloseTo(402.5, 3);
});

it.each([
  ['house.geo.json', 'georef.json'],
  ['georef.json', 'reference_lla.json'],
  ['reference_lla.json', 'opensfm/reference_lla.json'],
  ['opensfm/reference_lla.json', '../reference_lla.json'],
  ['../reference_lla.json', '../opensfm/reference_lla.json'],
  ['../opensfm/reference_lla.json', 'coords.txt'],
])('%s comes before %s', async (first, second) => {
  const other = second === 'coords.txt' ? 'WGS84 UTM 32N\n400000 5000000\n' : '{"lat": 10, "lon": 10}';
  const { place: found } = await place({ [second]: other, [first]: ORIGIN }, LOCAL);
  expect(found).toMatchObject({ from: first, origin: [7, 46.5, 400] });
});

it.each([
  ['coords.txt', 'WGS84 UTM 17N\n321500 4297500\n1 2 3\n'],
  [
    '../odm_georeferencing/coords.txt',
    '# of a survey\n+proj=utm +zone=17 +datum=WGS84 +units=m\r\n321500 4297500 0\r\n',
  ],
  ['georef.json', '{"srs": "EPSG:32617", "offset": [321500, 4297500, 0]}'],
])('%s with a CRS and the coordinates of zero in it', async (name, text) => {
  const { place: found } = await place({ [name]: text }, LOCAL);
  expect(found).toMatchObject({ from: name, shift: [321_500, 4_297_500, 0] });
  const truth = earthCentred([321_550, 4_297_480, 3], 32617);
  expect(apart(inEarth(found!, [50, -20, 3]), truth)).toBeLessThan(0.001);
  expect(apart(earthOfPlace(found!)!([50, -20, 3])!, truth)).toBeLessThan(1e-6);
});

it('a model of OpenDroneMap in its CRS goes by coords.txt, whatever else is there', async () => {
  const sidecars = {
    '../opensfm/reference_lla.json': ORIGIN,
    '../odm_georeferencing/coords.txt': 'WGS84 UTM 17N\n321500 4297500\n',
  };
  const geo = await place(sidecars, LOCAL, { name: 'odm_textured_model_geo.obj' });
  const plain = await place(sidecars, LOCAL, { name: 'odm_textured_model.obj' });
  expect([geo.place?.from, plain.place?.from]).toEqual([
    '../odm_georeferencing/coords.txt',
    '../opensfm/reference_lla.json',
  ]);
});

it('what its owner says comes before its .prj, and what fits before what does not', async () => {
  const both = await place({ 'house.prj': PRJ }, BOX, { projection: 'EPSG:32618' });
  expect(both.place?.from).toBe('projection');
  expect(both.place?.footprint?.centre[0]).toBeCloseTo(-77.05, 1);
  const far = await place({ 'georef.json': ORIGIN, 'house.prj': PRJ }, BOX);
  expect([far.place?.from, far.problems]).toEqual(['house.prj', []]);
});

it('metadata that name no CRS are refused', async () => {
  await expect(place({}, BOX, { projection: 'nowhere' })).rejects.toThrow(/neither a code such as EPSG:32632 nor WKT/);
});

it('local coordinates are not placed at the zero of a CRS', async () => {
  const found = await place({ 'house.prj': PRJ }, LOCAL);
  expect(found).toMatchObject({ place: null, isTold: true, problems: [expect.stringMatching(/around zero/)] });
});

it.each([
  ['no CRS', { 'house.prj': 'METRES' }],
  ['a zone that there is not', { 'coords.txt': 'WGS84 UTM 61N\n1 2\n' }],
  ['no numbers', { 'coords.txt': 'WGS84 UTM 32N\nx y\n' }],
  ['text for PROJ that names a file', { 'coords.txt': '+proj=utm +zone=32 +nadgrids=/etc/passwd\n400000 5000000\n' }],
  ['a shift beyond the Earth', { 'coords.txt': 'WGS84 UTM 32N\n1e300 2\n' }],
])('%s places nothing', async (_, sidecars: Readonly<Record<string, string>>) => {
  expect(await place(sidecars, BOX)).toEqual({ place: null, isTold: false, problems: [] });
});

it('without a box an origin is known, a CRS not yet', async () => {
  expect((await place({ 'georef.json': ORIGIN }, null)).place).toMatchObject({
    origin: [7, 46.5, 400],
    footprint: null,
  });
  expect(await place({ 'house.prj': PRJ }, null)).toEqual({ place: null, isTold: true, problems: [] });
});
