import { type FileHandle, open, rm, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { freeBytes } from '../../../engine/for-children.ts';
import { MAX_PICTURE_PIXELS, sharp } from '../../../geodata/pictures/picture-library.child.ts';
import type { TextureSource } from '../model/triangle-model.ts';
import { createLevelWriter } from './level-writer.ts';
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
  /** Of the source. */
  readonly index: number;
  readonly reason: string;
}

/** Bytes of a file: a JPEG of the most pixels, at the best quality. */
const MAX_FILE_BYTES = 2 ** 30;
/**
 * Pixels of a picture that its decoder holds in memory as a whole: progressive JPEG, interlaced PNG, WebP, AVIF, GIF. With the 8,192 x 8,192
 * allowed, WebP takes 530 MB, a progressive JPEG 230 MB; other JPEGs and PNGs, which are decoded by rows, 50 MB.
 */
const MAX_WHOLE_PIXELS = 2 ** 26;
/** Rows that are read at a time. */
const STRIP_ROWS = 64;
/** Size of the header of the file that libvips writes: pixels follow it, row by row. */
const HEADER_BYTES = 64;

/**
 * Decodes pictures, one after the other, each source once. Call it in a child or a program only.
 *
 * @param sources by number of the material; equal ones share their pixels
 * @param scratch a folder; it gets a file of about 4 bytes a pixel, and while a picture is decoded another one of its size
 * @throws an Error that the engine knows as a full disk
 */
export async function openPictures(
  sources: readonly (TextureSource | null)[],
  scratch: string,
  signal?: AbortSignal,
): Promise<PictureStore> {
  const path = join(scratch, 'pictures.raw');
  const [pictures, broken]: [(StoredPicture | null)[], BrokenPicture[]] = [[], []];
  const known = new Map<unknown, StoredPicture | string>();
  const handle = await open(path, 'wx+');
  let end = 0;
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
    const reason = await whyNotDecoded(input, source);
    if (reason !== null) return reason;
    const { width, height, hasAlpha } = await headOf(input);
    const channels = hasAlpha ? 4 : 3;
    const planned = storedPicture(width, height, channels, target.end);
    await requireFree(target.scratch, endOf(planned) - target.end + width * height * channels);
    const failure = await writeRaw(input, raw, channels);
    if (failure !== null) return failure;
    await store(planned, raw, target);
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

const headOf = (input: Input) => sharp(input, { limitInputPixels: false }).metadata();

async function whyNotDecoded(input: Input, source: TextureSource): Promise<string | null> {
  let head: Awaited<ReturnType<typeof headOf>>;
  try {
    head = await headOf(input);
  } catch {
    const format = await formatOf(source);
    const what = format === null ? 'It is not a picture of a known format' : `${format} pictures cannot be read`;
    return `${what}. Use JPEG, PNG, WebP or TIFF.`;
  }
  const { width, height, format, isProgressive } = head;
  const isWhole = isProgressive || ['webp', 'heif', 'gif'].includes(format);
  const most = isWhole ? MAX_WHOLE_PIXELS : MAX_PICTURE_PIXELS;
  if (width * height <= most) return null;
  const kind = isWhole ? `${isProgressive ? 'progressive ' : ''}${format.toUpperCase()} ` : '';
  return `The ${kind}picture has ${width} x ${height} pixels; ${most} can be read at most.`;
}

/** Same error text as the file system's, which the engine knows. */
async function requireFree(folder: string, needed: number): Promise<void> {
  const free = await freeBytes(folder);
  if (needed > free)
    throw new Error(
      `No space left on device: a picture needs ${Math.ceil(needed / 1e6)} MB, and ${Math.ceil(free / 1e6)} MB are free.`,
    );
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

/** Makes the tiles of all levels of raw pixels. */
async function store(picture: StoredPicture, raw: string, { handle, signal }: Target): Promise<void> {
  const rowBytes = picture.width * picture.channels;
  const strip = Buffer.alloc(rowBytes * STRIP_ROWS);
  const source = await open(raw, 'r');
  try {
    const levels = createLevelWriter(picture, (bytes, offset) => writeAll(handle, bytes, offset));
    for (let y = 0; y < picture.height; y += STRIP_ROWS) {
      signal?.throwIfAborted();
      const rows = Math.min(STRIP_ROWS, picture.height - y);
      await readAll(source, strip.subarray(0, rows * rowBytes), HEADER_BYTES + y * rowBytes);
      for (let row = 0; row < rows; row += 1) await levels.add(strip.subarray(row * rowBytes, (row + 1) * rowBytes));
    }
  } finally {
    await source.close();
  }
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
