import { openRaster } from '../../../geodata/geo-driver.child.ts';
import { maskPath } from '../../../geodata/raster-input.ts';

/** Pixels that are read at a time: 16 MB, or one row. */
const PIECE_PIXELS = 2 ** 24;

/** Reads all of the mask beside a GeoTIFF. @returns whether a part of it cannot be read */
export default function maskDamage({ path }: { readonly path: string }): boolean {
  const dataset = openRaster(maskPath(path), 'tiff');
  try {
    const { x: width, y: height } = dataset.rasterSize;
    const rows = Math.max(1, Math.floor(PIECE_PIXELS / width));
    const { pixels } = dataset.bands.get(1);
    for (let top = 0; top < height; top += rows) {
      try {
        pixels.read(0, top, width, Math.min(rows, height - top));
      } catch {
        // GDAL says which block it is, in words of its library of compression: nothing that a user could do more with.
        return true;
      }
    }
    return false;
  } finally {
    dataset.close();
  }
}
