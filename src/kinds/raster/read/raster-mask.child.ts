import { hasSharedMask, openRaster } from '../../../geodata/geo-driver.child.ts';
import { maskPath } from '../../../geodata/raster-input.ts';
import { OperationRefusal } from '../../../engine/for-children.ts';

/**
 * Why the mask beside a GeoTIFF cannot be used, in plain words; null when it can.
 *
 * @throws OperationRefusal when the GeoTIFF itself cannot be read
 */
export default function rasterMask({ path, alone }: { readonly path: string; readonly alone: string }): string | null {
  const { x: width, y: height } = sizeOf(alone);
  try {
    const size = sizeOf(maskPath(path));
    if (size.x !== width || size.y !== height)
      return `It has ${size.x} x ${size.y} pixels instead of ${width} x ${height}.`;
  } catch (cause) {
    return cause instanceof OperationRefusal ? cause.message : 'It cannot be read as a TIFF file.';
  }
  const dataset = openRaster(path, 'tiff');
  try {
    return hasSharedMask(dataset.bands.get(1)) ? null : 'It is no mask of all bands.';
  } finally {
    dataset.close();
  }
}

function sizeOf(path: string): { readonly x: number; readonly y: number } {
  const dataset = openRaster(path, 'tiff');
  try {
    return dataset.rasterSize;
  } finally {
    dataset.close();
  }
}
