import { text } from 'node:stream/consumers';
import { type Entry, fromRandomAccessReaderPromise, type ZipFile } from 'yauzl';
import { OperationRefusal } from '../../../engine/for-children.ts';
import { WindowReader } from '../../../geodata/archive/window-reader.child.ts';

const META = 'meta.json';
/** Maximum pictures of an archive: five per scene, two of its harmonics, and room for later versions. */
const MAX_ENTRIES = 1000;
/** Maximum bytes of `meta.json`. Three codebooks of 256 numbers take 16 kB. */
const MAX_META = 2 ** 20;

/** A SOG archive: splats as pictures in a ZIP file, described by `meta.json`. */
export interface SogArchive extends Disposable {
  readonly meta: object;
  /** Names of its first 1000 files. */
  readonly names: ReadonlySet<string>;
  /** Uncompressed size of a file in bytes; null if there is none of that name. */
  sizeOf(name: string): number | null;
  /** Reads the first bytes of a file, at most `length`. @throws OperationRefusal for a file that cannot be inflated */
  read(name: string, most: number): Promise<Buffer>;
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Opens an archive. @throws OperationRefusal for other files, and for archives without a sound `meta.json` */
export async function openSogArchive(path: string): Promise<SogArchive> {
  const reader = new WindowReader(path);
  try {
    const { zip, entries } = await listEntries(reader);
    const meta = await readMeta(zip, entries.get(META));
    return {
      meta,
      names: new Set(entries.keys()),
      sizeOf: (name) => entries.get(name)?.uncompressedSize ?? null,
      read: (name, most) => readEntry(zip, entries.get(name), most),
      [Symbol.dispose]: () => reader[Symbol.dispose](),
    };
  } catch (error) {
    reader[Symbol.dispose]();
    throw error;
  }
}

async function listEntries(
  reader: WindowReader,
): Promise<{ readonly zip: ZipFile; readonly entries: ReadonlyMap<string, Entry> }> {
  const entries = new Map<string, Entry>();
  try {
    const zip = await fromRandomAccessReaderPromise(reader, reader.size, {
      lazyEntries: true,
      autoClose: false,
      strictFileNames: true,
    });
    let seen = 0;
    for await (const entry of zip.eachEntry()) {
      if (!entries.has(entry.fileName)) entries.set(entry.fileName, entry);
      // Names may repeat, so the number of names is no bound.
      seen += 1;
      if (seen === MAX_ENTRIES) break;
    }
    return { zip, entries };
  } catch {
    throw new OperationRefusal('It is cut off or is no ZIP archive.');
  }
}

async function readMeta(zip: ZipFile, entry: Entry | undefined): Promise<object> {
  if (entry === undefined) throw new OperationRefusal('It has no meta.json.');
  if (Math.max(entry.uncompressedSize, entry.compressedSize) > MAX_META)
    throw new OperationRefusal(`Its meta.json is larger than ${MAX_META} bytes.`);
  try {
    const meta: unknown = JSON.parse(await text(await zip.openReadStreamPromise(entry)));
    if (isRecord(meta)) return meta;
  } catch {
    // It is treated as text that is not an object.
  }
  throw new OperationRefusal('Its meta.json cannot be read.');
}

async function readEntry(zip: ZipFile, entry: Entry | undefined, most: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    if (entry === undefined) throw new Error('There is no such file.');
    for await (const piece of await zip.openReadStreamPromise(entry)) {
      pieces.push(piece as Buffer);
      bytes += (piece as Buffer).length;
      if (bytes >= most) break;
    }
  } catch {
    throw new OperationRefusal(
      `A picture of the file is missing or damaged: ${entry?.fileName ?? 'it has no such file'}.`,
    );
  }
  return Buffer.concat(pieces).subarray(0, most);
}
