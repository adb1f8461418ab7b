import { OperationRefusal } from '../../../engine/for-children.ts';
import { sharp } from '../../../geodata/pictures/picture-library.child.ts';
import { damaged } from './refusals.ts';
import type { SogArchive } from './sog-archive.child.ts';
import { WEBP_HEAD, webpSize } from './webp-size.ts';

/** An opened picture. */
export interface SogPicture {
  readonly width: number;
  readonly height: number;
  /** Maximum memory of `pixels` beside the pixels that it returns: the encoded picture, and the library's copy of the pixels. */
  readonly decodingBytes: number;
  /** Decodes the stored red, green, blue and alpha per pixel. @throws OperationRefusal for a damaged picture */
  pixels(): Promise<Uint8Array>;
}

/** Maximum pixels of a picture: sides are rounded up to powers of two, and 65,536 palette entries take 960 x 1024. */
const [MOST_EACH, MOST_MORE] = [4, 2 ** 20];
/** Bytes of a decoded pixel. */
const PIXEL = 4;
/** Maximum bytes of a picture beyond its pixels, for its head and metadata. */
const MOST_EXTRA = 2 ** 20;

/**
 * Reads the head of a picture.
 *
 * @param least minimum number of pixels
 * @throws OperationRefusal for a picture that is missing, not WebP, too small for its splats or far too large
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
    bytes > PIXEL * width * height + MOST_EXTRA
  )
    throw damaged(`${name} has ${width} x ${height} pixels, which does not go with ${least} splats.`);
  return {
    width,
    height,
    decodingBytes: bytes + 2 * PIXEL * width * height,
    async pixels() {
      const encoded = await archive.read(name, bytes);
      try {
        const { data, info } = await sharp(encoded, { limitInputPixels: width * height })
          .ensureAlpha()
          .raw()
          .toBuffer({ resolveWithObject: true });
        if (info.width === width && info.height === height && info.channels === 4) return data;
      } catch {
        // A picture whose size differs from its head is damaged.
      }
      throw damaged(`The picture ${name} cannot be decoded.`);
    },
  };
}
