import type * as Gdal from 'gdal-async';
import { gdal, maskOf, openRaster } from '../../../geodata/geo-driver.child.ts';

/** A picture to be made of a GeoTIFF. */
export interface CoveragePictureRequest {
  readonly path: string;
  readonly destination: string;
  readonly format: 'PNG' | 'JPEG';
  /** One band for grey, three for red, green and blue; a palette is turned into its colours. */
  readonly bands: readonly PictureBand[];
  /** 16 bits a sample keep the values of UInt16; 8 bits take `low` to 0 and `high` to 255. */
  readonly bits: 8 | 16;
}

export interface PictureBand {
  /** From 1. */
  readonly band: number;
  readonly low: number;
  readonly high: number;
}

/** Rows that are looked at together: 16 MB of a raster 8,192 pixels wide. */
const STRIP = 256;
/** GDAL's flag of a band all of whose pixels are valid. */
const GMF_ALL_VALID = 1;

/** Writes a picture. A PNG is transparent where none of the bands holds data; a JPEG is black there. */
export default function coveragePicture({ path, destination, format, bands, bits }: CoveragePictureRequest): void {
  const dataset = openRaster(path, 'tiff');
  try {
    const { x: width, y: height } = dataset.rasterSize;
    const first = dataset.bands.get(bands[0]?.band ?? 1);
    const table = first.colorInterpretation === 'Palette' ? lookups(first, bands[0]?.band ?? 1) : null;
    const channels = table ?? bands.map(({ band, low, high }) => ({ band, look: stretch(low, high, bits) }));
    const masks = bands.map(({ band }) => maskOf(dataset.bands.get(band)));
    const hasAlpha = format === 'PNG' && (first.getMaskFlags() & GMF_ALL_VALID) === 0;
    const count = channels.length + (hasAlpha ? 1 : 0);
    const picture = gdal.open('', 'w', 'MEM', width, height, count, bits === 16 ? 'UInt16' : 'Byte');
    for (let row = 0; row < height; row += STRIP) {
      const strip = { row, width, rows: Math.min(STRIP, height - row) };
      const valid = validity(masks, strip);
      channels.forEach(({ band, look }, index) => {
        const values = read(dataset.bands.get(band), strip);
        write(
          picture.bands.get(index + 1),
          strip,
          values.map((value, at) => (valid[at] === 0 ? 0 : look(value))),
        );
      });
      const opaque = bits === 16 ? 65_535 : 255;
      if (hasAlpha)
        write(
          picture.bands.get(count),
          strip,
          valid.map((value) => (value / 255) * opaque),
        );
    }
    const options = format === 'JPEG' ? ['QUALITY=95'] : [];
    gdal.drivers.get(format).createCopy(destination, picture, options).close();
    picture.close();
  } finally {
    dataset.close();
  }
}

interface Strip {
  readonly row: number;
  readonly width: number;
  readonly rows: number;
}

function read(band: Gdal.RasterBand, { row, width, rows }: Strip): Float64Array {
  return band.pixels.read(0, row, width, rows, new Float64Array(width * rows), { type: 'Float64' });
}

/** 0..255 by pixel: that of the band that is the most valid. A colour is nodata only where all its bands are. */
function validity(masks: readonly Gdal.RasterBand[], strip: Strip): Float64Array {
  const [first, ...others] = masks.map((mask) => read(mask, strip));
  for (const other of others) other.forEach((value, at) => (first![at] = Math.max(first![at]!, value)));
  return first ?? new Float64Array();
}

function write(band: Gdal.RasterBand, { row, width, rows }: Strip, values: Float64Array): void {
  band.pixels.write(0, row, width, rows, values);
}

type Look = (value: number) => number;

function stretch(low: number, high: number, bits: 8 | 16): Look {
  if (bits === 16) return (value) => value;
  const scale = high > low ? 255 / (high - low) : 0;
  return (value) => Math.min(255, Math.max(0, Math.round((value - low) * scale)));
}

/** Red, green and blue by the values of a palette. */
function lookups(palette: Gdal.RasterBand, band: number): readonly { readonly band: number; readonly look: Look }[] {
  const table = palette.colorTable;
  const entries = Array.from({ length: table?.count() ?? 0 }, (_, index) => table!.get(index));
  return (['c1', 'c2', 'c3'] as const).map((channel) => ({
    band,
    look: (value) => entries[value]?.[channel] ?? 0,
  }));
}
