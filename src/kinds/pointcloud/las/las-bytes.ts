/** Writes the parts of LAS 1.4 files, by the public specification R15 of the ASPRS. */

export interface LasVlr {
  readonly user: string;
  readonly id: number;
  readonly description?: string;
  readonly payload: Uint8Array;
}

/** Fields of a header that tell where the points come from. */
export interface LasOrigin {
  /** Bit 0: GPS time is adjusted standard time. The bit of WKT is set by the writer. */
  readonly globalEncoding: number;
  readonly sourceId: number;
  /** 16 bytes. */
  readonly projectId: Uint8Array;
  readonly system: string;
  readonly createdDay: number;
  readonly createdYear: number;
}

/** Bytes of a header that hold its origin. */
export const ORIGIN_BYTES = 94;

/** @param header at least its first 94 bytes */
export const readLasOrigin = (header: Buffer): LasOrigin => ({
  sourceId: header.readUInt16LE(4),
  globalEncoding: header.readUInt16LE(6),
  projectId: header.subarray(8, 24),
  system: header.toString('latin1', 26, 58).replace(/\0[^]*$/, ''),
  createdDay: header.readUInt16LE(90),
  createdYear: header.readUInt16LE(92),
});

export interface LasHeaderFields extends LasOrigin {
  /** 6, 7 or 8. */
  readonly format: number;
  /** Default: true. */
  readonly compressed?: boolean;
  readonly recordBytes: number;
  readonly scale: readonly [number, number, number];
  readonly offset: readonly [number, number, number];
  readonly min: readonly [number, number, number];
  readonly max: readonly [number, number, number];
  readonly pointCount: number;
  /** Points of return 1 to 15. */
  readonly byReturn: readonly number[];
  readonly vlrCount: number;
  readonly pointOffset: number;
  readonly evlrOffset: number;
  readonly evlrCount: number;
}

export const HEADER_BYTES = 375;
const WKT_BIT = 0x10;
const TIME_BIT = 0x01;
/** Bit of the point format byte: the points are compressed. */
const COMPRESSED = 0x80;
const SOFTWARE = 'Alidade';

export function lasHeader(fields: LasHeaderFields): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('LASF', 'latin1');
  header.writeUInt16LE(fields.sourceId, 4);
  header.writeUInt16LE((fields.globalEncoding & TIME_BIT) | WKT_BIT, 6);
  header.set(fields.projectId, 8);
  header.writeUInt8(1, 24);
  header.writeUInt8(4, 25);
  header.write(fields.system, 26, 32, 'latin1');
  header.write(SOFTWARE, 58, 32, 'latin1');
  header.writeUInt16LE(fields.createdDay, 90);
  header.writeUInt16LE(fields.createdYear, 92);
  header.writeUInt16LE(HEADER_BYTES, 94);
  header.writeUInt32LE(fields.pointOffset, 96);
  header.writeUInt32LE(fields.vlrCount, 100);
  header.writeUInt8((fields.compressed === false ? 0 : COMPRESSED) | fields.format, 104);
  header.writeUInt16LE(fields.recordBytes, 105);
  [...fields.scale, ...fields.offset].forEach((value, index) => header.writeDoubleLE(value, 131 + 8 * index));
  [0, 1, 2].forEach((axis) => {
    header.writeDoubleLE(fields.max[axis]!, 179 + 16 * axis);
    header.writeDoubleLE(fields.min[axis]!, 187 + 16 * axis);
  });
  header.writeBigUInt64LE(BigInt(fields.evlrOffset), 235);
  header.writeUInt32LE(fields.evlrCount, 243);
  header.writeBigUInt64LE(BigInt(fields.pointCount), 247);
  fields.byReturn.forEach((count, index) => header.writeBigUInt64LE(BigInt(count), 255 + 8 * index));
  return header;
}

const VLR_BYTES = 54;
const EVLR_BYTES = 60;

export function vlrBytes({ user, id, description = '', payload }: LasVlr): Buffer {
  const head = Buffer.alloc(VLR_BYTES);
  head.write(user, 2, 16, 'latin1');
  head.writeUInt16LE(id, 18);
  head.writeUInt16LE(payload.length, 20);
  head.write(description, 22, 32, 'latin1');
  return Buffer.concat([head, payload]);
}

/** Head of an extended record, whose payload follows. */
export function evlrHead({ user, id, description = '' }: Omit<LasVlr, 'payload'>, payloadBytes: number): Buffer {
  const head = Buffer.alloc(EVLR_BYTES);
  head.write(user, 2, 16, 'latin1');
  head.writeUInt16LE(id, 18);
  head.writeBigUInt64LE(BigInt(payloadBytes), 20);
  head.write(description, 28, 32, 'latin1');
  return head;
}

/** Chunks of the LAZ record may each have their own number of points. */
export const VARIABLE_CHUNKS = 0xffff_ffff;
const LAYERED = 3;
/** Numbers and sizes of the items of a point, each in version 3. */
const [POINT14, RGB14, RGBNIR14, BYTE14] = [10, 11, 12, 14] as const;
/** Bytes of a point without extra ones. */
export const BARE_BYTES: Readonly<Record<number, number>> = { 6: 30, 7: 36, 8: 38 };

/** The record that says how points are compressed. @param chunkPoints points of a chunk, or VARIABLE_CHUNKS */
export function lazVlr(format: number, recordBytes: number, chunkPoints: number): LasVlr {
  const extra = recordBytes - BARE_BYTES[format]!;
  const items: [number, number][] = [[POINT14, 30]];
  if (format === 7) items.push([RGB14, 6]);
  if (format === 8) items.push([RGBNIR14, 8]);
  if (extra > 0) items.push([BYTE14, extra]);
  const payload = Buffer.alloc(34 + 6 * items.length);
  payload.writeUInt16LE(LAYERED, 0);
  // The version of LASzip whose layout this is.
  payload.writeUInt8(3, 4);
  payload.writeUInt8(4, 5);
  payload.writeUInt16LE(3, 6);
  payload.writeUInt32LE(chunkPoints, 12);
  payload.writeBigInt64LE(-1n, 16);
  payload.writeBigInt64LE(-1n, 24);
  payload.writeUInt16LE(items.length, 32);
  items.forEach(([type, size], index) => {
    payload.writeUInt16LE(type, 34 + 6 * index);
    payload.writeUInt16LE(size, 36 + 6 * index);
    payload.writeUInt16LE(3, 38 + 6 * index);
  });
  return { user: 'laszip encoded', id: 22_204, description: 'LASzip', payload };
}

export const wktVlr = (wkt: string): LasVlr => ({
  user: 'LASF_Projection',
  id: 2112,
  description: 'OGC WKT',
  payload: Buffer.from(`${wkt}\0`, 'utf8'),
});
