import { crc32, inflateRawSync } from 'node:zlib';
import { type Entry, fromRandomAccessReaderPromise, type ZipFile } from 'yauzl';
import { MAX_MEMBERS, type Members, tooMany } from './members.ts';
import { RoomOverrun } from './room.ts';
import type { Unpacking } from './unpacking.ts';
import { WindowReader } from '../../../geodata/archive/window-reader.child.ts';
import { isOfMachine, OperationRefusal } from '../../../engine/for-children.ts';

const [STORED, DEFLATED] = [0, 8] as const;
/** Deflate cannot do better: whatever declares more is a lie. */
const MAX_RATIO = 1032;
/** Where the upper half of the attributes is what Unix calls a mode, and the kinds of files it tells. */
const [MADE_ON_UNIX, KIND_MASK, REGULAR, FOLDER] = [3, 0o170_000, 0o100_000, 0o040_000] as const;

/**
 * Unpacks a ZIP archive in the order of its bytes. Names, declared sizes and headers of all files are checked before anything
 * is written, and what comes out is checked against them: length and checksum. @throws OperationRefusal; RoomOverrun
 */
export async function unpackZip({ path, members, voice }: Unpacking): Promise<number> {
  try {
    using reader = new WindowReader(path);
    const archive = await fromRandomAccessReaderPromise(reader, reader.size, { autoClose: false, lazyEntries: true });
    try {
      const entries = await listed(archive);
      const files = admitted(entries, members);
      members.requireDeclared();
      const starts = new Map<Entry, number>();
      let end = 0;
      for (const entry of entries) {
        const start = await checkedStart(archive, entry, end);
        starts.set(entry, start);
        end = start + entry.compressedSize;
      }
      const total = Math.max(1, sumOf(entries, 'uncompressedSize'));
      let done = 0;
      for (const { entry, path: name } of files.list) {
        await members.write(name, contentOf(archive, reader, entry, starts.get(entry)!, name));
        voice.progress((done += entry.uncompressedSize) / total);
      }
      return files.leftOut;
    } finally {
      archive.close();
    }
  } catch (error) {
    throw refusalOf(error);
  }
}

/** Files that are to be written, and the number of links, devices and the like. */
function admitted(
  entries: readonly Entry[],
  members: Members,
): { readonly list: readonly { readonly entry: Entry; readonly path: string }[]; readonly leftOut: number } {
  const list: { entry: Entry; path: string }[] = [];
  let leftOut = 0;
  for (const entry of entries) {
    const kind = kindOf(entry);
    if (kind === 'other') leftOut += 1;
    else {
      const path = members.admit(entry.fileName, kind, kind === 'file' ? entry.uncompressedSize : 0);
      if (kind === 'file' && path !== null) list.push({ entry, path });
    }
  }
  return { list, leftOut };
}

/** All that the archive lists, in the order of their bytes. */
async function listed(archive: ZipFile): Promise<readonly Entry[]> {
  if (archive.entryCount > MAX_MEMBERS) throw tooMany();
  const entries: Entry[] = [];
  for await (const entry of archive.eachEntry()) {
    if (entry.isEncrypted()) throw new OperationRefusal('The archive is encrypted; only open ones are unpacked.');
    const { compressionMethod, compressedSize, uncompressedSize } = entry;
    if (compressionMethod !== STORED && compressionMethod !== DEFLATED)
      throw new OperationRefusal(
        `The archive is compressed by method ${compressionMethod}; ZIP is read with the methods 0 (stored) and 8 (deflate).`,
      );
    if (uncompressedSize > MAX_RATIO * compressedSize)
      throw new OperationRefusal('The archive declares more than can be packed in it.');
    entries.push(entry);
  }
  if (sumOf(entries, 'compressedSize') > archive.fileSize) throw overlapping();
  return entries.sort((one, other) => one.relativeOffsetOfLocalHeader - other.relativeOffsetOfLocalHeader);
}

const sumOf = (entries: readonly Entry[], size: 'compressedSize' | 'uncompressedSize'): number =>
  entries.reduce((sum, entry) => sum + entry[size], 0);

