import { sharp } from '../../../geodata/pictures/picture-library.child.ts';
import type { Target } from './draw-rectangle.ts';
import { type PackRequest, packPixels } from './pack-pixels.ts';
import type { PictureFiles } from './picture-files.ts';

export type { PackRequest } from './pack-pixels.ts';

export interface PackedPicture {
  readonly picture: Buffer;
  readonly width: number;
  readonly height: number;
  /** As `PackedPixels` has them. */
  readonly uvs: Float32Array;
  readonly scale: number;
  readonly hasAlpha: boolean;
}

/**
 * Packs the parts of pictures that triangles show into one picture. It reads and draws at once, so call it in a thread.
 *
 * @param files of a store that is open; its pictures go by number of the material
 */
export async function packPictures(request: PackRequest, files: PictureFiles): Promise<PackedPicture> {
  const { target, uvs, scale } = packPixels(request, files);
  const { width, height, channels } = target;
  const picture = await encode(target, request.format ?? 'jpeg');
  return { picture, width, height, uvs, scale, hasAlpha: channels === 4 };
}

/**
 * Colours as fine as brightness: islands are small, and their borders hard. At 85 the bytes are those of 90 with halved colours, and the
 * pixels of a photogrammetric model lie nearer to their source by 2 dB, those of islands of some pixels by 3 dB. Codes that are made for the
 * picture would save 7 % of the bytes and take three times as long.
 */
const JPEG = { quality: 85, chromaSubsampling: '4:4:4', optimizeCoding: false } as const;
const WEBP = { quality: 85, alphaQuality: 90, effort: 2 } as const;

function encode({ data, width, height, channels }: Target, format: 'jpeg' | 'webp'): Promise<Buffer> {
  const picture = sharp(data, { raw: { width, height, channels } });
  return (format === 'webp' ? picture.webp(WEBP) : picture.jpeg(JPEG)).toBuffer();
}
