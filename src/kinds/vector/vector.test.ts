import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasSharedData, SHARED_DATA, sharedFacts } from '../../../test/support/shared-data.ts';
import { EntryType, type FileFacts } from '../../inspection/index.ts';
import { openInspection, type Inspection } from '../testing/inspection.ts';
import { pointShapefile } from '../../../test/support/point-shapefile.ts';
import { zip } from '../../../test/support/zip.ts';

let inspection: Inspection;
beforeAll(async () => {
  inspection = await openInspection();
});
afterAll(() => inspection.close());

interface Layer {
  readonly name: string;
  readonly geometryType: string;
  readonly featureCount: number;
  readonly extent: readonly number[] | null;
  readonly crs: string | null;
}
const vectorOf = ({ properties }: FileFacts) =>
  properties['vector'] as { readonly driver: string; readonly layers: readonly Layer[] };
const boundsOf = ({ polygonGeometry }: FileFacts): readonly number[] | null => {
  const ring = polygonGeometry?.coordinates[0];
  return ring === undefined ? null : [...ring[0]!.slice(0, 2), ...ring[2]!.slice(0, 2)];
};

const square = (x: number, y: number): string =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: [
      { type: 'Feature', properties: { a: 1 }, geometry: { type: 'Point', coordinates: [x, y] } },
      { type: 'Feature', properties: { a: 2 }, geometry: { type: 'Point', coordinates: [x + 2, y + 1] } },
    ],
  });
