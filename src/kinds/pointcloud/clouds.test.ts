import { createRequire } from 'node:module';
import type * as Gdal from 'gdal-async';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EntryType } from '../../inspection/entry-type.ts';
import { e57Bytes, e57Xml } from './testing/e57-bytes.ts';
import { type InspectedFiles, inspectedFiles } from '../testing/inspected-files.ts';
import {
  CLOUD_BOUNDS,
  copcBytes,
  extraBytesRecord,
  lasBytes,
  projectedKeys,
  soundLas,
  wktRecord,
} from './testing/las-bytes.ts';
import { plyHeader } from '../mesh/testing/mesh-bytes.ts';

const gdal = createRequire(import.meta.url)('gdal-async') as typeof Gdal;
const UTM = gdal.SpatialReference.fromEPSG(32_633).toWKT();

let files: InspectedFiles;
beforeAll(async () => {
  files = await inspectedFiles();
});
afterAll(() => files.close());

describe('LAS', () => {
  it('count, dimensions, bounds, CRS by its number and place', async () => {
    const { type, properties, pointGeometry, polygonGeometry } = await files.inspect('a.las', soundLas());
    expect(type).toBe(EntryType.PointCloud);
    expect(properties).toMatchObject({
      pointCount: 100,
      projection: expect.stringContaining('UTM zone 33N'),
      dimensions: expect.arrayContaining(['X', 'GpsTime', 'Blue']),
      bounds: { min: CLOUD_BOUNDS.slice(0, 3), max: CLOUD_BOUNDS.slice(3) },
      pointFormat: 3,
    });
    const [longitude, latitude, height] = pointGeometry?.coordinates ?? [];
    expect(longitude).toBeCloseTo(15.00111, 5);
    expect(latitude).toBeCloseTo(36.14517, 5);
    expect(height).toBe(105);
    expect(polygonGeometry?.coordinates[0].map(([, , z]) => z)).toEqual([100, 100, 100, 100, 100]);
  });

  it('version 1.4: more points than 32 bits count, extra bytes by name, CRS as WKT behind the points', async () => {
    const bytes = lasBytes({
      minor: 4,
      format: 7,
      recordLength: 52,
      count: 5_000_000_000n,
      points: Buffer.alloc(52),
      records: [extraBytesRecord('Amplitude', 'Reflectance')],
      extended: [wktRecord(UTM)],
      globalEncoding: 16,
    });
    const { properties, polygonGeometry } = await files.inspect('a.las', bytes);
    expect(properties['dimensions']).toEqual(expect.arrayContaining(['ScanChannel', 'Amplitude', 'Reflectance']));
    expect(properties['warning']).toMatch(/declares 5000000000 points/);
    expect(polygonGeometry).not.toBeNull();
  });

  it('heights in feet of a compound CRS become metres', async () => {
    const compound = `COMPD_CS["c",${UTM},VERT_CS["h",VERT_DATUM["d",2005],UNIT["foot",0.3048],AXIS["Up",UP]]]`;
    const bytes = lasBytes({ points: Buffer.alloc(20), records: [wktRecord(compound)], globalEncoding: 16 });
    const { pointGeometry } = await files.inspect('a.las', bytes);
    expect(pointGeometry?.coordinates[2]).toBeCloseTo(105 * 0.3048, 9);
  });

  it('COPC is named', async () => {
    const { properties } = await files.inspect('a.copc.laz', copcBytes());
    expect(properties).toMatchObject({ pointCount: 2, copc: true, compressed: true, version: '1.4' });
    expect(properties['warning']).toBeUndefined();
  });

  it.each([
    ['words', wktRecord('GEOGCS of my own')],
    ['a number that is no CRS', projectedKeys(1025)],
    [
      'a file for PROJ',
      wktRecord(
        UTM.replace('PROJECTION[', 'PARAMETERFILE["Latitude and longitude difference file","/etc/passwd"],PROJECTION['),
      ),
    ],
    ['keys that lie outside of their record', { user: 'LASF_Projection', id: 34_735, data: Buffer.alloc(8, 1) }],
  ])('%s for a CRS places nothing, and gets a word', async (_, record) => {
    const facts = await files.inspect('a.las', lasBytes({ points: Buffer.alloc(20), records: [record] }));
    expect(facts).toMatchObject({ type: EntryType.PointCloud, pointGeometry: null, polygonGeometry: null });
    expect(facts.properties['warning']).toMatch(/coordinate reference system (cannot be read|is a local one)/);
  });

  it('text for PROJ beside a CRS is left out of it', async () => {
    const pointing = UTM.replace(/\]$/, ',EXTENSION["PROJ4","+proj=longlat +nadgrids=/etc/passwd"]]');
    const { properties } = await files.inspect(
      'a.las',
      lasBytes({ points: Buffer.alloc(20), records: [wktRecord(pointing)] }),
    );
    expect(properties['projection']).toContain('UTM zone 33N');
    expect(properties['projection']).not.toContain('passwd');
  });
});

