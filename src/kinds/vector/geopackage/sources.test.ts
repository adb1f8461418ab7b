import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pointShapefile } from '../../../../test/support/point-shapefile.ts';
import { zip } from '../../../../test/support/zip.ts';
import { useVecBuilder } from '../testing/vec-builds.ts';
import { feature, point } from '../testing/vector-samples.ts';

const vec = useVecBuilder();
let connections = 0;
const server = createServer((socket) => {
  connections += 1;
  socket.destroy();
});
beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => void server.close());
const address = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

describe('tables', () => {
  it.each([
    ['a.csv', 'name,lon,lat\n"Ä, ""b""",10.5,45\nno place,,\n', '[[10.5,45]]'],
    ['a.csv', '\ufeffname;Longitude;Latitude\r\nÄ;10,5;45\r\nx;;\r\n', '[[10.5,45]]'],
    ['a.tsv', 'y\tx\tname\n45\t10.5\tÄ\n\t\tx\n', '[[10.5,45]]'],
    ['a.csv', 'wkt,name\n"POLYGON ((0 0, 1 0, 1 1, 0 0))",Ä\nnone,x\n', '"MultiPolygon"'],
  ])('with coordinates: %s, %j', async (name, text, place) => {
    const built = await vec.bytes(name, text);
    const [first, second] = built.features();
    expect(built.package.layers).toMatchObject([{ name: 'features', featureCount: 2, skippedCount: 0 }]);
    expect(JSON.stringify(first?.geometry)).toContain(place);
    expect(String(first?.properties['name'])).toMatch(/^Ä/);
    expect(second?.geometry).toBeNull();
  });

  it('keep numbers with zeros in front as they are', async () => {
    const built = await vec.bytes('a.csv', 'zip,n,lon,lat\n01234,5,1,2\n98765,2.5,1,2\n');
    expect(built.features().map(({ properties }) => properties)).toEqual([
      { zip: '01234', n: 5, lon: 1, lat: 2 },
      { zip: '98765', n: 2.5, lon: 1, lat: 2 },
    ]);
  });
});

it('lines of GeoJSON, with and without the mark before each', async () => {
  const lines = [feature(point(1, 2), { a: 1 }), feature(point(3, 4), { a: 2 })].map((each) => JSON.stringify(each));
  for (const [name, text] of [
    ['a.geojson', lines.join('\n')],
    ['a.geojsonl', lines.join('\n')],
    ['a.geojsons', lines.map((line) => `\x1e${line}\n`).join('')],
  ] as const)
    expect((await vec.bytes(name, text)).features().map(({ properties }) => properties)).toEqual([{ a: 1 }, { a: 2 }]);
});

it('TopoJSON', async () => {
  const topology = {
    type: 'Topology',
    arcs: [
      [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 0],
      ],
    ],
    objects: {
      areas: { type: 'GeometryCollection', geometries: [{ type: 'Polygon', arcs: [[0]], properties: { a: 1 } }] },
    },
  };
  const built = await vec.bytes('a.topojson', JSON.stringify(topology));
  expect(built.features()).toMatchObject([{ geometry: { type: 'MultiPolygon' }, properties: { a: 1 } }]);
});

it('GPX, with all its layers', async () => {
  const gpx = `<?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><wpt lat="2" lon="1"><name>W</name></wpt>
    <trk><trkseg><trkpt lat="2" lon="1"><ele>5</ele></trkpt><trkpt lat="3" lon="2"><ele>6</ele></trkpt></trkseg></trk></gpx>`;
  const { layers } = (await vec.bytes('a.gpx', gpx)).package;
  expect(layers.map(({ name, featureCount }) => [name, featureCount])).toEqual([
    ['waypoints', 1],
    ['routes', 0],
    ['tracks', 1],
    ['route_points', 0],
    ['track_points', 2],
  ]);
});

const gml = (attributes: string, prolog = ''): string =>
  `<?xml version="1.0" encoding="UTF-8"?>${prolog}<c:FeatureCollection xmlns:c="http://www.opengis.net/wfs/2.0"
    xmlns:gml="http://www.opengis.net/gml/3.2" xmlns:a="urn:a" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ${attributes}>
    <c:member><a:place gml:id="p1"><a:name>Ä</a:name><a:geometry><gml:Point srsName="urn:ogc:def:crs:EPSG::4326" gml:id="g1">
    <gml:pos>45 10</gml:pos></gml:Point></a:geometry></a:place></c:member></c:FeatureCollection>`;

