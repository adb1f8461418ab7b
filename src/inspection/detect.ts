import { open } from 'node:fs/promises';
import type { Neighbours } from './neighbours.ts';
import type { Candidate, Signature } from './candidate.ts';

/** Enough for every signature and for the text header of a PLY file with many properties. */
export const HEAD_BYTES = 65_536;

/** Bytes in order of the table; `at` is their offset. The first row that matches counts. */
const MAGIC: readonly { readonly signature: Signature; readonly at: number; readonly bytes: string }[] = [
  { signature: 'tiff', at: 0, bytes: 'II\x2a\0' },
  { signature: 'tiff', at: 0, bytes: 'MM\0\x2a' },
  { signature: 'tiff', at: 0, bytes: 'II\x2b\0' },
  { signature: 'tiff', at: 0, bytes: 'MM\0\x2b' },
  { signature: 'jpeg', at: 0, bytes: '\xff\xd8\xff' },
  { signature: 'png', at: 0, bytes: '\x89PNG\r\n\x1a\n' },
  { signature: 'gif', at: 0, bytes: 'GIF8' },
  { signature: 'webp', at: 8, bytes: 'WEBP' },
  { signature: 'avi', at: 8, bytes: 'AVI ' },
  { signature: 'heif', at: 4, bytes: 'ftyphei' },
  { signature: 'heif', at: 4, bytes: 'ftypmif1' },
  { signature: 'heif', at: 4, bytes: 'ftypavif' },
  { signature: 'mp4', at: 4, bytes: 'ftyp' },
  { signature: 'mp4', at: 4, bytes: 'moov' },
  { signature: 'matroska', at: 0, bytes: '\x1a\x45\xdf\xa3' },
  { signature: 'las', at: 0, bytes: 'LASF' },
  { signature: 'e57', at: 0, bytes: 'ASTM-E57' },
  { signature: 'ply', at: 0, bytes: 'ply\n' },
  { signature: 'ply', at: 0, bytes: 'ply\r' },
  { signature: 'glb', at: 0, bytes: 'glTF' },
  { signature: 'spz', at: 0, bytes: 'NGSP' },
  { signature: 'sqlite', at: 0, bytes: 'SQLite format 3\0' },
  { signature: 'flatgeobuf', at: 0, bytes: 'fgb\x03' },
  { signature: 'dwg', at: 0, bytes: 'AC10' },
  { signature: 'shapefile', at: 0, bytes: '\0\0\x27\x0a' },
  { signature: 'gzip', at: 0, bytes: '\x1f\x8b' },
  { signature: 'zip', at: 0, bytes: 'PK\x03\x04' },
  { signature: 'pdf', at: 0, bytes: '%PDF' },
];

/** What the first bytes of a file say it is; null for text and everything unknown. */
export function signatureOf(head: Buffer): Signature | null {
  const row = MAGIC.find(({ at, bytes }) => head.toString('latin1', at, at + bytes.length) === bytes);
  return row?.signature ?? null;
}

/** What GDAL calls an archive with one shapefile in it, beside `.shz`: the end of a name says nothing alone. */
const ZIPPED_SHAPEFILE = '.shp.zip';

/** Lower-case extension without the dot; a name that only begins with a dot has none. */
export function extensionOf(name: string): string {
  const compound = name.length - ZIPPED_SHAPEFILE.length;
  if (compound > 0 && name.toLowerCase().endsWith(ZIPPED_SHAPEFILE)) return ZIPPED_SHAPEFILE.slice(1);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
}

/** A name without its extension. */
export function stemOf(name: string): string {
  const extension = extensionOf(name);
  return extension === '' ? name : name.slice(0, -extension.length - 1);
}

/** Reads the beginning of the file, unless somebody has it, and tells what it looks like. Throws when the file cannot be read. */
export async function examine(file: {
  readonly path: string;
  readonly name: string;
  readonly size: number;
  readonly head?: Buffer | undefined;
  readonly neighbours: Neighbours;
}): Promise<Candidate> {
  const isWhole = file.head !== undefined && file.head.length >= Math.min(file.size, HEAD_BYTES);
  const head = isWhole ? file.head : await readHead(file.path, file.size);
  return { ...file, extension: extensionOf(file.name), head, signature: signatureOf(head) };
}

async function readHead(path: string, size: number): Promise<Buffer> {
  const handle = await open(path, 'r');
  try {
    // Not even an empty file may be read into no byte.
    const space = Buffer.allocUnsafe(Math.max(1, Math.min(size, HEAD_BYTES)));
    const { bytesRead, buffer } = await handle.read(space, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
