import { open, readFile } from 'node:fs/promises';
import type { Sharp } from 'sharp';
import { sharp } from '../../../geodata/pictures/picture-library.child.ts';
import type { Material, TextureSource } from '../model/triangle-model.ts';
import type { Bitmap } from '../textures/bitmaps/bitmap.ts';
import { decodeBmp } from '../textures/bitmaps/bmp.ts';
import { decodeTga } from '../textures/bitmaps/tga.ts';
import type { GlbPicture } from './glb.ts';

/** Extensions and media types by bytes near the beginning. */
const FORMATS = [
  { at: 0, bytes: ['\xff\xd8\xff'], extension: 'jpg', mediaType: 'image/jpeg' },
  { at: 0, bytes: ['\x89PNG'], extension: 'png', mediaType: 'image/png' },
  { at: 8, bytes: ['WEBP'], extension: 'webp', mediaType: 'image/webp' },
  { at: 0, bytes: ['II*\0', 'MM\0*', 'II+\0', 'MM\0+'], extension: 'tif', mediaType: null },
  { at: 0, bytes: ['GIF8'], extension: 'gif', mediaType: null },
  { at: 0, bytes: ['BM'], extension: 'bmp', mediaType: null },
  { at: 4, bytes: ['ftypavif'], extension: 'avif', mediaType: null },
] as const;

const BEGINNING = 16;
const formatOf = (beginning: Uint8Array) => {
  const text = Buffer.from(beginning.subarray(0, BEGINNING)).toString('latin1');
  return FORMATS.find(({ at, bytes }) => bytes.some((each) => text.startsWith(each, at)));
};

/** Quality of pictures that are made anew, as most cameras write them. */
const JPEG_QUALITY = 90;
/** Bytes of a picture that is embedded. */
const MOST_BYTES = 2 ** 30;

/** Bytes of a picture as they are in the source. */
export const bytesOfPicture = async (source: TextureSource): Promise<Uint8Array> =>
  'bytes' in source ? source.bytes : readFile(source.path);

/** Extension of a picture by what it holds; that of a TGA, which has no beginning of its own, is in its name. */
export async function extensionOfPicture(source: TextureSource): Promise<string> {
  const known = formatOf('bytes' in source ? source.bytes : await headOf(source.path));
  if (known !== undefined) return known.extension;
  return extensionInName(source) ?? 'img';
}

function extensionInName(source: TextureSource): string | undefined {
  if (!('path' in source)) return undefined;
  return /\.([a-z0-9]{1,8})$/i.exec(source.name ?? source.path)?.[1]?.toLowerCase();
}

/** Opens a picture to decode it: those that libvips does not know by our own readers. @throws where it is none */
export async function openPicture(source: TextureSource): Promise<Sharp> {
  const bytes = await bytesOfPicture(source);
  const known = formatOf(bytes);
  if (known?.extension === 'bmp') return ofBitmap(decodeBmp(bytes));
  if (known === undefined && TGA.includes(extensionInName(source) ?? '')) return ofBitmap(decodeTga(bytes));
  return sharp(bytes, { failOn: 'error', sequentialRead: true });
}

const TGA = ['tga', 'targa'];

const ofBitmap = ({ data, width, height, channels }: Bitmap): Sharp =>
  sharp(data, { raw: { width, height, channels } });

async function headOf(path: string): Promise<Buffer> {
  const handle = await open(path, 'r');
  try {
    const bytes = Buffer.alloc(BEGINNING);
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** What a picture is to a material: the same object for materials that share one; null without one. */
export interface Pictures<T> {
  readonly of: readonly (T | null)[];
  /** Which pictures could not be used, in whole sentences. */
  readonly warnings: readonly string[];
}

/** As many are named in a warning. */
const NAMED = 5;

/**
 * Prepares the picture of each material, each source once.
 *
 * @param make throws where the picture cannot be used
 */
export async function eachPicture<T>(
  materials: readonly Material[],
  make: (source: TextureSource, number: number) => Promise<T>,
): Promise<Pictures<T>> {
  const known = new Map<unknown, T | null>();
  const broken: string[] = [];
  const found: (T | null)[] = [];
  for (const { texture, name } of materials) {
    if (texture === null) {
      found.push(null);
      continue;
    }
    const key = 'path' in texture ? texture.path : texture.bytes;
    if (!known.has(key)) {
      const picture = await make(texture, known.size + 1).catch((error: unknown) => {
        if (isOfDisk(error)) throw error;
        return null;
      });
      known.set(key, picture);
      if (picture === null) broken.push(name === '' ? `picture ${known.size}` : name);
    }
    found.push(known.get(key) ?? null);
  }
  const more = broken.length > NAMED ? ` and ${broken.length - NAMED} more` : '';
  const warning = `Pictures of these materials cannot be read, and they have a plain colour: ${broken.slice(0, NAMED).join(', ')}${more}.`;
  return { of: found, warnings: broken.length === 0 ? [] : [warning] };
}

/** A full disk is no fault of a picture. */
const isOfDisk = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT', 'EIO'].includes((error as NodeJS.ErrnoException).code ?? '');

/** A picture that every reader of glTF knows. @throws where it cannot be decoded */
export async function embeddedPicture(source: TextureSource): Promise<GlbPicture> {
  const bytes = await bytesOfPicture(source);
  if (bytes.length > MOST_BYTES) throw new Error('The picture is too large.');
  const mediaType = formatOf(bytes)?.mediaType ?? null;
  if (mediaType !== null) {
    // All of it is decoded, as a viewer would; a small copy takes little memory.
    await (await openPicture(source)).resize(16, 16, { fit: 'fill' }).toBuffer();
    return { bytes, mediaType };
  }
  const picture = await openPicture(source);
  const { hasAlpha } = await picture.metadata();
  const made = await (hasAlpha ? picture.png() : picture.jpeg({ quality: JPEG_QUALITY })).toBuffer();
  return { bytes: made, mediaType: hasAlpha ? 'image/png' : 'image/jpeg' };
}
