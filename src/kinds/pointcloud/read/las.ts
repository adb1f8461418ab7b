import type * as Gdal from 'gdal-async';
import { type ByteWindow, openWindow } from '../../../geodata/tiff/byte-window.ts';
import { type Box3, isSoundBox } from '../../../geodata/place/box.ts';
import { crsOfWkt, placeBox } from '../../../geodata/place/crs.ts';
import { crsOfGeoKeys } from '../../../geodata/place/geo-keys.ts';
import { MAX_POINTS, type PointCloudFacts } from './facts.ts';
import { dimensionsOf } from './las-dimensions.ts';
import { type LasHeader, readLasHeader } from './las-header.ts';
import { type LasRecords, readLasRecords } from './las-records.ts';
import { compressedCapacity } from './laz-chunks.ts';

const PROJECTION = 'LASF_Projection';
/** Ids of the projection records: WKT, and the three of GeoTIFF keys. */
const WKT = 2112;
const [KEYS, KEY_DOUBLES, KEY_ASCII] = [34_735, 34_736, 34_737] as const;
/** The first record of a COPC file, its size, and where the place and size of the root of its octree stand. */
const COPC_BYTES = 160;
const [COPC_ROOT, COPC_ROOT_SIZE] = [40, 48] as const;
/** Coordinates are 32-bit integers. */
const INTEGERS = 2 ** 31;

/** Facts of LAS, LAZ and COPC by header and records; no point is read. Throws OperationRefusal for a header that lies. */
export function lasFacts(path: string): PointCloudFacts {
  const window = openWindow(path);
  try {
    const header = readLasHeader(window);
    const records = readLasRecords(window, header);
    const { pointCount, problem: countProblem } = countPoints(window, header, records);
    const copc = copcProblem(window, records);
    const boundsComplaint = pointCount === 0 ? null : boundsProblem(header);
    const bounds = pointCount > 0 && boundsComplaint === null ? header.bounds : null;
    const { crs, problem: crsProblem } = readLasCrs(header, records);
    const placed = crs !== null && bounds !== null ? placeBox(crs, bounds) : { place: null, problem: null };
    return {
      pointCount,
      estimated: false,
      dimensions: dimensionsOf(header.format, records.payload('LASF_Spec', 4)),
      bounds,
      projection: crs?.toWKT() ?? null,
      place: placed.place,
      details: {
        version: header.version,
        pointFormat: header.format,
        compressed: header.compressed,
        ...(copc === undefined ? {} : { copc: true }),
      },
      problems: [records.problem, countProblem, copc ?? null, boundsComplaint, crsProblem, placed.problem].filter(
        (problem) => problem !== null,
      ),
    };
  } finally {
    window.close();
  }
}

/** The declared number of points, or as many as the file has room for. */
function countPoints(
  window: ByteWindow,
  header: LasHeader,
  records: LasRecords,
): { readonly pointCount: number; readonly problem: string | null } {
  const { pointCount, pointOffset, recordLength, compressed } = header;
  const settings = compressed ? records.payload('laszip encoded', 22_204) : null;
  const room = compressed
    ? compressedCapacity(window, header, settings)
    : Math.floor((window.size - pointOffset) / recordLength);
  if (pointCount === 0) return { pointCount, problem: null };
  if (room === null) {
    const problem = 'The file is cut off or damaged: the list of its compressed points is not in it.';
    return { pointCount: Math.min(pointCount, MAX_POINTS), problem };
  }
  if (pointCount <= Math.min(room, MAX_POINTS)) return { pointCount, problem: null };
  const problem = `It declares ${pointCount} points, but holds no more than ${Math.min(room, MAX_POINTS)}.`;
  return { pointCount: Math.min(room, MAX_POINTS), problem };
}

function boundsProblem({ bounds, scale, offset }: LasHeader): string | null {
  if (!isSoundBox(bounds)) return 'Its bounds are not a box of finite numbers.';
  const numbers = [...scale, ...offset];
  if (!numbers.every(Number.isFinite) || scale.some((value) => value <= 0))
    return 'Its scale is not a positive number.';
  return fits(bounds, scale, offset) ? null : 'Its bounds lie where none of its points can be.';
}

function fits({ min, max }: Box3, scale: readonly number[], offset: readonly number[]): boolean {
  return [0, 1, 2].every((axis) => {
    const [step = NaN, origin = NaN] = [scale[axis], offset[axis]];
    const reach = (INTEGERS + 1) * step;
    return (min[axis] ?? NaN) >= origin - reach && (max[axis] ?? NaN) <= origin + reach;
  });
}

/** Undefined when the file is no COPC; else what is wrong with the root of its octree, which is not entered. */
function copcProblem(window: ByteWindow, { records }: LasRecords): string | null | undefined {
  const [first] = records;
  if (first === undefined || first.user !== 'copc' || first.id !== 1 || first.length !== COPC_BYTES) return undefined;
  const info = window.bytes(first.offset, COPC_BYTES);
  if (info === null) return undefined;
  const [root, size] = [info.readBigUInt64LE(COPC_ROOT), info.readBigUInt64LE(COPC_ROOT_SIZE)];
  return root + size <= BigInt(window.size) ? null : 'The file is cut off: its octree lies outside of it.';
}

/** The CRS of a file by its records: WKT or GeoTIFF keys, whichever its header says first. */
export function readLasCrs(
  header: LasHeader,
  records: LasRecords,
): { readonly crs: Gdal.SpatialReference | null; readonly problem: string | null } {
  const wkt = records.payload(PROJECTION, WKT);
  const directory = records.payload(PROJECTION, KEYS);
  if (wkt === null && directory === null) return { crs: null, problem: null };
  const fromWkt = (): Gdal.SpatialReference | null => (wkt === null ? null : crsOfWkt(wkt.toString('utf8')));
  const fromKeys = (): Gdal.SpatialReference | null => {
    if (directory === null) return null;
    const [doubles, ascii] = [records.payload(PROJECTION, KEY_DOUBLES), records.payload(PROJECTION, KEY_ASCII)];
    return crsOfGeoKeys({ directory, doubles, ascii });
  };
  const crs = header.wktCrs ? (fromWkt() ?? fromKeys()) : (fromKeys() ?? fromWkt());
  return { crs, problem: crs === null ? 'Its coordinate reference system cannot be read.' : null };
}
