import { describe, expect, it } from 'vitest';
import type { GeoGeometry } from '../../../geodata/geometry.ts';
import type { GeoPackageRow, GeoValue } from '../geopackage.ts';
import { createEncoder as createCsv, csvHead } from './csv.ts';
import type { Encoder } from './feature-encoding.ts';
import { createEncoder as createGeoJson } from './geojson.ts';
import { linesOf } from './positions.ts';
import { TextWriter } from './text-writer.ts';
import { wktOf } from './wkt.ts';

const ring = [
  [0, 0],
  [1, 0],
  [1, 1e-7],
  [0, 0],
];
const GEOMETRIES: readonly (readonly [GeoGeometry, string])[] = [
  [{ type: 'Point', coordinates: [1, 2, 3] }, 'POINT Z (1 2 3)'],
  [
    {
      type: 'MultiPoint',
      coordinates: [
        [1, 2],
        [3, 4],
      ],
    },
    'MULTIPOINT ((1 2), (3 4))',
  ],
  [{ type: 'LineString', coordinates: ring }, 'LINESTRING (0 0, 1 0, 1 1e-7, 0 0)'],
  [{ type: 'MultiPolygon', coordinates: [[ring]] }, 'MULTIPOLYGON (((0 0, 1 0, 1 1e-7, 0 0)))'],
  [
    { type: 'GeometryCollection', geometries: [{ type: 'Polygon', coordinates: [ring] }] },
    'GEOMETRYCOLLECTION (POLYGON ((0 0, 1 0, 1 1e-7, 0 0)))',
  ],
  [{ type: 'MultiPolygon', coordinates: [] }, 'MULTIPOLYGON EMPTY'],
];

function textOf(encode: Encoder, geometry: GeoGeometry | null, values: readonly GeoValue[], fid: number): string {
  const out = new TextWriter();
  const feature: GeoPackageRow = { fid, values, geometry: geometry === null ? null : linesOf(geometry) };
  encode(feature, out, 1);
  return new TextDecoder().decode(out.take());
}

describe('writers of features', () => {
  it.each(GEOMETRIES)('%j', (geometry, wkt) => {
    expect(wktOf(geometry)).toBe(wkt);
    const text = textOf(createGeoJson({}, []), geometry, [], 1);
    expect(JSON.parse(text.slice(2))).toMatchObject({ geometry });
  });

  it('GeoJSON keeps large numbers, texts and bytes', () => {
    const properties = {
      __proto__x: 'a"b\u2028',
      big: 2n ** 60n,
      bytes: Uint8Array.of(1, 2),
      none: null,
      inf: Infinity,
    };
    const encode = createGeoJson({ members: '"x":1' }, Object.keys(properties));
    const text = textOf(encode, null, Object.values(properties), 1);
    expect(text).toBe(
      ',\n{"type":"Feature","id":1,"geometry":null,"properties":{"__proto__x":"a\\"b\u2028","big":1152921504606846976,"bytes":"AQI=","none":null,"inf":null},"x":1}',
    );
  });

  it('GeoJSON says true and false where a column is that', () => {
    const encode = createGeoJson({ booleans: ['wet', 'dry', 'none', 'odd'] }, ['wet', 'dry', 'none', 'odd', 'count']);
    const text = textOf(encode, null, [1, 0, null, 7, 1], 1).slice(2);
    expect(JSON.parse(text)).toMatchObject({ properties: { wet: true, dry: false, none: null, odd: 7, count: 1 } });
  });

  it('CSV is quoted, and no spreadsheet runs it', () => {
    const options = { idPrefix: 'a.', names: ['n,1', '=b', 'c', 'd', 'e', 'f'], hasGeometry: true };
    const properties = { 'n,1': '=cmd|x', '=b': '-5', c: 'a"b\nc', d: null, e: -5, f: '@x' };
    const encode = createCsv(options, Object.keys(properties));
    const row = textOf(encode, { type: 'Point', coordinates: [1, 2] }, Object.values(properties), 7);
    expect(csvHead(options) + row).toBe(
      `FID,"n,1",'=b,c,d,e,f,geom\r\na.7,'=cmd|x,-5,"a""b\nc",,-5,'@x,POINT (1 2)\r\n`,
    );
  });
});
