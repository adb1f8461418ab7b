import type { Sharp } from 'sharp';
import { hevcPicture, isHevc } from './hevc-picture.ts';
import { MAX_PICTURE_PIXELS, sharp } from './picture-library.child.ts';

export interface ThumbnailRequest {
  readonly path: string;
  /** Longest side in pixels; the other follows. Smaller pictures are enlarged, so that a thumbnail has the size asked. */
  readonly size: number;
  readonly format: 'webp' | 'jpeg' | 'png';
  /** 1..100; without effect for png. */
  readonly quality?: number;
  /** Where to write; without it the bytes are answered. */
  readonly output?: string;
}

export interface Thumbnail {
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  readonly data: Uint8Array | null;
}

/** A thumbnail of a picture, upright by its EXIF orientation, in sRGB. */
export default async function imageThumbnail(request: ThumbnailRequest): Promise<Thumbnail> {
  const { path, size } = request;
  try {
    return await shrink(sharp(path, { limitInputPixels: MAX_PICTURE_PIXELS, failOn: 'none' }).autoOrient(), request);
  } catch (error) {
    if (!(await isHevc(path))) throw error;
  }
  // Twice as large as wanted, so that libvips makes the last step, the one that shows.
  const { data, width, height, channels } = await hevcPicture(path, 2 * size);
  return shrink(sharp(data, { raw: { width, height, channels } }), request);
}

async function shrink(picture: Sharp, { size, format, quality = 85, output }: ThumbnailRequest): Promise<Thumbnail> {
  const small = picture
    .resize({ width: size, height: size, fit: 'inside' })
    .toFormat(format, format === 'png' ? {} : { quality });
  if (output !== undefined) {
    const { width, height, size: bytes } = await small.toFile(output);
    return { width, height, bytes, data: null };
  }
  const { data, info } = await small.toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, bytes: info.size, data };
}
