import { createRequire } from 'node:module';
import fc from 'fast-check';
import type * as Gdal from 'gdal-async';
import { describe, expect, it } from 'vitest';
import { boundsOfGeometry, type GeoGeometry } from '../../geodata/geometry.ts';
import { readGeometry } from './geopackage-geometry.ts';
import { anyGeometry } from './testing/any-geometry.ts';

const gdal = createRequire(import.meta.url)('gdal-async') as typeof Gdal;

/** A header without an envelope. */
const HEADER = Buffer.from([0x47, 0x50, 0, 1, 0xe6, 0x10, 0, 0]);

const blobOf = (geometry: Gdal.Geometry, order: string, variant: string): Buffer =>
  Buffer.concat([HEADER, geometry.toWKB(order, variant)]);

function isReadOrRefused(blob: Buffer): boolean {
  try {
    readGeometry(blob);
    return true;
  } catch (error) {
    return error instanceof RangeError;
  }
}

describe('geometries of a GeoPackage', () => {
  it('are read as GDAL wrote them, in both byte orders and both ways to tell of heights', () => {
    const ways = fc.constantFrom(
      ...['LSB', 'MSB'].flatMap((order) => ['ISO', 'OGC'].map((variant) => [order, variant] as const)),
    );
    fc.assert(
      fc.property(anyGeometry, ways, (wanted, [order, variant]) => {
        const made = gdal.Geometry.fromGeoJson(wanted as never);
        const found = readGeometry(blobOf(made, order, variant));
        expect(found).toEqual(wanted);
        const { minX, minY, maxX, maxY } = made.getEnvelope();
        expect(boundsOfGeometry(found!)).toEqual([minX, minY, maxX, maxY]);
      }),
      { numRuns: 300 },
    );
  });

  it('that are cut or changed are refused, whatever they say, and nothing else is thrown', () => {
    const cut = fc.tuple(anyGeometry, fc.nat(400), fc.nat(400), fc.nat(255));
    fc.assert(
      fc.property(cut, ([wanted, length, at, byte]) => {
        const blob = blobOf(gdal.Geometry.fromGeoJson(wanted as never), 'LSB', 'ISO').subarray(0, length);
        if (at < blob.length) blob[at] = byte;
        expect(isReadOrRefused(blob)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('may have an envelope before them, and be empty', () => {
    const point = gdal.Geometry.fromWKT('POINT (1 2)').toWKB('LSB', 'ISO');
    for (const [kind, values] of [
      [1, 4],
      [2, 6],
      [3, 6],
      [4, 8],
    ] as const) {
      const header = Buffer.from(HEADER);
      header[3] = 1 | (kind << 1);
      const blob = Buffer.concat([header, Buffer.alloc(8 * values), point]);
      expect(readGeometry(blob)).toEqual({ type: 'Point', coordinates: [1, 2] });
    }
    const empty = Buffer.from(HEADER);
    empty[3] = 0x11;
    expect(readGeometry(empty)).toBeNull();
    const nowhere = gdal.Geometry.fromWKT('POINT EMPTY');
    expect(readGeometry(blobOf(nowhere, 'LSB', 'ISO'))).toBeNull();
  });

  it('leave measures out, and do not go deeper than can be', () => {
    const measured = gdal.Geometry.fromWKT('LINESTRING ZM (1 2 3 4, 5 6 7 8)');
    const line: GeoGeometry = {
      type: 'LineString',
      coordinates: [
        [1, 2, 3],
        [5, 6, 7],
      ],
    };
    expect(readGeometry(blobOf(measured, 'LSB', 'ISO'))).toEqual(line);
    const level = Buffer.from([1, 7, 0, 0, 0, 1, 0, 0, 0]);
    const deep = Buffer.concat([HEADER, ...Array.from({ length: 100_000 }, () => level)]);
    expect(() => readGeometry(deep)).toThrow(RangeError);
  });
});
