import type * as Gdal from 'gdal-async';
import { OperationRefusal } from '../../../engine/for-children.ts';
import { gdal } from '../../../geodata/geo-driver.child.ts';
import type { Vector3 } from '../../../geodata/place/box.ts';
import type { Measure, Mesh } from '../mesh-input/open-mesh.ts';
import { offsetOf } from '../mesh-output/place-files.ts';
import { SECTION_DRIVERS, type SectionFormat } from './request.ts';
import type { SectionLine } from './section-lines.ts';

const LINE_STRING_Z = 1002;
const HEADER = 9;

/**
 * Writes lines in three dimensions. GeoJSON has longitude, latitude and metres; the other formats have the coordinates of the model, or a
 * GeoPackage those of the Earth where the model has local metres.
 *
 * @throws OperationRefusal for a GeoJSON of a model without a place
 */
export function writeSection(
  output: string,
  format: SectionFormat,
  lines: readonly SectionLine[],
  { model, place }: Mesh,
  measure: Measure,
): void {
  if (format === 'geojson' && measure.unit === 'units')
    throw new OperationRefusal(
      'The model has no place on Earth, so a GeoJSON cannot hold its section. Choose GeoPackage or DXF.',
    );
  const isOnEarth = format === 'geojson' || (format === 'gpkg' && measure.crs === null && measure.unit === 'm');
  const { metres } = measure;
  const offset = offsetOf(model.origin, place);
  const shift = place?.shift ?? [0, 0, 0];
  const positionOf = (x: number, y: number, z: number): Vector3 => {
    const position: Vector3 = [x / metres[0] + offset[0], y / metres[1] + offset[1], z / metres[2] + offset[2]];
    if (!isOnEarth) return position;
    return measure.toDegrees([position[0] - shift[0], position[1] - shift[1], position[2] - shift[2]]);
  };
  const layer = createLayer(output, format, isOnEarth ? gdal.SpatialReference.fromEPSG(4326) : measure.crs);
  for (const line of lines) layer.add(line, lineBytes(line.places, positionOf));
  layer.close();
}

function createLayer(output: string, format: SectionFormat, crs: Gdal.SpatialReference | null) {
  const dataset = gdal.drivers.get(SECTION_DRIVERS[format]).create(output);
  const options = format === 'geojson' ? ['RFC7946=YES'] : [];
  const layer = dataset.layers.create('section', crs, gdal.wkbLineString25D, options);
  const hasFields = format !== 'dxf';
  if (hasFields) {
    layer.fields.add(new gdal.FieldDefn('closed', gdal.OFTInteger));
    layer.fields.add(new gdal.FieldDefn('length', gdal.OFTReal));
    layer.fields.add(new gdal.FieldDefn('area', gdal.OFTReal));
  }
  return {
    add({ isClosed, length, area }: SectionLine, bytes: Buffer): void {
      const feature = new gdal.Feature(layer);
      feature.setGeometry(gdal.Geometry.fromWKB(bytes));
      if (hasFields) {
        feature.fields.set('closed', isClosed ? 1 : 0);
        feature.fields.set('length', length);
        if (isClosed) feature.fields.set('area', area);
      }
      layer.features.add(feature);
    },
    close: () => dataset.close(),
  };
}

/** ISO 13249-3 well-known binary, in the order of bytes of Intel. */
function lineBytes(places: Float64Array, positionOf: (x: number, y: number, z: number) => Vector3): Buffer {
  const count = places.length / 3;
  const bytes = Buffer.alloc(HEADER + 24 * count);
  bytes.writeUInt8(1, 0);
  bytes.writeUInt32LE(LINE_STRING_Z, 1);
  bytes.writeUInt32LE(count, 5);
  let to = HEADER;
  for (let at = 0; at < places.length; at += 3)
    for (const value of positionOf(places[at]!, places[at + 1]!, places[at + 2]!)) to = bytes.writeDoubleLE(value, to);
  return bytes;
}
