import { sharp } from '../../../geodata/pictures/picture-library.child.ts';
import type { Target } from './target.ts';
import { type PackRequest, packPixels } from './pack-pixels.ts';
import type { PictureFiles } from './picture-files.ts';
import { openPictureReader } from './picture-reader.ts';

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

/** Packs parts of pictures, one result after the other. It reads and draws at once, so use it in a thread. */
export interface Packer {
  /** By number of the material; null for one without a picture that can be read. */
  readonly pictures: PictureFiles['pictures'];
  /** Packs the parts of pictures that triangles show into one picture. */
  pack(request: PackRequest): Promise<PackedPicture>;
  close(): void;
}

/** @param files of a store that is open */
export function openPacker(files: PictureFiles): Packer {
  const reader = openPictureReader(files);
  // Used again: collecting the pixels of each result as garbage took 6 % of the time of a build.
  let room: Uint8Array = new Uint8Array();
  const roomFor = (bytes: number): Uint8Array => {
    if (room.length < bytes) room = new Uint8Array(bytes);
    return room.subarray(0, bytes);
  };
  return {
    pictures: files.pictures,
    async pack(request) {
      const { target, uvs, scale } = packPixels(request, reader, roomFor);
      const { width, height, channels } = target;
      const picture = await encode(target, request.format ?? 'jpeg');
      return { picture, width, height, uvs, scale, hasAlpha: channels === 4 };
    },
    close: () => reader.close(),
  };
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
