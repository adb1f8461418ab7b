import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import type * as Gdal from 'gdal-async';
import { afterAll, describe, expect, it } from 'vitest';
import type { GeoGeometry } from '../../../geodata/geometry.ts';
import type { GeoValue } from '../geopackage.ts';
import { readGeometry } from '../geopackage-geometry.ts';
import { anyGeometry } from '../testing/any-geometry.ts';
import { createEncoder, flatGeobufHead, type FlatGeobufOptions } from './flatgeobuf.ts';
import { linesOf } from './positions.ts';
import { TextWriter } from './text-writer.ts';

const gdal = createRequire(import.meta.url)('gdal-async') as typeof Gdal;
const folder = mkdtempSync(join(tmpdir(), 'alidade-flatgeobuf-'));
afterAll(() => rmSync(folder, { recursive: true }));

const CRS = {
  authority: 'EPSG',
  code: '25832',
  name: 'ETRS89 / UTM zone 32N',
  wkt: gdal.SpatialReference.fromEPSG(25832).toWKT(),
};
type Row = readonly [geometry: GeoGeometry | null, ...values: readonly GeoValue[]];

/** Writes a file, and has GDAL open it. */
function opened(options: FlatGeobufOptions, rows: readonly Row[], crs = CRS): Gdal.Layer {
  const out = new TextWriter();
  const encode = createEncoder(
    options,
    options.columns.map(({ name }) => name),
  );
  for (const [at, [geometry, ...values]] of rows.entries())
    encode({ fid: at + 1, geometry: geometry === null ? null : linesOf(geometry), values }, out, at);
  const path = join(folder, 'made.fgb');
  const head = flatGeobufHead(options, { name: 'läyer', count: rows.length, crs });
  writeFileSync(path, Buffer.concat([head, out.take()]));
  return gdal.open(path, 'r', ['FlatGeobuf']).layers.get(0);
}

/** A header of a GeoPackage's geometry, without an envelope: what comes behind is exact, which GeoJSON of GDAL's is not. */
const HEADER = Buffer.from([0x47, 0x50, 0, 1, 0xe6, 0x10, 0, 0]);
const readBack = (geometry: Gdal.Geometry | null) =>
  geometry && readGeometry(Buffer.concat([HEADER, geometry.toWKB('LSB', 'ISO')]));
const columnsOf = (...types: readonly string[]) => types.map((type) => ({ name: `a ${type}`, type }));
const heightOf = (geometry: GeoGeometry): boolean => /\[[^[\],]+,[^[\],]+,[^[\],]+\]/.test(JSON.stringify(geometry));

describe('a FlatGeobuf', () => {
  it('has geometries of all kinds as they are', () => {
    fc.assert(
      fc.property(fc.array(anyGeometry, { maxLength: 5 }), (geometries) => {
        const hasHeight = geometries.some(heightOf);
        const same = geometries.filter((geometry) => heightOf(geometry) === hasHeight);
        const layer = opened(
          { geometryType: 'Geometry', hasHeight, columns: [] },
          same.map((geometry): Row => [geometry]),
        );
        const found = layer.features.map((feature) => readBack(feature.getGeometry()));
        expect(found).toEqual(same);
      }),
      { numRuns: 100 },
    );
  });

  it('has a height of 0 where others have one', () => {
    const layer = opened({ geometryType: 'MultiPoint', hasHeight: true, columns: [] }, [
      [{ type: 'MultiPoint', coordinates: [[1, 2]] }],
      [{ type: 'MultiPoint', coordinates: [[1, 2, 3]] }],
    ]);
    expect(layer.features.map((feature) => feature.getGeometry()!.toWKT())).toEqual([
      'MULTIPOINT (1 2 0)',
      'MULTIPOINT (1 2 3)',
    ]);
  });

  it('has the types and the CRS of what it is made of', () => {
    const types = ['INTEGER', 'MEDIUMINT', 'SMALLINT', 'TINYINT', 'BOOLEAN', 'REAL', 'TEXT(20)', 'DATE', 'BLOB'];
    const layer = opened({ geometryType: 'MultiPolygon', hasHeight: false, columns: columnsOf(...types) }, []);
    expect(layer.fields.map(({ name, type }) => [name, type])).toEqual([
      ['a INTEGER', 'integer64'],
      ['a MEDIUMINT', 'integer'],
      ['a SMALLINT', 'integer'],
      ['a TINYINT', 'integer'],
      ['a BOOLEAN', 'integer'],
      ['a REAL', 'real'],
      ['a TEXT(20)', 'string'],
      ['a DATE', 'dateTime'],
      ['a BLOB', 'binary'],
    ]);
    expect([layer.name, layer.features.count(), layer.geomType, layer.srs?.getAuthorityCode()]).toEqual([
      'läyer',
      0,
      gdal.wkbMultiPolygon,
      '25832',
    ]);
    const other = { ...CRS, authority: 'ALIDADE', code: 'A1.b' };
    expect(opened({ geometryType: 'Geometry', hasHeight: false, columns: [] }, [], other).srs?.isSame(layer.srs!)).toBe(
      true,
    );
  });

  it('has values up to the ends of their types, and leaves out what a type cannot be', () => {
    const columns = columnsOf('MEDIUMINT', 'SMALLINT', 'TINYINT', 'BOOLEAN', 'REAL', 'TEXT', 'BLOB');
    const layer = opened({ geometryType: 'None', hasHeight: false, columns }, [
      [null, -(2 ** 31), -(2 ** 15), -128, 1, -1e300, 'ä\u0000b🌍', Uint8Array.of(0, 255)],
      [null, 2 ** 31, 2 ** 15, 128, 0, 2n ** 60n, 7, 'text'],
      [null, 0.5, 'no', null, null, null, Uint8Array.of(1, 2), null],
    ]);
    const rows = layer.features.map((feature) => feature.fields.toArray() as readonly unknown[]);
    expect(rows[0]).toEqual([-(2 ** 31), -(2 ** 15), -128, 1, -1e300, expect.stringMatching(/^ä/), Buffer.of(0, 255)]);
    expect(rows[1]).toEqual([null, null, null, 0, 2 ** 60, '7', Buffer.from('text')]);
    expect(rows[2]).toEqual([null, null, null, null, null, 'AQI=', null]);
  });

  it('has whole numbers of 64 bits', () => {
    const layer = opened({ geometryType: 'None', hasHeight: false, columns: columnsOf('INTEGER') }, [
      [null, 2n ** 62n],
      [null, -7],
    ]);
    const found = layer.ds.executeSQL('SELECT CAST("a INTEGER" AS CHARACTER) AS t FROM "läyer"', undefined, 'OGRSQL');
    expect(found.features.map((feature) => feature.fields.get('t'))).toEqual([String(2n ** 62n), '-7']);
  });
});