const kml = (body: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<!-- by hand -->\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>Walk</name>${body}</Document></kml>`;
const placemark = '<Placemark><name>A</name><Point><coordinates>11,46,0</coordinates></Point></Placemark>';

describe('a vector file', () => {
  it.each(['Roads.shz', 'Roads.shp.zip', 'Roads.SHP.ZIP'])('is an archive with a shapefile: %s', async (name) => {
    const { shp, shx, dbf } = pointShapefile([
      [10, 45],
      [12, 46],
    ]);
    const facts = await inspection.bytes(name, zip({ 'a.shp': shp, 'a.shx': shx, 'a.dbf': dbf }));
    expect(facts).toMatchObject({ type: EntryType.Vector, pointGeometry: { coordinates: [11, 45.5, 0] } });
    expect(vectorOf(facts).layers).toMatchObject([{ name: 'Roads', featureCount: 2 }]);
    expect(await inspection.draw(name, zip({ 'a.shp': shp, 'a.shx': shx }))).not.toBeNull();
  });

  it.each(['a.zip', '.shp.zip', 'ashp.zip', 'a.shp.zip.zip'])('is no other archive: %s', async (name) => {
    const { shp, shx } = pointShapefile([[10, 45]]);
    const facts = await inspection.bytes(name, zip({ 'a.shp': shp, 'a.shx': shx }));
    expect(facts).toEqual(expect.objectContaining({ type: EntryType.Generic, properties: {} }));
  });

  it('with a feature that is too large for the memory there is says so', async () => {
    const small = await openInspection({ memoryLimitBytes: 2 ** 28 });
    try {
      const ring = '[1,2],'.repeat(300_000);
      const line = `{"type":"LineString","coordinates":[${ring}[3,4]]}`;
      const text = `{"type":"FeatureCollection","features":[{"type":"Feature","properties":{},"geometry":${line}}]}`;
      const facts = await small.bytes('large.geojson', text);
      expect([facts.type, facts.properties['warning']]).toEqual([
        EntryType.Generic,
        expect.stringMatching(/too large/),
      ]);
      const sound = await inspection.bytes('large.geojson', text);
      expect([sound.type, sound.properties['warning']]).toEqual([EntryType.Vector, undefined]);
      expect((await inspection.bytes('cut.geojson', text.slice(0, 1000))).properties['warning']).not.toMatch(
        /too large/,
      );
    } finally {
      await small.close();
    }
  });

  it('is no archive called one that holds none, and none that is no archive', async () => {
    const empty = await inspection.bytes('a.shp.zip', zip({ 'a.txt': 'x' }));
    expect([empty.type, empty.properties['warning']]).toEqual([
      EntryType.Generic,
      expect.stringMatching(/no shapefile/),
    ]);
    const text = await inspection.bytes('a.shp.zip', 'text');
    expect([text.type, text.properties['warning']]).toEqual([EntryType.Generic, expect.stringMatching(/\.shp\.zip/)]);
  });

  it('tells its layers and lies where their extents do, its outline counterclockwise', async () => {
    const facts = await inspection.bytes('Fields.GeoJSON', square(10, 45));
    expect(facts).toEqual({
      type: EntryType.Vector,
      properties: {
        vector: {
          driver: 'GeoJSON',
          layers: [
            { name: 'Fields', geometryType: 'Point', featureCount: 2, extent: [10, 45, 12, 46], crs: 'EPSG:4326' },
          ],
        },
      },
      pointGeometry: { type: 'Point', coordinates: [11, 45.5, 0] },
      polygonGeometry: {
        type: 'Polygon',
        coordinates: [
          [
            [10, 45, 0],
            [12, 45, 0],
            [12, 46, 0],
            [10, 46, 0],
            [10, 45, 0],
          ],
        ],
      },
    });
  });

  it('of one point has a place and no outline', async () => {
    const facts = await inspection.bytes('walk.kml', kml(placemark));
    expect([facts.type, facts.pointGeometry?.coordinates, facts.polygonGeometry]).toEqual([
      EntryType.Vector,
      [11, 46, 0],
      null,
    ]);
    expect(vectorOf(facts).layers[0]).toMatchObject({ name: 'Walk', featureCount: 1 });
  });

  it('is TopoJSON', async () => {
    const topology = {
      type: 'Topology',
      objects: { peaks: { type: 'Point', coordinates: [7, 45], properties: {} } },
      arcs: [],
    };
    const facts = await inspection.bytes('peaks.topojson', JSON.stringify(topology));
    expect(vectorOf(facts)).toMatchObject({ driver: 'TopoJSON', layers: [{ featureCount: 1 }] });
    expect(facts.pointGeometry?.coordinates).toEqual([7, 45, 0]);
  });

  it('that is empty, or is not what its name says, is Generic', async () => {
    const files = { 'a.geojson': '', 'b.geojson': 'words', 'c.kml': 'words', 'd.dxf': 'words', 'e.gpkg': 'words' };
    for (const [name, content] of Object.entries(files)) {
      const facts = await inspection.bytes(name, content);
      expect([facts.type, facts.properties['warning']], name).toEqual([EntryType.Generic, expect.any(String)]);
    }
  });

  it('of another type of JSON is Generic, too', async () => {
    expect(await inspection.bytes('a.geojson', '{"a": 1}')).toMatchObject({
      type: EntryType.Generic,
      properties: { warning: expect.stringContaining('cannot be read as vector data') },
    });
  });

  it('in DWG is kept with a word when its version cannot be read', async () => {
    const facts = await inspection.bytes('plan.dwg', Buffer.concat([Buffer.from('AC1032'), Buffer.alloc(500)]));
    expect([facts.type, facts.properties['warning']]).toEqual([EntryType.Vector, expect.any(String)]);
  });

  it('without a CRS is taken for degrees where it can be, and has no place where it cannot', async () => {
    const near = await inspection.bytes(
      'near.shp',
      pointShapefile([
        [10, 45],
        [12, 46],
      ]).shp,
    );
    expect(boundsOf(near)).toEqual([10, 45, 12, 46]);
    expect(near.properties['warning']).toMatch(/near\.shx is missing.*near\.prj is missing.*longitude and latitude/);
    const far = await inspection.bytes('far.shp', pointShapefile([[500_000, 4_000_000]]).shp);
    expect([far.type, far.pointGeometry]).toEqual([EntryType.Vector, null]);
    expect(far.properties['warning']).toMatch(/cannot be placed/);
  });
});

describe('a shapefile', () => {
  const { shp, shx, dbf } = pointShapefile([
    [500_000, 0],
    [600_000, 100_000],
  ]);
  const utm =
    'PROJCS["WGS_1984_UTM_Zone_33N",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",15.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]';

  it('is read with the files beside it, whatever the case of their extensions', async () => {
    const facts = await inspection.bytes('ROADS.shp', shp, { 'ROADS.SHX': shx, 'ROADS.dbf': dbf, 'ROADS.PRJ': utm });
    expect(vectorOf(facts).layers[0]).toMatchObject({ name: 'ROADS', featureCount: 2, crs: 'EPSG:32633' });
    expect(facts.properties['warning']).toBeUndefined();
    expect(facts.pointGeometry?.coordinates[0]).toBeCloseTo(15.449, 2);
  });

  it('takes no notice of files that only look like its own', async () => {
    const facts = await inspection.bytes('ROADS.shp', shp, { 'roads.prj': utm, 'ROADS2.prj': utm });
    expect(facts.properties['warning']).toMatch(/ROADS\.prj is missing/);
  });

  it('D-5 whose .prj points elsewhere is only a shapefile without a CRS', async () => {
    for (const prj of ['/vsicurl/http://127.0.0.1:9/a.prj', 'EPSG:4326+/etc/passwd', 'http://127.0.0.1:9/crs', '']) {
      const facts = await inspection.bytes('a.shp', shp, { 'a.shx': shx, 'a.prj': prj });
      expect([facts.type, facts.pointGeometry]).toEqual([EntryType.Vector, null]);
    }
  });
});

interface Expected {
  readonly suggestedKind: string;
  readonly facts: {
    readonly driver?: string;
    readonly layers?: readonly {
      readonly name: string;
      readonly geometryType: string;
      readonly featureCount: number;
      readonly crs: { readonly code: number | null } | null;
      readonly nativeExtent: readonly number[] | null;
      readonly wgs84Extent: readonly number[] | null;
    }[];
  };
}

const OFFERED = /\.(?:geojson|topojson|gpkg|shp|fgb|kmz|kml|dxf|gpx|gml)$/;
const collection = (await sharedFacts<Expected>('vector/')).filter(([path]) => OFFERED.test(path));
if (!hasSharedData)
  console.log('Skipped: facts of real vector files. There is no ../shared/data beside the repository.');

/** Equal to a millionth of the size of the extent, as both were rounded. */
function expectClose(
  found: readonly number[] | null | undefined,
  wanted: readonly number[] | null,
  slack = 1e-6,
): void {
  expect((found ?? null) === null).toBe(wanted === null);
  const size = Math.max(1, (wanted?.[2] ?? 0) - (wanted?.[0] ?? 0), (wanted?.[3] ?? 0) - (wanted?.[1] ?? 0));
  wanted?.forEach((value, index) => expect(Math.abs(value - (found?.[index] ?? NaN))).toBeLessThan(slack * size));
}

it('each of many files has its own CRS, whatever was read before', async () => {
  const { shp, shx } = pointShapefile([
    [10, 45],
    [12, 46],
  ]);
  const degrees = (name: string, radius: number): string =>
    `GEOGCS["${name}",DATUM["${name}",SPHEROID["${name}",${radius},300]],PRIMEM["Greenwich",0],UNIT["Degree",0.0174532925199433]]`;
  const found: unknown[] = [];
  const wanted = Array.from({ length: 60 }, (_, index) => `Planet ${index % 7}`);
  for (const [index, name] of wanted.entries()) {
    const facts = await inspection.bytes('a.shp', shp, { 'a.shx': shx, 'a.prj': degrees(name, 6_378_000 + index) });
    found.push(vectorOf(facts).layers[0]?.crs);
  }
  expect(found).toEqual(wanted);
});

describe.runIf(hasSharedData)('facts of real files, computed by other programs', () => {
  it.each(collection)('%s', async (path, { facts: { driver, layers = [] } }) => {
    const facts = await inspection.file(join(SHARED_DATA, path));
    expect(facts.type).toBe(EntryType.Vector);
    const found = vectorOf(facts);
    expect(found.driver).toBe(driver);
    expect(found.layers.map(({ name, geometryType, featureCount }) => ({ name, geometryType, featureCount }))).toEqual(
      layers.map(({ name, geometryType, featureCount }) => ({ name, geometryType, featureCount })),
    );
    layers.forEach(({ nativeExtent, crs }, index) => {
      // A feature of two collections has its place in one of them only, or in both: programs differ.
      if (nativeExtent !== null) expectClose(found.layers[index]?.extent, nativeExtent);
      const own = found.layers[index]?.crs;
      expect(own).toBe(crs?.code ? `EPSG:${crs.code}` : own);
    });
    if (path.endsWith('.dxf')) return; // drawing units, by the interface taken for degrees
    const places = layers.flatMap(({ wgs84Extent }) => (wgs84Extent === null ? [] : [wgs84Extent]));
    const side = (index: number, pick: (...values: number[]) => number): number =>
      pick(...places.map((place) => place[index]!));
    const union =
      places.length === 0 ? null : [side(0, Math.min), side(1, Math.min), side(2, Math.max), side(3, Math.max)];
    // Corners of an extent lie outside of what is in it, where both are bent by another projection.
    expectClose(boundsOf(facts), union, layers.every(({ crs }) => crs?.code === 4326) ? 1e-6 : 0.04);
  });

  it.each(['broken/shp_alone/olinda.shp', 'broken/shp_no_prj/coutwildrnp.shp'])('%s', async (path) => {
    const facts = await inspection.file(join(SHARED_DATA, path));
    expect(facts.type).toBe(EntryType.Vector);
    expect(facts.pointGeometry).not.toBeNull();
    expect(facts.properties['warning']).toMatch(/\.prj is missing/);
  });

  it('a zipped shapefile', async () => {
    const facts = await inspection.file(join(SHARED_DATA, 'vector/coutwildrnp.zip'), 'coutwildrnp.shz');
    expect(vectorOf(facts)).toMatchObject({ layers: [{ name: 'coutwildrnp', featureCount: 67, crs: 'EPSG:4326' }] });
  });

  it('as ogrinfo tells them', async () => {
    const run = promisify(execFile);
    for (const [path] of collection.filter(([name]) => /tiger|oregon|roads_feet|two_states/.test(name))) {
      const { stdout } = await run('ogrinfo', ['-ro', '-so', '-al', join(SHARED_DATA, path)]).catch(() => ({
        stdout: '',
      }));
      if (stdout === '') return console.log('Skipped: comparison with ogrinfo, which is not installed.');
      const counts = [...stdout.matchAll(/^Feature Count: (\d+)$/gm)].map(([, count]) => Number(count));
      const { layers } = vectorOf(await inspection.file(join(SHARED_DATA, path)));
      expect(layers.map(({ featureCount }) => featureCount)).toEqual(counts);
    }
  });

  it('of files in turn, each with its own CRS', async () => {
    const paths = ['roads_feet.fgb', 'two_states_mercator.shp', 'countries.fgb', 'lulc_utm38.geojson'];
    const found: unknown[] = [];
    for (let round = 0; round < 12; round += 1)
      for (const path of paths)
        found.push(vectorOf(await inspection.file(join(SHARED_DATA, 'vector', path))).layers[0]?.crs);
    const wanted = ['EPSG:2269', 'EPSG:3395', 'EPSG:4326', 'EPSG:32638'];
    expect(found).toEqual(Array.from({ length: 12 }, () => wanted).flat());
  });

  it('a GeoPackage in WAL mode leaves nothing beside it', async () => {
    const bytes = await readFile(join(SHARED_DATA, 'vector/nc.gpkg'));
    bytes.set([2, 2], 18);
    const before = (await readdir(inspection.folder)).length;
    const facts = await inspection.bytes('nc.gpkg', bytes);
    expect(vectorOf(facts).layers[0]?.featureCount).toBe(100);
    expect((await readdir(inspection.folder)).length).toBe(before + 1);
  });
});
