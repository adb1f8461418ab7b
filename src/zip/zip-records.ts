/**
 * The records of a ZIP archive as PKWARE's APPNOTE 6.3 lays them out: pure functions from facts to bytes.
 *
 * Numbers that do not fit 32 bits stand in the ZIP64 fields. Names are UTF-8 and say so; times stand twice, as the format's
 * own (local time, two seconds, here in UTC) and as seconds since 1970, which all current programs prefer.
 */

/** What is known of an entry before its bytes are sent. */
export interface EntryHead {
  /** Path in the archive; a folder's ends in `/`. */
  readonly name: string;
  /** Seconds since 1970. */
  readonly modified: number;
  readonly method: 'stored' | 'deflated';
}

/** What is known of an entry once its bytes are known. */
export interface EntryFacts {
  readonly crc: number;
  readonly size: number;
  readonly compressedSize: number;
}

const MAX_32 = 0xffff_ffff;
const MAX_16 = 0xffff;
/** Names are UTF-8. */
const FLAG_UTF8 = 0x0800;
/** Sizes and checksum follow the bytes. */
const FLAG_DESCRIPTOR = 0x0008;
const METHODS = { stored: 0, deflated: 8 } as const;
/** Version 4.5 of the format knows ZIP64. */
const VERSION = 45;
const UNIX = 3;
/** A plain file `rw-r--r--`, a folder `rwxr-xr-x`; the low byte is the MS-DOS mark of a folder. */
const FILE_ATTRIBUTES = 0o100644 * 0x10000;
const FOLDER_ATTRIBUTES = 0o040755 * 0x10000 + 0x10;

/**
 * Size from which an entry whose facts follow gets 64-bit ones: below 4 GiB by more than the 5 bytes in 16 KiB that
 * deflate adds to bytes it cannot compress.
 */
export const LONG_ENTRY_BYTES = 0xf000_0000;

/** Header before the bytes of an entry. @param facts absent: they follow the bytes, for an entry that may be `long` */
export function localHeader(head: EntryHead, facts: EntryFacts | undefined, long = false): Buffer {
  const name = Buffer.from(head.name);
  const times = timeField(head.modified);
  const sizes = long ? zip64Field([0, 0]) : Buffer.alloc(0);
  const fixed = Buffer.alloc(30);
  fixed.writeUInt32LE(0x04034b50, 0);
  fixed.writeUInt16LE(VERSION, 4);
  fixed.writeUInt16LE(FLAG_UTF8 | (facts ? 0 : FLAG_DESCRIPTOR), 6);
  fixed.writeUInt16LE(METHODS[head.method], 8);
  fixed.writeUInt32LE(dosTime(head.modified), 10);
  fixed.writeUInt32LE(facts?.crc ?? 0, 14);
  fixed.writeUInt32LE(facts?.compressedSize ?? (long ? MAX_32 : 0), 18);
  fixed.writeUInt32LE(facts?.size ?? (long ? MAX_32 : 0), 22);
  fixed.writeUInt16LE(name.length, 26);
  fixed.writeUInt16LE(sizes.length + times.length, 28);
  return Buffer.concat([fixed, name, sizes, times]);
}

/** Facts of an entry behind its bytes. */
export function dataDescriptor({ crc, size, compressedSize }: EntryFacts, long: boolean): Buffer {
  const record = Buffer.alloc(long ? 24 : 16);
  record.writeUInt32LE(0x08074b50, 0);
  record.writeUInt32LE(crc, 4);
  if (long) {
    record.writeBigUInt64LE(BigInt(compressedSize), 8);
    record.writeBigUInt64LE(BigInt(size), 16);
  } else {
    record.writeUInt32LE(compressedSize, 8);
    record.writeUInt32LE(size, 12);
  }
  return record;
}

