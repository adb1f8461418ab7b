import { MAX_PICTURE_PIXELS, sharp } from './picture-library.child.ts';
import { OperationRefusal } from '../../engine/for-children.ts';

/** Pixels of a picture, upright, with its channels beside each other. */
export interface RawPicture {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
}

/** GDAL's driver of HEIF, where its library was built with libheif. */
const DRIVER = 'HEIF';

/** Whether a picture is one of HEVC, as phones write it: libvips comes with a decoder of AV1 alone. */
export async function isHevc(path: string): Promise<boolean> {
  const { format, compression } = await sharp(path, { limitInputPixels: false }).metadata();
  return format === 'heif' && compression === 'hevc';
}

/**
 * A picture of HEVC, made smaller until its longest side is about `longest` pixels; one that is smaller stays as it is.
 * Turned as the file says, which is not by EXIF. Throws OperationRefusal when GDAL has no driver for it, or when it is too
 * large.
 */
export async function hevcPicture(path: string, longest: number): Promise<RawPicture> {
  const { gdal } = await import('../geo-driver.child.ts'); // only for these: who draws other pictures never loads GDAL
  if (!gdal.drivers.getNames().includes(DRIVER))
    throw new OperationRefusal('This installation of GDAL cannot decode pictures of HEVC (HEIC).');
  const dataset = gdal.open(path, 'r', [DRIVER]);
  try {
    const { x, y } = dataset.rasterSize;
    const channels = dataset.bands.count();
    if (x * y > MAX_PICTURE_PIXELS) throw new OperationRefusal('The picture has too many pixels.', 'too-large');
    if (channels !== 3 && channels !== 4) throw new OperationRefusal('The picture has no colours that are known.');
    const scale = Math.min(1, longest / Math.max(x, y));
    const [width, height] = [x, y].map((side) => Math.max(1, Math.round(side * scale))) as [number, number];
    const data = new Uint8Array(width * height * channels);
    dataset.bands.forEach((band, index) => {
      band.pixels.read(0, 0, x, y, data, {
        buffer_width: width,
        buffer_height: height,
        type: gdal.GDT_Byte,
        pixel_space: channels,
        line_space: channels * width,
        offset: index - 1,
        resampling: gdal.GRA_Average,
      });
    });
    return { data, width, height, channels };
  } finally {
    dataset.close();
  }
}