describe('points as text', () => {
  const lines = (count: number, line: (index: number) => string): string =>
    Array.from({ length: count }, (_, index) => line(index)).join('\n');
  it.each([
    ['a.xyz', '1 2 3\n4 5 6\n', 2, ['X', 'Y', 'Z']],
    ['a.xyz', '1;2;3;10;20;30\r\n4;5;6;10;20;30', 2, ['X', 'Y', 'Z', 'Red', 'Green', 'Blue']],
    ['a.xyz', '// made by hand\nx,y,z,height\n1,2,3,4\n4,5,6,7\n', 2, ['x', 'y', 'z', 'height']],
    ['a.pts', '2\n1 2 3 100 1 2 3\n4 5 6 100 1 2 3\n', 2, ['X', 'Y', 'Z', 'Intensity', 'Red', 'Green', 'Blue']],
  ])('%s %j', async (name, text, pointCount, dimensions) => {
    const { type, properties, pointGeometry } = await files.inspect(name, text);
    expect([type, pointGeometry]).toEqual([EntryType.PointCloud, null]);
    expect(properties).toEqual({ pointCount, dimensions, bounds: { min: [1, 2, 3], max: [4, 5, 6] } });
  });

  it('a large file is not read whole: its count is reckoned, and told to be', async () => {
    const { properties } = await files.inspect(
      'a.xyz',
      lines(200_000, (index) => `${100_000 + index} 2.25 3.125`),
    );
    expect(properties).toMatchObject({ pointCountEstimated: true, boundsEstimated: true });
    expect(Math.abs(Number(properties['pointCount']) - 200_000)).toBeLessThan(200);
    expect(properties['bounds']).toMatchObject({ min: [100_000, 2.25, 3.125] });
  });

  it('a count that lies gets a word', async () => {
    const { properties } = await files.inspect('a.pts', '9999\n1 2 3\n');
    expect(properties).toMatchObject({ pointCount: 1, warning: expect.stringMatching(/declares 9999 points/) });
  });

  it.each([['words'], ['C 1\nH 2\n'], ['1 2\n3 4\n'], ['\u0001\u0002\u0003']])('%j is Generic', async (text) => {
    const facts = await files.inspect('a.xyz', text);
    expect(facts).toMatchObject({
      type: EntryType.Generic,
      properties: { warning: expect.stringMatching(/coordinates/) },
    });
  });
});

it.each(['\n', '\r\n', '\r'])(
  'points as text of more than a megabyte whose lines end with %j are reckoned',
  async (end) => {
    const { type, properties } = await files.inspect('a.xyz', `1.25 2.25 3.25${end}`.repeat(100_000));
    expect(type).toBe(EntryType.PointCloud);
    expect(Math.abs(Number(properties['pointCount']) - 100_000)).toBeLessThan(1000);
  },
);

