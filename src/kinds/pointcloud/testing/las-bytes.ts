/** LAS files put together byte by byte: sound ones, and what no library would write. Little-endian. */

export interface LasRecordToWrite {
  readonly user: string;
  readonly id: number;
  readonly data: Buffer;
}

export interface LasOptions {
  /** 0 to 4. */
  readonly minor?: number;
  readonly format?: number;
  readonly recordLength?: number;
  /** Declared; as many points are written as `points` has bytes. */
  readonly count?: number | bigint;
  readonly points?: Buffer;
  readonly records?: readonly LasRecordToWrite[];
  readonly extended?: readonly LasRecordToWrite[];
  /** Declared, where it is to differ from what is written. */
  readonly recordCount?: number;
  readonly pointOffset?: number;
  readonly scale?: readonly number[];
  readonly offset?: readonly number[];
  /** Lowest x, y, z, highest x, y, z. */
  readonly bounds?: readonly number[];
  readonly globalEncoding?: number;
}

const HEADER_BYTES = [227, 227, 227, 235, 375];
const FORMAT_BYTES = [20, 28, 26, 34, 57, 63, 30, 36, 38, 59, 67];

/** A rectangle of EPSG:32633 at 15 degrees east, 36 north, ten metres high. */
export const CLOUD_BOUNDS = [500_000, 4_000_000, 100, 500_200, 4_000_100, 110] as const;

export function lasBytes(options: LasOptions = {}): Buffer {
  const { minor = 2, format = 0, records = [], extended = [], points = Buffer.alloc(0) } = options;
  const recordLength = options.recordLength ?? FORMAT_BYTES[format & 0x3f] ?? 20;
  const front = Buffer.concat(records.map((record) => recordBytes(record, false)));
  const back = Buffer.concat(extended.map((record) => recordBytes(record, true)));
  const header = Buffer.alloc(HEADER_BYTES[minor] ?? 375);
  const count = options.count ?? points.length / recordLength;
  header.write('LASF', 'latin1');
  header.writeUInt16LE(options.globalEncoding ?? 0, 6);
  header.writeUInt8(1, 24);
  header.writeUInt8(minor, 25);
  header.writeUInt16LE(header.length, 94);
  header.writeUInt32LE(options.pointOffset ?? header.length + front.length, 96);
  header.writeUInt32LE(options.recordCount ?? records.length, 100);
  header.writeUInt8(format, 104);
  header.writeUInt16LE(recordLength, 105);
  header.writeUInt32LE(minor < 4 || count <= 0xffff_ffff ? Number(count) : 0, 107);
  const [scale, offset] = [options.scale ?? [0.01, 0.01, 0.01], options.offset ?? [0, 0, 0]];
  const bounds = options.bounds ?? CLOUD_BOUNDS;
  const doubles = [...scale, ...offset, ...[0, 1, 2].flatMap((axis) => [bounds[axis + 3] ?? 0, bounds[axis] ?? 0])];
  doubles.forEach((value, index) => header.writeDoubleLE(value, 131 + 8 * index));
  if (minor >= 4) {
    header.writeBigUInt64LE(BigInt(extended.length === 0 ? 0 : header.length + front.length + points.length), 235);
    header.writeUInt32LE(extended.length, 243);
    header.writeBigUInt64LE(BigInt(count), 247);
  }
  return Buffer.concat([header, front, points, back]);
}

function recordBytes({ user, id, data }: LasRecordToWrite, extended: boolean): Buffer {
  const head = Buffer.alloc(extended ? 60 : 54);
  head.write(user, 2, 16, 'latin1');
  head.writeUInt16LE(id, 18);
  if (extended) head.writeBigUInt64LE(BigInt(data.length), 20);
  else head.writeUInt16LE(data.length, 20);
  return Buffer.concat([head, data]);
}

/** GeoTIFF keys that name a projected CRS by its number. */
export const projectedKeys = (code: number): LasRecordToWrite => ({
  user: 'LASF_Projection',
  id: 34_735,
  data: Buffer.from(Uint16Array.from([1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, code]).buffer),
});

export const wktRecord = (wkt: string): LasRecordToWrite => ({
  user: 'LASF_Projection',
  id: 2112,
  data: Buffer.from(`${wkt}\0`),
});

/** Descriptions of extra bytes, all of type double. */
export const extraBytesRecord = (...names: readonly string[]): LasRecordToWrite => ({
  user: 'LASF_Spec',
  id: 4,
  data: Buffer.concat(
    names.map((name) => {
      const description = Buffer.alloc(192);
      description.writeUInt8(10, 2);
      description.write(name, 4, 32, 'utf8');
      return description;
    }),
  ),
});

/** A sound cloud of 100 points of format 3 in EPSG:32633. */
export const soundLas = (): Buffer =>
  lasBytes({ format: 3, points: Buffer.alloc(100 * 34), records: [projectedKeys(32_633)] });

/** A COPC of one chunk, with an octree whose only page leads to itself. */
export function copcBytes(options: { readonly rootOffset?: bigint } = {}): Buffer {
  const info = Buffer.alloc(160);
  const settings = Buffer.alloc(40);
  settings.writeUInt16LE(3, 0);
  settings.writeUInt32LE(0xffff_ffff, 12);
  const entry = Buffer.alloc(32);
  const chunk = Buffer.alloc(8 + 64 + 8);
  const records = [
    { user: 'copc', id: 1, data: info },
    { user: 'laszip encoded', id: 22_204, data: settings },
    projectedKeys(32_633),
  ];
  const whole = (): Buffer =>
    lasBytes({
      minor: 4,
      format: 0x80 | 6,
      recordLength: 30,
      count: 2,
      points: chunk,
      records,
      extended: [{ user: 'copc', id: 1000, data: entry }],
    });
  const draft = whole();
  const root = draft.length - entry.length;
  const points = draft.readUInt32LE(96);
  chunk.writeBigInt64LE(BigInt(points + 72), 0);
  chunk.writeUInt32LE(1, 76);
  info.writeBigUInt64LE(options.rootOffset ?? BigInt(root), 40);
  info.writeBigUInt64LE(BigInt(entry.length), 48);
  entry.writeBigUInt64LE(BigInt(root), 16);
  entry.writeInt32LE(entry.length, 24);
  entry.writeInt32LE(-1, 28);
  return whole();
}
