import { createRequire } from 'node:module';
import fc from 'fast-check';
import type * as Gdal from 'gdal-async';
import { expect, it } from 'vitest';
import { boundsOfGeometry } from '../../../geodata/geometry.ts';
import { envelopeOf, readGeometry } from '../geopackage-geometry.ts';
import { anyGeometry } from '../testing/any-geometry.ts';
import { geometryBlob } from './geopackage-geometry-writer.ts';
import { linesOf } from './positions.ts';

const gdal = createRequire(import.meta.url)('gdal-async') as typeof Gdal;
/** Length of a header with its envelope, in bytes. */
const HEADER_BYTES = 40;

it('geometries are read as they were written, by us and by GDAL', () => {
  fc.assert(
    fc.property(anyGeometry, (wanted) => {
      const { blob, bounds } = geometryBlob(linesOf(wanted), 25832);
      expect(readGeometry(blob)).toEqual(wanted);
      expect([bounds, envelopeOf(blob)]).toEqual([boundsOfGeometry(wanted), boundsOfGeometry(wanted)]);
      const wkb = Buffer.from(blob.subarray(HEADER_BYTES));
      expect(gdal.Geometry.fromWKB(wkb).toWKB('LSB', 'ISO')).toEqual(wkb);
    }),
    { numRuns: 300 },
  );
});

it('positions without a height have 0 where others of the geometry have one', () => {
  const coordinates = [
    [1, 2],
    [3, 4, 5],
  ];
  const { blob } = geometryBlob(linesOf({ type: 'MultiPoint', coordinates }), 4326);
  expect(readGeometry(blob)).toEqual({
    type: 'MultiPoint',
    coordinates: [
      [1, 2, 0],
      [3, 4, 5],
    ],
  });
});
