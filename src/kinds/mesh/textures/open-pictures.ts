import { type FileHandle, open, readFile, rm, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { requireFreeSpace } from '../../../engine/for-children.ts';
import { MAX_PICTURE_PIXELS, sharp } from '../../../geodata/pictures/picture-library.child.ts';
import type { TextureSource } from '../model/triangle-model.ts';
import { type Bitmap, BitmapError } from './bitmaps/bitmap.ts';
import { decodeBmp } from './bitmaps/bmp.ts';
import { decodeTga } from './bitmaps/tga.ts';
import { createLevelWriter, type LevelWriter } from './level-writer.ts';
import { endOf, type PictureFiles, storedPicture, type StoredPicture } from './picture-files.ts';
import { formatOf } from './picture-formats.ts';

/** Pictures of a model as raw pixels in a scratch file. */
export interface PictureStore {
  readonly files: PictureFiles;
  /** Sources that cannot be read, and why, in a sentence. */
  readonly broken: readonly BrokenPicture[];
  /** Size of the scratch file. */
  readonly bytes: number;
  /** Deletes the scratch file. */
  close(): Promise<void>;
}

export interface BrokenPicture {
  /** Index of the source. */
  readonly index: number;
  readonly reason: string;
}

/** Pictures that lie in the scratch file already. Plain data. */
export interface OpenedBefore {
  /** By absolute path: the picture, or why it cannot be read. */
  readonly byPath: ReadonlyMap<string, StoredPicture | string>;
  /** Size of the scratch file. */
  readonly bytes: number;
}

/** Bytes of a file: a JPEG of the most pixels, at the best quality. */
const MAX_FILE_BYTES = 2 ** 30;
/**
 * Pixels, and bytes of them, of a picture that its decoder may hold in memory as a whole: progressive JPEG, interlaced PNG, WebP, AVIF, GIF,
 * and TIFF, which may be one strip. With the 8,192 x 8,192 allowed, WebP takes 530 MB, a progressive JPEG 230 MB; other JPEGs and PNGs, which
 * are decoded by rows, 50 MB.
 */
const [MAX_WHOLE_PIXELS, MAX_WHOLE_BYTES] = [2 ** 26, 2 ** 28] as const;
const WHOLE_FORMATS: readonly string[] = ['webp', 'heif', 'gif', 'tiff'];
/** Bytes of a value; one for those that are not listed. */
const VALUE_BYTES: Readonly<Record<string, number>> = {
  ushort: 2,
  short: 2,
  uint: 4,
  int: 4,
  float: 4,
  double: 8,
  complex: 8,
  dpcomplex: 16,
};
/** Bytes of a BMP or TGA, which are read as a whole: those of the most pixels. */
const MAX_BITMAP_BYTES = 2 ** 27 + 2 ** 20;
/** Rows that are read at a time. */
const STRIP_ROWS = 64;
/** Size of the header of the file that libvips writes: pixels follow it, row by row. */
const HEADER_BYTES = 64;

/**
 * Decodes pictures, one after the other, each source once. Call it in a child or a program only.
 *
 * @param sources by number of the material; equal ones share their pixels
 * @param scratch a folder; it gets a file of about 4 bytes a pixel, and while a picture is decoded another one of its size
 * @param options.before pictures that an earlier call put into the same folder; they are not decoded again
 * @throws an Error that the engine knows as a full disk
 */
export async function openPictures(
  sources: readonly (TextureSource | null)[],
  scratch: string,
  { signal, before }: { readonly signal?: AbortSignal; readonly before?: OpenedBefore | undefined } = {},
): Promise<PictureStore> {
  const path = join(scratch, 'pictures.raw');
  const [pictures, broken]: [(StoredPicture | null)[], BrokenPicture[]] = [[], []];
  const known = new Map<unknown, StoredPicture | string>(before?.byPath);
  const handle = await open(path, before === undefined ? 'wx+' : 'r+');
  let end = before?.bytes ?? 0;
  try {
    for (const [index, source] of sources.entries()) {
      signal?.throwIfAborted();
      let found = source && known.get(keyOf(source));
      if (source !== null && found === undefined) {
        found = await decode(source, { scratch, handle, end, signal });
        known.set(keyOf(source), found);
        if (typeof found === 'object') end = endOf(found!);
      }
      pictures.push(typeof found === 'object' ? found : null);
      if (typeof found === 'string') broken.push({ index, reason: found });
    }
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  return { files: { path, pictures }, broken, bytes: end, close: () => rm(path, { force: true }) };
}

/** Materials of a glTF that share an image have the same bytes of the same buffer. */
const keyOf = (source: TextureSource): unknown => ('path' in source ? source.path : source.bytes);

interface Target {
  readonly scratch: string;
  readonly handle: FileHandle;
  /** Where the picture is to begin. */
  readonly end: number;
  readonly signal: AbortSignal | undefined;
}

/** @returns why the picture cannot be read, where it cannot */
async function decode(source: TextureSource, target: Target): Promise<StoredPicture | string> {
  const [link, raw] = [join(target.scratch, 'picture'), join(target.scratch, 'picture.v')];
  try {
    if ('path' in source) {
      const reason = await whyNoFile(source.path);
      if (reason !== null) return reason;
      // libvips takes what stands in brackets at the end of a name for options.
      await symlink(source.path, link);
    }
    const input = 'path' in source ? link : source.bytes;
    const head = await headOf(input);
    if (head === null) return await decodeBitmap(source, target);
    const reason = whyTooLarge(head);
    if (reason !== null) return reason;
    const planned = await plan(head.width, head.height, head.hasAlpha ? 4 : 3, target);
    const failure = await writeRaw(input, raw, planned.channels);
    if (failure !== null) return failure;
    await storeFile(planned, raw, target);
    return planned;
  } finally {
    await rm(link, { force: true });
    await rm(raw, { force: true });
  }
}

async function whyNoFile(path: string): Promise<string | null> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => error.code ?? error.message);
  if (typeof found === 'string') return found === 'ENOENT' ? 'The file is missing.' : `It cannot be read: ${found}.`;
  if (!found.isFile()) return 'It is not a file.';
  return found.size > MAX_FILE_BYTES ? `The file is larger than ${MAX_FILE_BYTES / 2 ** 20} MiB.` : null;
}

