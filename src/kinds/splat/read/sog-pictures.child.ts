import { OperationRefusal } from '../../../engine/for-children.ts';
import { sharp } from '../../../geodata/pictures/picture-library.child.ts';
import { damaged } from './refusals.ts';
import type { SogArchive } from './sog-archive.child.ts';
import { WEBP_HEAD, webpSize } from './webp-size.ts';

/** A picture whose head was read. */
export interface SogPicture {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and alpha of each pixel, as they are stored. @throws OperationRefusal where the picture is damaged */
  pixels(): Promise<Uint8Array>;
}

/** Pixels that a picture may have: sides go up to powers of two, and 65,536 rows of harmonics take 960 x 1024. */
const [MOST_EACH, MOST_MORE] = [4, 2 ** 20];
/** Bytes of a picture beyond those of its pixels: its head, and what cameras add. */
const MOST_EXTRA = 2 ** 20;

/**
 * Looks at the head of a picture.
 *
 * @param least pixels that it must have
 * @throws OperationRefusal where it is missing, no WebP picture, too small for its splats or far too large
 */
export async function openSogPicture(archive: SogArchive, name: string, least: number): Promise<SogPicture> {
  const bytes = archive.sizeOf(name);
  if (bytes === null) throw new OperationRefusal(`The file lacks the picture ${name}. Export it again.`);
  const size = webpSize(await archive.read(name, WEBP_HEAD));
  if (size === null) throw damaged(`${name} is not a WebP picture.`);
  const { width, height } = size;
  if (
    width * height < least ||
    width * height > MOST_EACH * least + MOST_MORE ||
    bytes > 4 * width * height + MOST_EXTRA
  )
    throw damaged(`${name} has ${width} x ${height} pixels, which does not go with ${least} splats.`);
  return {
    width,
    height,
    async pixels() {
      const encoded = await archive.read(name, bytes);
      try {
        const { data, info } = await sharp(encoded, { limitInputPixels: width * height })
          .ensureAlpha()
          .raw()
          .toBuffer({ resolveWithObject: true });
        if (info.width === width && info.height === height && info.channels === 4) return data;
      } catch {
        // As one of another size.
      }
      throw damaged(`The picture ${name} cannot be decoded.`);
    },
  };
}