describe('GML', () => {
  it('with latitude first, and without its schema', async () => {
    const schema = `xsi:schemaLocation="urn:a ${address()}/a.xsd urn:b /etc/passwd"`;
    const built = await vec.bytes('a.gml', gml(schema));
    expect(built.features()).toMatchObject([{ geometry: { coordinates: [[10, 45]] }, properties: { name: 'Ä' } }]);
    expect(built.package.layers).toMatchObject([{ name: 'place', crs: 'EPSG:4326' }]);
    expect(connections).toBe(0);
  });

  it.each([
    ['entities that grow', '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'],
    ['a document type elsewhere', '<!DOCTYPE x SYSTEM "file:///etc/passwd">'],
  ])('D-5 with %s is refused', async (_, prolog) => {
    await expect(vec.bytes('a.gml', gml('', prolog))).rejects.toMatchObject({
      reason: 'invalid-input',
      message: expect.stringContaining('DOCTYPE'),
    });
  });
});

it('a shapefile in an archive, with its attributes', async () => {
  const { shp, shx, dbf } = pointShapefile([
    [10, 45],
    [12, 46],
  ]);
  const archive = zip({ 'folder/a.shp': shp, 'folder/a.shx': shx, 'folder/a.dbf': dbf, 'readme.txt': 'x' });
  for (const name of ['a.shz', 'a.shp.zip']) {
    const built = await vec.bytes(name, archive);
    expect(built.package.layers).toMatchObject([{ name: 'features', table: 'features' }]);
    expect(built.features().map(({ properties }) => properties)).toEqual([{ A: 'x' }, { A: 'x' }]);
  }
});

describe('what is damaged', () => {
  it('is taken over as far as it can be read, and what is lost is counted', async () => {
    const { shp, shx, dbf } = pointShapefile(Array.from({ length: 100 }, (_, index) => [index, 1] as const));
    const built = await vec.bytes('a.shp', shp.subarray(0, 100 + 28 * 60), { 'a.shx': shx, 'a.dbf': dbf });
    // Rows of the table whose geometry is lost keep their attributes.
    expect(built.package.layers).toMatchObject([{ featureCount: 100, skippedCount: 0, bounds: [0, 1, 59, 1] }]);
    expect(built.log.join()).toMatch(/40 features of “features” have no geometry/);
  });

  it.each([
    ['cut', 'a.geojson', '{"type":"FeatureCollection","features":[{"type":"Feature","geo'],
    ['deep', 'a.geojson', `{"type":"FeatureCollection","features":${'['.repeat(1e6)}`],
    ['cut', 'a.gpx', '<?xml version="1.0"?><gpx version="1.1"><wpt lat="2" lon="1"><na'],
    ['cut', 'a.kml', '<?xml version="1.0"?><kml><Document><Placemark>'],
    ['cut', 'a.gml', '<?xml version="1.0"?><a><b>'],
    ['deep', 'a.gml', `<?xml version="1.0"?>${'<a>'.repeat(1e6)}`],
    ['cut', 'a.fgb', 'fgb\x03fgb\x01aaaaaaaaaaaaaaaaaa'],
    ['cut', 'a.gpkg', 'SQLite format 3\0'],
    ['cut', 'a.kmz', 'PK\x03\x04'],
    ['with an endless row', 'a.csv', `lon,lat\n1,2\n"${'x'.repeat(5 * 2 ** 20)}`],
  ])('is refused with a reason: %s %s', async (_, name, text) => {
    const failure = await vec.bytes(name, Buffer.from(text, 'latin1')).then(
      () => null,
      (error: unknown) => error as { readonly reason: string; readonly message: string },
    );
    expect(failure?.reason).toMatch(/^(?:invalid-input|tool-failed|memory)$/);
    expect(failure?.message).not.toContain('/');
  });

  it('leaves the file itself as it was', async () => {
    const bytes = Buffer.from(gml('xsi:schemaLocation="urn:a a.xsd"'));
    await vec.bytes('kept.gml', bytes);
    const kept = readFileSync(vec.lastSource());
    expect(kept.equals(bytes)).toBe(true);
  });
});