type Input = string | Uint8Array;

interface Head {
  readonly width: number;
  readonly height: number;
  readonly hasAlpha: boolean;
  readonly format: string;
  readonly isProgressive: boolean;
  readonly channels: number;
  readonly depth: string;
}

/** Null for what libvips does not read. */
async function headOf(input: Input): Promise<Head | null> {
  try {
    return await sharp(input, { limitInputPixels: false }).metadata();
  } catch {
    // It says so in many ways; whatever the reason, there is no picture.
    return null;
  }
}

function whyTooLarge({ width, height, format, isProgressive, channels, depth }: Head): string | null {
  const isWhole = isProgressive || WHOLE_FORMATS.includes(format);
  const mostWhole = Math.floor(MAX_WHOLE_BYTES / (channels * (VALUE_BYTES[depth] ?? 1)));
  const most = isWhole ? Math.min(MAX_WHOLE_PIXELS, mostWhole) : MAX_PICTURE_PIXELS;
  if (width * height <= most) return null;
  const kind = isWhole ? `${isProgressive ? 'progressive ' : ''}${format.toUpperCase()} ` : '';
  return `The ${kind}picture has ${width} x ${height} pixels; ${most} can be read at most.`;
}

/** @throws an Error that the engine knows as a full disk, where the picture does not fit */
async function plan(width: number, height: number, channels: 3 | 4, target: Target): Promise<StoredPicture> {
  const planned = storedPicture(width, height, channels, target.end);
  await requireFreeSpace(target.scratch, endOf(planned) - target.end + width * height * channels);
  return planned;
}

const DECODERS: Readonly<Record<string, (bytes: Uint8Array) => Bitmap>> = { BMP: decodeBmp, TGA: decodeTga };
const READ = 'Use JPEG, PNG, WebP or TIFF.';

/** Decodes formats that libvips does not read. */
async function decodeBitmap(source: TextureSource, target: Target): Promise<StoredPicture | string> {
  const format = await formatOf(source);
  if (format === null) return `It is not a picture of a known format. ${READ}`;
  const decoder = DECODERS[format];
  if (decoder === undefined) return `${format} pictures cannot be read. ${READ}`;
  if ('path' in source && (await stat(source.path)).size > MAX_BITMAP_BYTES) return 'The picture is too large.';
  try {
    const { data, width, height, channels } = decoder('path' in source ? await readFile(source.path) : source.bytes);
    const planned = await plan(width, height, channels, target);
    await addRows(levelsOf(planned, target), data, width * channels);
    return planned;
  } catch (error) {
    if (error instanceof BitmapError) return error.message;
    throw error;
  }
}

/** Decodes a picture into a file of raw pixels, by strips. @returns why it failed */
async function writeRaw(input: Input, raw: string, channels: 3 | 4): Promise<string | null> {
  try {
    const picture = sharp(input, { limitInputPixels: MAX_PICTURE_PIXELS, failOn: 'error', sequentialRead: true });
    const colours = picture.toColourspace('srgb');
    const info = await (channels === 3 ? colours.removeAlpha() : colours).toFile(raw);
    return info.channels === channels ? null : `The picture has ${info.channels} channels.`;
  } catch (error) {
    const reason = (error as Error).message.split('\n')[0]!;
    if (/no space left|write failed/i.test(reason)) throw error;
    return 'The picture is damaged.';
  }
}

/** Makes the tiles of all levels of a file of raw pixels. */
async function storeFile(picture: StoredPicture, raw: string, target: Target): Promise<void> {
  const rowBytes = picture.width * picture.channels;
  const strip = Buffer.alloc(rowBytes * STRIP_ROWS);
  const levels = levelsOf(picture, target);
  const source = await open(raw, 'r');
  try {
    for (let y = 0; y < picture.height; y += STRIP_ROWS) {
      target.signal?.throwIfAborted();
      const rows = strip.subarray(0, Math.min(STRIP_ROWS, picture.height - y) * rowBytes);
      await readAll(source, rows, HEADER_BYTES + y * rowBytes);
      await addRows(levels, rows, rowBytes);
    }
  } finally {
    await source.close();
  }
}

const levelsOf = (picture: StoredPicture, { handle }: Target): LevelWriter =>
  createLevelWriter(picture, (bytes, offset) => writeAll(handle, bytes, offset));

async function addRows(levels: LevelWriter, rows: Uint8Array, rowBytes: number): Promise<void> {
  for (let at = 0; at < rows.length; at += rowBytes) await levels.add(rows.subarray(at, at + rowBytes));
}

async function readAll(handle: FileHandle, target: Uint8Array, offset: number): Promise<void> {
  for (let done = 0; done < target.length;) {
    const { bytesRead } = await handle.read(target, done, target.length - done, offset + done);
    if (bytesRead === 0) throw new Error('The decoded picture is shorter than its size says.');
    done += bytesRead;
  }
}

/** A write may stop early. */
async function writeAll(handle: FileHandle, bytes: Uint8Array, offset: number): Promise<void> {
  for (let done = 0; done < bytes.length;)
    done += (await handle.write(bytes, done, bytes.length - done, offset + done)).bytesWritten;
}
