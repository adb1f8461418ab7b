import { readPlainExif } from './plain-exif.ts';
import { readPlainJpeg } from './plain-jpeg.ts';
import type { PhotoFacts } from './photo-facts.child.ts';
import { readXmp } from './xmp-fields.ts';

/**
 * What the header of a photograph says, as long as it is a JPEG as cameras write it. Nothing but bounded code of our own looks at
 * it, so it needs no child: that takes five milliseconds of a processor, this a tenth of one.
 *
 * @param head first bytes of the file
 * @returns undefined for whatever is unusual; a child looks at that
 */
export function plainPhotoFacts(head: Buffer): PhotoFacts | undefined {
  const header = readPlainJpeg(head);
  if (header === undefined) return undefined;
  const exif = header.exif === undefined ? null : readPlainExif(header.exif);
  if (exif === undefined) return undefined;
  const [orientation = 1] = exif?.get('Orientation') ?? [];
  if (typeof orientation !== 'number') return undefined;
  return {
    width: header.width,
    height: header.height,
    orientation: orientation >= 1 && orientation <= 8 ? orientation : 1,
    exif,
    xmp: header.xmp === undefined ? null : readXmp(header.xmp),
    radiometric: header.flir,
  };
}
