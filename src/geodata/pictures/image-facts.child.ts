import { sharp } from './picture-library.child.ts';

export interface ImageFacts {
  /** Size as stored: `orientation` is not applied. */
  readonly width: number;
  readonly height: number;
  /** EXIF orientation 1..8; 1 when the file says nothing. */
  readonly orientation: number;
  /** libvips' name of the format: jpeg, png, webp, gif, tiff, heif. */
  readonly format: string;
  readonly hasAlpha: boolean;
}

/** Reads a picture's header. No pixel is decoded. */
export default async function imageFacts({ path }: { readonly path: string }): Promise<ImageFacts> {
  const { width, height, orientation, format, hasAlpha } = await sharp(path, { limitInputPixels: false }).metadata();
  return { width, height, orientation: orientation ?? 1, format, hasAlpha: hasAlpha ?? false };
}