describe('E57', () => {
  const bounds = [500_000, 500_200, 4_000_000, 4_000_100, 100, 110];
  it('all scans together, each where it stood, with their CRS', async () => {
    const turned = {
      points: 5,
      bounds: [0, 10, 0, 20, 0, 5],
      pose: [Math.SQRT1_2, 0, 0, Math.SQRT1_2, 500_100, 4_000_050, 100],
    };
    const xml = e57Xml([{ points: 1000, bounds }, turned], UTM);
    const { type, properties, polygonGeometry } = await files.inspect('a.e57', e57Bytes(xml));
    expect(type).toBe(EntryType.PointCloud);
    expect(properties).toMatchObject({ pointCount: 1005, scans: 2, dimensions: ['X', 'Y', 'Z', 'Intensity'] });
    expect(properties['bounds']).toEqual({ min: [500_000, 4_000_000, 100], max: [500_200, 4_000_100, 110] });
    expect(polygonGeometry).not.toBeNull();
    const alone = await files.inspect('b.e57', e57Bytes(e57Xml([turned])));
    const { min, max } = alone.properties['bounds'] as { min: number[]; max: number[] };
    [500_080, 4_000_050, 100].forEach((value, axis) => expect(min[axis]).toBeCloseTo(value, 6));
    [500_100, 4_000_060, 105].forEach((value, axis) => expect(max[axis]).toBeCloseTo(value, 6));
  });

  it.each([
    ['a document type', e57Bytes('<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>'), /document type/],
    ['an element that does not end', e57Bytes('<e57Root><a></e57Root>'), /damaged/],
    ['a million nested elements', e57Bytes('<a>'.repeat(1_000_000)), /too deep/],
    ['a million CDATA without end', e57Bytes('<![CDATA['.repeat(100_000)), /damaged/],
    ['an XML section of 1 TB', e57Bytes('<a/>', { declaredXml: 2 ** 40 }), /not in it/],
    ['an XML section beyond its end', e57Bytes('<a/>', { declaredXml: 100_000 }), /not in it/],
    ['a flipped bit', Buffer.concat([e57Bytes(e57Xml([])).fill(0x40, 100, 101)]), /checksum/],
    ['only its name', Buffer.from('ASTM-E57'), /cut off/],
  ])('%s makes it Generic', async (_, bytes, warning) => {
    const facts = await files.inspect('a.e57', bytes);
    expect(facts).toMatchObject({ type: EntryType.Generic, properties: { warning: expect.stringMatching(warning) } });
  });
});

describe('other point clouds', () => {
  it('an Entwine point tile is told by its ept.json', async () => {
    const ept = {
      bounds: [0, 0, 0, 1, 1, 1],
      hierarchyType: 'json',
      points: 7,
      schema: [{ name: 'X' }],
      srs: {},
      version: '1.1.0',
    };
    const facts = await files.inspect('ept.json', JSON.stringify(ept));
    expect(facts).toMatchObject({ type: EntryType.PointCloud, pointGeometry: null });
    expect(facts.properties).toEqual({
      pointCount: 7,
      dimensions: ['X'],
      bounds: { min: [0, 0, 0], max: [1, 1, 1] },
      ept: true,
      version: '1.1.0',
    });
    expect(await files.inspect('other.json', JSON.stringify(ept))).toMatchObject({ type: EntryType.Generic });
    expect(await files.inspect('ept.json', '{"a": 1}')).toMatchObject({ type: EntryType.Generic, properties: {} });
  });

  it.each(['\n', '\r\n', '\r'])('PLY without faces, lines ending in %j', async (end) => {
    const header = plyHeader('ascii', [['vertex', 2, ['float x', 'float y', 'float z']]], end);
    const { type, properties } = await files.inspect('a.ply', `${header}1 2 3${end}4 5 6${end}`);
    expect(type).toBe(EntryType.PointCloud);
    expect(properties).toEqual({
      pointCount: 2,
      dimensions: ['x', 'y', 'z'],
      bounds: { min: [1, 2, 3], max: [4, 5, 6] },
    });
  });
});
