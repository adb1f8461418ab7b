/** The layout of COPC 1.0 (https://copc.io) beside that of LAS 1.4. */

/** A node of the octree: level, and column, row and layer in the grid of its level. */
export interface NodeKey {
  readonly level: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

export interface CopcNode extends NodeKey {
  /** Where its chunk begins in the file; 0 if it has no points. */
  readonly offset: number;
  readonly bytes: number;
  readonly points: number;
}

export interface CopcInfo {
  readonly center: readonly [number, number, number];
  readonly halfSize: number;
  /** Distance of points in the root. */
  readonly spacing: number;
  readonly rootOffset: number;
  readonly rootBytes: number;
  readonly gpsTime: readonly [number, number];
}

export const INFO_BYTES = 160;
/** Bytes of an entry of the hierarchy. */
export const ENTRY_BYTES = 32;
/** In place of a number of points: the entry leads to another page. */
export const OTHER_PAGE = -1;

export const INFO_RECORD = { user: 'copc', id: 1, description: 'COPC info' } as const;
export const HIERARCHY_RECORD = { user: 'copc', id: 1000, description: 'COPC hierarchy' } as const;

export function infoBytes({ center, halfSize, spacing, rootOffset, rootBytes, gpsTime }: CopcInfo): Buffer {
  const bytes = Buffer.alloc(INFO_BYTES);
  [...center, halfSize, spacing].forEach((value, index) => bytes.writeDoubleLE(value, 8 * index));
  bytes.writeBigUInt64LE(BigInt(rootOffset), 40);
  bytes.writeBigUInt64LE(BigInt(rootBytes), 48);
  gpsTime.forEach((value, index) => bytes.writeDoubleLE(value, 56 + 8 * index));
  return bytes;
}

export function readInfo(bytes: Buffer): CopcInfo {
  const double = (index: number): number => bytes.readDoubleLE(8 * index);
  return {
    center: [double(0), double(1), double(2)],
    halfSize: double(3),
    spacing: double(4),
    rootOffset: Number(bytes.readBigUInt64LE(40)),
    rootBytes: Number(bytes.readBigUInt64LE(48)),
    gpsTime: [double(7), double(8)],
  };
}

export function writeEntry(bytes: Buffer, at: number, { level, x, y, z, offset, bytes: size, points }: CopcNode): void {
  [level, x, y, z].forEach((value, index) => bytes.writeInt32LE(value, at + 4 * index));
  bytes.writeBigUInt64LE(BigInt(offset), at + 16);
  bytes.writeInt32LE(size, at + 24);
  bytes.writeInt32LE(points, at + 28);
}

export function readEntry(bytes: Buffer, at: number): CopcNode {
  return {
    level: bytes.readInt32LE(at),
    x: bytes.readInt32LE(at + 4),
    y: bytes.readInt32LE(at + 8),
    z: bytes.readInt32LE(at + 12),
    offset: Number(bytes.readBigUInt64LE(at + 16)),
    bytes: bytes.readInt32LE(at + 24),
    points: bytes.readInt32LE(at + 28),
  };
}

export const keyText = ({ level, x, y, z }: NodeKey): string => `${level}-${x}-${y}-${z}`;

/** A node by its text; null for another text. */
export function readKey(text: string): NodeKey | null {
  const [level, x, y, z] = /^\d+(?:-\d+){3}$/.test(text) ? text.split('-').map(Number) : [];
  return level === undefined ? null : { level, x: x!, y: y!, z: z! };
}

export const parentOf = ({ level, x, y, z }: NodeKey): NodeKey => ({
  level: level - 1,
  x: x >> 1,
  y: y >> 1,
  z: z >> 1,
});

/** @param child bit 0: upper half of x, bit 1: of y, bit 2: of z */
export const childOf = ({ level, x, y, z }: NodeKey, child: number): NodeKey => ({
  level: level + 1,
  x: 2 * x + (child & 1),
  y: 2 * y + ((child >> 1) & 1),
  z: 2 * z + (child >> 2),
});