/** Record of an entry in the directory at the end. @param offset of its local header */
export function directoryRecord(head: EntryHead, facts: EntryFacts, offset: number, described: boolean): Buffer {
  const name = Buffer.from(head.name);
  const times = timeField(head.modified);
  const long = [facts.size, facts.compressedSize, offset].filter((value) => value >= MAX_32);
  const sizes = long.length > 0 ? zip64Field(long) : Buffer.alloc(0);
  const fixed = Buffer.alloc(46);
  fixed.writeUInt32LE(0x02014b50, 0);
  fixed.writeUInt8(VERSION, 4);
  fixed.writeUInt8(UNIX, 5);
  fixed.writeUInt16LE(VERSION, 6);
  fixed.writeUInt16LE(FLAG_UTF8 | (described ? FLAG_DESCRIPTOR : 0), 8);
  fixed.writeUInt16LE(METHODS[head.method], 10);
  fixed.writeUInt32LE(dosTime(head.modified), 12);
  fixed.writeUInt32LE(facts.crc, 16);
  fixed.writeUInt32LE(Math.min(facts.compressedSize, MAX_32), 20);
  fixed.writeUInt32LE(Math.min(facts.size, MAX_32), 24);
  fixed.writeUInt16LE(name.length, 28);
  fixed.writeUInt16LE(sizes.length + times.length, 30);
  fixed.writeUInt32LE(head.name.endsWith('/') ? FOLDER_ATTRIBUTES : FILE_ATTRIBUTES, 38);
  fixed.writeUInt32LE(Math.min(offset, MAX_32), 42);
  return Buffer.concat([fixed, name, sizes, times]);
}

/** What ends an archive: where its directory stands and how long it is. */
export function endRecords(entries: number, directorySize: number, directoryOffset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(entries, MAX_16), 8);
  end.writeUInt16LE(Math.min(entries, MAX_16), 10);
  end.writeUInt32LE(Math.min(directorySize, MAX_32), 12);
  end.writeUInt32LE(Math.min(directoryOffset, MAX_32), 16);
  const isShort = entries < MAX_16 && directorySize < MAX_32 && directoryOffset < MAX_32;
  return isShort ? end : Buffer.concat([longEnd(entries, directorySize, directoryOffset), end]);
}

/** The ZIP64 end record, and the record that tells where it stands. */
function longEnd(entries: number, directorySize: number, directoryOffset: number): Buffer {
  const record = Buffer.alloc(56 + 20);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4); // What follows this field.
  record.writeUInt8(VERSION, 12);
  record.writeUInt8(UNIX, 13);
  record.writeUInt16LE(VERSION, 14);
  record.writeBigUInt64LE(BigInt(entries), 24);
  record.writeBigUInt64LE(BigInt(entries), 32);
  record.writeBigUInt64LE(BigInt(directorySize), 40);
  record.writeBigUInt64LE(BigInt(directoryOffset), 48);
  record.writeUInt32LE(0x07064b50, 56);
  record.writeBigUInt64LE(BigInt(directoryOffset + directorySize), 64);
  record.writeUInt32LE(1, 72); // Number of disks.
  return record;
}

function zip64Field(values: readonly number[]): Buffer {
  const field = Buffer.alloc(4 + 8 * values.length);
  field.writeUInt16LE(0x0001, 0);
  field.writeUInt16LE(8 * values.length, 2);
  for (const [index, value] of values.entries()) field.writeBigUInt64LE(BigInt(value), 4 + 8 * index);
  return field;
}

/** The field of Info-ZIP with the time in seconds since 1970; it ends in 2038, and what lies beyond is left to the other. */
function timeField(modified: number): Buffer {
  if (modified < 0 || modified > 0x7fff_ffff) return Buffer.alloc(0);
  const field = Buffer.alloc(9);
  field.writeUInt16LE(0x5455, 0);
  field.writeUInt16LE(5, 2);
  field.writeUInt8(1, 4); // The time of the last change, and no other.
  field.writeUInt32LE(Math.floor(modified), 5);
  return field;
}

/** Date and time of MS-DOS, from 1980 to 2107. */
function dosTime(modified: number): number {
  const date = new Date(Math.min(Math.max(modified, Date.UTC(1980, 0) / 1000), Date.UTC(2107, 11, 31) / 1000) * 1000);
  const day = ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  return ((day << 16) | time) >>> 0;
}
