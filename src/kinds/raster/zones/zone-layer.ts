import type * as Gdal from 'gdal-async';
import { gdal } from '../../../geodata/geo-driver.child.ts';
import { type Affine, toPlane } from '../../../geodata/surface/affine.ts';
import type { Outline } from './outlines.ts';
import { ZONE_DRIVERS, type ZoneRequest } from './request.ts';

/** What is written of a zone. */
export interface ZoneAttributes {
  readonly class: number;
  readonly low: number;
  readonly high: number;
  readonly mean: number;
  readonly area_m2: number;
}

export interface ZoneLayer {
  add(attributes: ZoneAttributes, outlines: readonly Outline[]): void;
  close(): void;
}

interface Place {
  readonly affine: Affine;
  readonly crs: Gdal.SpatialReference;
  readonly pixel: readonly [number, number];
}

const [POLYGON, MULTI_POLYGON] = [3, 6];
/** GDAL writes seven digits of GeoJSON by default, a centimetre; smaller pixels need more. */
const FINE_PIXEL = 0.2;

/** GeoJSON has longitude and latitude, cut at the antimeridian (RFC 7946); the other formats keep the CRS. */
export function createZoneLayer(
  { output, format, features }: Pick<ZoneRequest, 'output' | 'format' | 'features'>,
  { affine, crs, pixel }: Place,
): ZoneLayer {
  const dataset = gdal.drivers.get(ZONE_DRIVERS[format]).create(output);
  const type = features === 'pieces' ? gdal.wkbPolygon : gdal.wkbMultiPolygon;
  const precision = Math.min(...pixel) < FINE_PIXEL ? ['COORDINATE_PRECISION=9'] : [];
  const options = format === 'geojson' ? ['RFC7946=YES', ...precision] : [];
  const layer = dataset.layers.create('zones', crs, type, options);
  layer.fields.add([
    new gdal.FieldDefn('class', gdal.OFTInteger),
    ...['low', 'high', 'mean', 'area_m2'].map((name) => new gdal.FieldDefn(name, gdal.OFTReal)),
  ]);
  return {
    add(attributes, outlines) {
      const polygons = outlines.map((outline) => polygonBytes(outline, affine));
      const bytes =
        features === 'pieces' ? polygons[0]! : Buffer.concat([head(MULTI_POLYGON!, polygons.length), ...polygons]);
      const feature = new gdal.Feature(layer);
      feature.setGeometry(gdal.Geometry.fromWKB(bytes));
      feature.fields.set(attributes);
      layer.features.add(feature);
    },
    close: () => dataset.close(),
  };
}

/** ISO 13249-3 well-known binary, in the order of bytes of Intel. */
function polygonBytes(outline: Outline, affine: Affine): Buffer {
  const bytes = Buffer.alloc(9 + outline.reduce((sum, ring) => sum + 4 + ring.length * 8, 0));
  head(POLYGON!, outline.length).copy(bytes);
  let to = 9;
  for (const ring of outline) {
    to = bytes.writeUInt32LE(ring.length / 2, to);
    for (let at = 0; at < ring.length; at += 2) {
      const [x, y] = toPlane(affine, ring[at]!, ring[at + 1]!);
      to = bytes.writeDoubleLE(x, to);
      to = bytes.writeDoubleLE(y, to);
    }
  }
  return bytes;
}

function head(type: number, parts: number): Buffer {
  const bytes = Buffer.alloc(9);
  bytes.writeUInt8(1, 0);
  bytes.writeUInt32LE(type, 1);
  bytes.writeUInt32LE(parts, 5);
  return bytes;
}
