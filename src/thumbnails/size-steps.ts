import sharp from 'sharp';
import type { EncodedImage } from '../render/index.ts';
import type { ThumbnailSize } from './drawer.ts';

/** Sizes that are drawn and kept: six pictures of a file and format, however many sizes are asked for. */
const STEPS = [64, 128, 256, 512, 1024, 2048] as const;

/** The size that is drawn for one that is asked for: never smaller. */
export const stepOf = (size: number): number => STEPS.find((step) => step >= size) ?? size;

/** Brings a picture that was drawn larger into the size asked for: some milliseconds, where drawing takes seconds. */
export async function shrinkTo(
  { bytes, contentType }: EncodedImage,
  { size, format }: ThumbnailSize,
  signal: AbortSignal,
): Promise<EncodedImage> {
  signal.throwIfAborted();
  const picture = sharp(bytes).resize(size, size, { fit: 'inside', withoutEnlargement: true });
  return { bytes: await picture.toFormat(format).toBuffer(), contentType };
}