/** Whether sizes stand behind the bytes; in front of them are none then. */
const SIZES_FOLLOW = 0x08;
/** What stands for a size that is told elsewhere. */
const ELSEWHERE = 0xffff_ffff;

/**
 * Where the bytes of a file begin, after its own header was held against the list: unpackers that believe the other one of two
 * would make other files of them.
 */
async function checkedStart(archive: ZipFile, entry: Entry, after: number): Promise<number> {
  if (entry.relativeOffsetOfLocalHeader < after) throw overlapping();
  const local = await archive.readLocalFileHeaderPromise(entry);
  const sizesAgree =
    (local.generalPurposeBitFlag & SIZES_FOLLOW) !== 0 ||
    [
      [local.compressedSize, entry.compressedSize],
      [local.uncompressedSize, entry.uncompressedSize],
    ].every(([said, size]) => said === ELSEWHERE || said === size);
  if (!local.fileName.equals(entry.fileNameRaw) || local.compressionMethod !== entry.compressionMethod || !sizesAgree)
    throw new OperationRefusal('The list of files in the archive does not agree with the files.');
  return local.fileDataStart;
}

/** Links and devices are neither. */
function kindOf(entry: Entry): 'file' | 'folder' | 'other' {
  if (entry.versionMadeBy >> 8 === MADE_ON_UNIX) {
    const kind = (entry.externalFileAttributes >>> 16) & KIND_MASK;
    if (kind !== 0 && kind !== REGULAR && kind !== FOLDER) return 'other';
  }
  return entry.fileName.endsWith('/') ? 'folder' : 'file';
}

/** Bytes of a file, packed and unpacked, that is unpacked in memory: most photos are longer, most other files are not. */
const SMALL_BYTES = 64 * 1024;

/** The bytes of a file; null for none. @throws OperationRefusal at their end when the checksum differs */
function contentOf(
  archive: ZipFile,
  reader: WindowReader,
  entry: Entry,
  start: number,
  path: string,
): AsyncIterable<Buffer> | null {
  const { compressedSize, uncompressedSize } = entry;
  if (uncompressedSize === 0 && compressedSize === 0 && entry.crc32 === 0) return null;
  const isSmall = Math.max(compressedSize, uncompressedSize) <= SMALL_BYTES;
  return checked(isSmall ? smallContent(reader, entry, start) : largeContent(archive, entry), entry, path);
}

async function* largeContent(archive: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  yield* (await archive.openReadStreamPromise(entry)) as AsyncIterable<Buffer>;
}

/** In one call each: a stream of a small file costs more than its bytes. */
function* smallContent(
  reader: WindowReader,
  { compressionMethod, compressedSize, uncompressedSize }: Entry,
  start: number,
): Generator<Buffer> {
  const packed = reader.bytes(start, compressedSize);
  // One byte more than declared is enough to tell a lie; no limit would be taken for 0.
  const bytes =
    compressionMethod === STORED ? packed : inflateRawSync(packed, { maxOutputLength: uncompressedSize + 1 });
  if (bytes.length !== uncompressedSize) throw new RangeError('The file has another size than it declares');
  yield bytes;
}

async function* checked(
  content: Iterable<Buffer> | AsyncIterable<Buffer>,
  entry: Entry,
  path: string,
): AsyncGenerator<Buffer> {
  let sum = 0;
  for await (const chunk of content) {
    sum = crc32(chunk, sum);
    yield chunk;
  }
  if (sum !== entry.crc32) throw new OperationRefusal(`The archive is damaged: ${path} has another checksum.`);
}

const overlapping = (): OperationRefusal => new OperationRefusal('Files in the archive share bytes of it.');

/** The library's errors are about the archive; those of the machine stay what they are. */
function refusalOf(error: unknown): Error {
  if (error instanceof OperationRefusal || error instanceof RoomOverrun || isOfMachine(error)) return error as Error;
  const words = error instanceof Error ? error.message : String(error);
  if (/path|characters/.test(words))
    return new OperationRefusal('The archive holds a name that leads out of it. Nothing of it is taken.');
  if (/multi-disk/.test(words)) return new OperationRefusal('The archive is one of several parts, which are not read.');
  return new OperationRefusal('The archive is damaged, cut off, or is no ZIP archive.');
}
