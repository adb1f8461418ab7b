import type { ByteWindow } from '../../../geodata/tiff/byte-window.ts';
import type { Box3, Vector3 } from '../../../geodata/place/box.ts';
import { OperationRefusal } from '../../../engine/for-children.ts';

/** What the public header block of a LAS file declares; nothing in it has been held against the points. */
export interface LasHeader {
  /** Such as 1.4. */
  readonly version: string;
  readonly headerSize: number;
  /** Point data record format, 0 to 10. */
  readonly format: number;
  /** Whether the points are compressed (LAZ). */
  readonly compressed: boolean;
  /** Bytes of one point. */
  readonly recordLength: number;
  readonly pointCount: number;
  readonly pointOffset: number;
  readonly recordCount: number;
  /** Where the extended records begin; 0 when there are none. */
  readonly extendedOffset: number;
  readonly extendedCount: number;
  readonly scale: Vector3;
  readonly offset: Vector3;
  readonly bounds: Box3;
  /** Whether the header says that its CRS is given as WKT. */
  readonly wktCrs: boolean;
}

/** Bytes of a point of each format, 0 to 10, without extra ones. */
export const FORMAT_BYTES = [20, 28, 26, 34, 57, 63, 30, 36, 38, 59, 67] as const;

/** Header bytes by minor version, 1.0 to 1.4. */
const HEADER_BYTES = [227, 227, 227, 235, 375] as const;
/** The high bit says that the points are compressed, the next one is set by old compressors. */
const FORMAT_MASK = 0x3f;
const COMPRESSED = 0x80;
const WKT_BIT = 0x10;

/** Throws OperationRefusal when the header cannot be true: no reader would find the points. */
export function readLasHeader(window: ByteWindow): LasHeader {
  const start = window.bytes(0, HEADER_BYTES[0]);
  if (start === null || start.toString('latin1', 0, 4) !== 'LASF')
    throw new OperationRefusal('The file is cut off within its header.');
  const [major, minor] = [start.readUInt8(24), start.readUInt8(25)];
  const needed = major === 1 ? HEADER_BYTES[minor] : undefined;
  if (needed === undefined) throw new OperationRefusal(`It declares version ${major}.${minor}, which is not known.`);
  const bytes = window.bytes(0, needed);
  if (bytes === null) throw new OperationRefusal('The file is cut off within its header.');
  const header = decode(bytes, minor);
  const complaint = check(header, needed, window.size);
  if (complaint !== null) throw new OperationRefusal(complaint);
  return header;
}

function decode(bytes: Buffer, minor: number): LasHeader {
  const vector = (at: number): Vector3 => [
    bytes.readDoubleLE(at),
    bytes.readDoubleLE(at + 8),
    bytes.readDoubleLE(at + 16),
  ];
  const long = (at: number): number => Number(bytes.readBigUInt64LE(at));
  const [maxX, minX, maxY, minY, maxZ, minZ] = [0, 1, 2, 3, 4, 5].map((index) => bytes.readDoubleLE(179 + 8 * index));
  const kind = bytes.readUInt8(104);
  const legacyCount = bytes.readUInt32LE(107);
  return {
    version: `1.${minor}`,
    headerSize: bytes.readUInt16LE(94),
    format: kind & FORMAT_MASK,
    compressed: (kind & COMPRESSED) !== 0,
    recordLength: bytes.readUInt16LE(105),
    pointCount: minor >= 4 ? long(247) || legacyCount : legacyCount,
    pointOffset: bytes.readUInt32LE(96),
    recordCount: bytes.readUInt32LE(100),
    extendedOffset: minor >= 4 ? long(235) : 0,
    extendedCount: minor >= 4 ? bytes.readUInt32LE(243) : 0,
    scale: vector(131),
    offset: vector(155),
    bounds: { min: [minX ?? NaN, minY ?? NaN, minZ ?? NaN], max: [maxX ?? NaN, maxY ?? NaN, maxZ ?? NaN] },
    wktCrs: (bytes.readUInt16LE(6) & WKT_BIT) !== 0,
  };
}

function check(header: LasHeader, needed: number, size: number): string | null {
  const bytes = FORMAT_BYTES[header.format];
  if (bytes === undefined) return `It declares points of format ${header.format}, which is not known.`;
  if (header.recordLength < bytes)
    return `It declares points of ${header.recordLength} bytes, too few for their format.`;
  if (header.headerSize < needed) return `It declares a header of ${header.headerSize} bytes, too few for its version.`;
  if (header.pointOffset < header.headerSize) return 'It declares points that begin within its header.';
  if (header.pointOffset > size) return 'The file is cut off: its points lie outside of it.';
  return null;
}
