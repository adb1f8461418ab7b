import { crc32, deflateRawSync, zstdCompressSync } from 'node:zlib';

/** A file of an archive; what is declared may differ from what is there. */
export interface ZipMember {
  readonly name: string;
  readonly content: Buffer | string;
  /** 0 is stored, 8 deflate, 93 Zstandard. */
  readonly method?: 0 | 8 | 93;
  /** In front of the content, where it is to differ from the list. */
  readonly localName?: string;
  readonly declaredSize?: number;
  readonly declaredPacked?: number;
  /** Place of the member in the archive, where it is to be a lie. */
  readonly offset?: number;
  /** What Unix calls a mode: what kind of file it is, and who may read it. */
  readonly mode?: number;
  readonly encrypted?: boolean;
  /** Bytes added to the checksum that is declared. */
  readonly checksumOff?: number;
}

const PACK = { 0: (bytes: Buffer): Buffer => bytes, 8: deflateRawSync, 93: zstdCompressSync } as const;

/** A ZIP archive, put together byte by byte so that it may lie. @param count files that its end tells */
export function zipBytes(members: readonly ZipMember[], count = members.length): Buffer {
  const parts: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  for (const member of members) {
    const content = Buffer.from(member.content);
    const method = member.method ?? 0;
    const packed = PACK[method](content);
    const checksum = (crc32(content) + (member.checksumOff ?? 0)) >>> 0;
    const flags = UTF_8 | (member.encrypted ? ENCRYPTED : 0);
    const fields = { flags, method, checksum, packed: member.declaredPacked ?? packed.length };
    const size = member.declaredSize ?? content.length;
    const local = headerBytes(0x0403_4b50, 30, 4, member.localName ?? member.name, fields, size);
    const central = headerBytes(0x0201_4b50, 46, 6, member.name, fields, size);
    central.writeUInt16LE((member.mode === undefined ? 0 : UNIX << 8) | 20, 4);
    central.writeUInt32LE(((member.mode ?? 0) << 16) >>> 0, 38);
    central.writeUInt32LE(member.offset ?? at, 42);
    parts.push(local, packed);
    list.push(central);
    at += local.length + packed.length;
  }
  const directory = Buffer.concat(list);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  const isLarge = count >= ELSEWHERE_16;
  for (const place of [8, 10]) end.writeUInt16LE(isLarge ? ELSEWHERE_16 : count, place);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, directory, ...(isLarge ? zip64End(count, directory.length, at) : []), end]);
}

/** What stands for a number of 16 bits that is told in the ZIP64 record. */
const ELSEWHERE_16 = 0xffff;

/** The ZIP64 record of an archive with many files, and what tells where it is. */
function zip64End(count: number, directoryBytes: number, directoryAt: number): readonly Buffer[] {
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x0606_4b50, 0);
  record.writeBigUInt64LE(BigInt(record.length - 12), 4);
  for (const [index, value] of [count, count, directoryBytes, directoryAt].entries())
    record.writeBigUInt64LE(BigInt(value), 24 + 8 * index);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x0706_4b50, 0);
  locator.writeBigUInt64LE(BigInt(directoryAt + directoryBytes), 8);
  locator.writeUInt32LE(1, 16);
  return [record, locator];
}

/** Bits of the flags: the bytes are encrypted, the name is UTF-8. */
const [ENCRYPTED, UTF_8] = [0x0001, 0x0800];
/** The system that made an archive. */
const UNIX = 3;

interface HeaderFields {
  readonly flags: number;
  readonly method: number;
  readonly checksum: number;
  readonly packed: number;
}

/** The fields that both kinds of header have, in the same order, from `versionAt` on. */
function headerBytes(
  signature: number,
  length: number,
  versionAt: number,
  name: string,
  { flags, method, checksum, packed }: HeaderFields,
  size: number,
): Buffer {
  const bytes = Buffer.alloc(length);
  bytes.writeUInt32LE(signature, 0);
  bytes.writeUInt16LE(20, versionAt);
  bytes.writeUInt16LE(flags, versionAt + 2);
  bytes.writeUInt16LE(method, versionAt + 4);
  bytes.writeUInt32LE(checksum, versionAt + 10);
  bytes.writeUInt32LE(packed, versionAt + 14);
  bytes.writeUInt32LE(size, versionAt + 18);
  const encoded = Buffer.from(name);
  bytes.writeUInt16LE(encoded.length, versionAt + 22);
  return Buffer.concat([bytes, encoded]);
}

/** A tileset of one tile; `root` is merged into it. */
export const tilesetJson = (root: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({
    asset: { version: '1.1' },
    geometricError: 12.5,
    root: {
      // A region around 7 degrees east, 46.5 north.
      boundingVolume: { region: [0.122, 0.811, 0.123, 0.812, 400, 500] },
      geometricError: 0,
      content: { uri: 'content/0.glb' },
      ...root,
    },
  });

/** A sound archive of 3D Tiles. */
export const soundTiles = (root: Readonly<Record<string, unknown>> = {}, method: 0 | 8 | 93 = 8): Buffer =>
  zipBytes([
    { name: 'content/0.glb', content: 'glTF' },
    { name: 'tileset.json', content: tilesetJson(root), method },
  ]);
