import { sharp } from '../../../geodata/pictures/picture-library.child.ts';
import { readExif } from './exif-fields.child.ts';
import type { ExifValue } from './exif-tags.ts';
import { hasFlirSegment } from './jpeg-segments.ts';
import { rawSize } from './raw-size.ts';
import { readXmp } from './xmp-fields.ts';

/** What a picture's header and its metadata say, cleaned but not yet understood. */
export interface PhotoFacts {
  /** Size as stored: `orientation` is not applied. */
  readonly width: number;
  readonly height: number;
  /** EXIF orientation 1..8; 1 when the file says nothing. */
  readonly orientation: number;
  /** By exifr's names; null when the file has no EXIF that can be read. */
  readonly exif: ReadonlyMap<string, ExifValue> | null;
  /** By `prefix:Name`; null when the file has no XMP that can be read. */
  readonly xmp: ReadonlyMap<string, string> | null;
  /** Whether it carries the temperatures a thermal camera measured. */
  readonly radiometric: boolean;
}

export interface PhotoRequest {
  readonly path: string;
  /** A raw photograph inside of a TIFF. */
  readonly raw?: boolean;
}

/** Reads the header of a picture with its EXIF and XMP. No pixel is decoded, and of a large file only its beginning is read. */
export default async function photoFacts({ path, raw = false }: PhotoRequest): Promise<PhotoFacts> {
  const picture = await sharp(path, { limitInputPixels: false, failOn: 'none' }).metadata();
  const { format, orientation = 1 } = picture;
  const size = (raw ? rawSize(path) : null) ?? { width: picture.width, height: picture.height };
  // libvips hands out the EXIF block of every container but TIFF, which is one itself.
  const exifSource = format === 'tiff' ? path : picture.exif;
  return {
    ...size,
    orientation: orientation >= 1 && orientation <= 8 ? orientation : 1,
    exif: exifSource === undefined ? null : await readExif(exifSource),
    xmp: picture.xmp === undefined ? null : readXmp(picture.xmp),
    radiometric: format === 'jpeg' && hasFlirSegment(path),
  };
}
