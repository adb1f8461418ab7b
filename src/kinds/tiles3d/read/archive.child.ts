import { inflateRawSync, zstdDecompressSync } from 'node:zlib';
import { type Entry, fromRandomAccessReaderPromise, type ZipFile } from 'yauzl';
import { OperationRefusal } from '../../../engine/for-children.ts';
import { WindowReader } from '../../../geodata/archive/window-reader.child.ts';
import { TILESET_NAME } from '../build/artifacts.ts';

export interface TilesArchive {
  /** Names of the files in it. */
  readonly names: ReadonlySet<string>;
  /** False when it lists more files than are looked at. */
  readonly complete: boolean;
  readonly tileset: Buffer;
}

/** As much of a central directory as is read, in about a second. */
const MAX_ENTRIES = 200_000;
/** Longest list of names, in bytes: entries of 300, names of some 30. */
const MAX_LIST = 64 * 2 ** 20;
/** Descriptions of large cities are split in many. */
const MAX_TILESET = 16 * 2 ** 20;
/** Deflate cannot do better than 1032 to 1; an archive that says so is a lie or a bomb, below it is a matter of size. */
const MAX_RATIO = 1032;
/** Methods of compression a 3TZ archive may use. */
const [STORED, DEFLATED, ZSTD] = [0, 8, 93] as const;

/**
 * Reads the list of an archive and the tileset at its root; nothing is unpacked to disk. Throws OperationRefusal for an
 * archive that would do harm when it is unpacked, or has no tileset.
 */
export async function readTilesArchive(path: string): Promise<TilesArchive> {
  using reader = new WindowReader(path);
  const zip = await openArchive(reader);
  const { names, root, complete } = await listEntries(zip);
  if (root === null && !complete)
    throw new OperationRefusal(
      'It lists more files than are looked at, and its tileset.json is none of those.',
      'too-large',
    );
  if (root === null) throw new OperationRefusal('It has no tileset.json at its root.');
  return { names, complete, tileset: await readRoot(zip, root, reader) };
}

async function openArchive(reader: WindowReader): Promise<ZipFile> {
  const options = { lazyEntries: true, autoClose: false, strictFileNames: true };
  try {
    return await fromRandomAccessReaderPromise(reader, reader.size, options);
  } catch {
    throw new OperationRefusal('It is cut off or is no ZIP archive.');
  }
}

async function listEntries(
  zip: ZipFile,
): Promise<{ readonly names: ReadonlySet<string>; readonly root: Entry | null; readonly complete: boolean }> {
  const names = new Set<string>();
  let root: Entry | null = null;
  let [packed, unpacked, listed] = [0, 0, 0];
  try {
    for await (const entry of zip.eachEntry()) {
      if (names.has(entry.fileName)) throw new OperationRefusal('It lists a name twice.');
      names.add(entry.fileName);
      packed += entry.compressedSize;
      unpacked += entry.uncompressedSize;
      if (packed > zip.fileSize) throw new OperationRefusal('The files that it lists overlap.');
      if (unpacked > MAX_RATIO * zip.fileSize) throw new OperationRefusal('It declares more than can be packed in it.');
      if (entry.fileName === TILESET_NAME) root = entry;
      listed += 46 + entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
      if (names.size === MAX_ENTRIES || listed > MAX_LIST)
        return { names, root, complete: zip.entryCount === names.size };
    }
  } catch (error) {
    if (error instanceof OperationRefusal) throw error;
    const harmful = /path|characters/.test(String(error));
    throw new OperationRefusal(
      harmful ? 'It holds names that lead out of it.' : 'The list of its files is cut off or damaged.',
    );
  }
  return { names, root, complete: true };
}

async function readRoot(zip: ZipFile, entry: Entry, reader: WindowReader): Promise<Buffer> {
  const { compressedSize, uncompressedSize, compressionMethod } = entry;
  if (Math.max(compressedSize, uncompressedSize) > MAX_TILESET)
    throw new OperationRefusal(`Its tileset.json is larger than ${MAX_TILESET} bytes.`, 'too-large');
  try {
    const local = await zip.readLocalFileHeaderPromise(entry);
    if (local.fileName.toString('utf8') !== TILESET_NAME)
      throw new OperationRefusal('Its list of files does not agree with the files.');
    if (local.fileDataStart + compressedSize > reader.size) throw new OperationRefusal('Its tileset.json is cut off.');
    return unpack(reader.bytes(local.fileDataStart, compressedSize), compressionMethod, uncompressedSize);
  } catch (error) {
    if (error instanceof OperationRefusal) throw error;
    throw new OperationRefusal('Its tileset.json is cut off or damaged.');
  }
}

/** No more than `size` bytes come out, which is checked above; less or more is damage. */
function unpack(bytes: Buffer, method: number, size: number): Buffer {
  const limit = { maxOutputLength: Math.max(1, size) };
  const content =
    method === STORED
      ? bytes
      : method === DEFLATED
        ? inflateRawSync(bytes, limit)
        : method === ZSTD
          ? zstdDecompressSync(bytes, limit)
          : null;
  if (content === null) throw new OperationRefusal('Its tileset.json is compressed in a way that is not known.');
  if (content.length !== size) throw new OperationRefusal('Its tileset.json is not as long as declared.');
  return content;
}
