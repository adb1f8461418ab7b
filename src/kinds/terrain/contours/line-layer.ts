import type * as Gdal from 'gdal-async';
import { gdal } from '../../../geodata/geo-driver.child.ts';
import { toDegrees } from '../../../geodata/place/to-degrees.ts';
import { CONTOUR_DRIVERS, type ContourRequest } from './request.ts';

/** A vector file that lines are written into. */
export interface LineLayer {
  /** @param positions x and y in turn, in the CRS of the layer's source */
  add(height: number, positions: readonly number[]): void;
  close(): void;
}

const LINE_STRING = 2;
const LINE_STRING_Z = 1002;
const HEADER = 9;

/** GeoJSON has longitude and latitude (RFC 7946); the other formats keep the CRS. */
export function createLineLayer(
  { output, format, field, withZ }: Pick<ContourRequest, 'output' | 'format' | 'field' | 'withZ'>,
  crs: Gdal.SpatialReference,
): LineLayer {
  const way = format === 'geojson' ? toDegrees(crs) : null;
  const dataset = gdal.drivers.get(CONTOUR_DRIVERS[format]).create(output);
  const type = withZ ? gdal.wkbLineString25D : gdal.wkbLineString;
  const options = format === 'geojson' ? ['RFC7946=YES'] : [];
  const layer = dataset.layers.create(
    'contours',
    way === null ? crs : gdal.SpatialReference.fromEPSG(4326),
    type,
    options,
  );
  layer.fields.add(new gdal.FieldDefn(field, gdal.OFTReal));
  return {
    add(height, positions) {
      const line = gdal.Geometry.fromWKB(lineBytes(positions, withZ ? height : null));
      if (way !== null) line.transform(way);
      const feature = new gdal.Feature(layer);
      feature.setGeometry(line);
      feature.fields.set(field, height);
      layer.features.add(feature);
    },
    close: () => dataset.close(),
  };
}

/** ISO 13249-3 well-known binary, in the order of bytes of Intel. */
function lineBytes(positions: readonly number[], height: number | null): Buffer {
  const count = positions.length / 2;
  const bytes = Buffer.alloc(HEADER + count * 8 * (height === null ? 2 : 3));
  bytes.writeUInt8(1, 0);
  bytes.writeUInt32LE(height === null ? LINE_STRING : LINE_STRING_Z, 1);
  bytes.writeUInt32LE(count, 5);
  let to = HEADER;
  for (let at = 0; at < positions.length; at += 2) {
    to = bytes.writeDoubleLE(positions[at]!, to);
    to = bytes.writeDoubleLE(positions[at + 1]!, to);
    if (height !== null) to = bytes.writeDoubleLE(height, to);
  }
  return bytes;
}
