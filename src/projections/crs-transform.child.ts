import { gdal } from '../geodata/geo-driver.child.ts';
import { OperationRefusal } from '../engine/for-children.ts';
import { crsOfName } from '../geodata/crs-of-name.ts';

export interface TransformRequest {
  /** Authority and code: `EPSG:4326`. */
  readonly from: string;
  readonly to: string;
  /** x (or longitude) and y in turn, whatever the official order of the axes is. */
  readonly positions: Float64Array;
}

/** A line as well-known binary begins: order of bytes, type, number of points. */
const LINE_HEADER = 9;
const LINE_STRING = 2;

/** Positions of one CRS in another; NaN where there is no such position. */
export default function crsTransform({ from, to, positions }: TransformRequest): Float64Array {
  const [source, target] = [crsOfName(from), crsOfName(to)];
  if (source === null || target === null) throw new OperationRefusal('There is no such coordinate reference system.');
  const way = new gdal.CoordinateTransformation(source, target);
  return transformLine(positions, way) ?? transformEach(positions, way);
}

type Way = InstanceType<typeof gdal.CoordinateTransformation>;

/** All at once, as one line: five times as fast. Null when one of them has no image. */
function transformLine(positions: Float64Array, way: Way): Float64Array | null {
  if (positions.length < 4) return null;
  const count = positions.length / 2;
  const binary = Buffer.alloc(LINE_HEADER + positions.byteLength);
  binary.writeUInt8(1, 0);
  binary.writeUInt32LE(LINE_STRING, 1);
  binary.writeUInt32LE(count, 5);
  Buffer.from(positions.buffer, positions.byteOffset, positions.byteLength).copy(binary, LINE_HEADER);
  try {
    const line = gdal.Geometry.fromWKB(binary);
    line.transform(way);
    const moved = new Uint8Array(line.toWKB('LSB')).slice(LINE_HEADER);
    const result = new Float64Array(moved.buffer);
    return result.every(Number.isFinite) ? result : null;
  } catch {
    return null;
  }
}

function transformEach(positions: Float64Array, way: Way): Float64Array {
  const result = new Float64Array(positions.length).fill(NaN);
  for (let at = 0; at < positions.length; at += 2) {
    try {
      const { x, y } = way.transformPoint(positions[at]!, positions[at + 1]!);
      if (Number.isFinite(x) && Number.isFinite(y)) result.set([x, y], at);
    } catch {
      // PROJ reports a position without an image in the other CRS by an error: here that is an answer.
    }
  }
  return result;
}
