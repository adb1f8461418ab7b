import { type MapGrid, MAX_MAP_PIXELS } from '../../../render/index.ts';
import { RasterError } from '../raster-error.ts';

/** @throws RasterError `out of range` for a grid without an area, or of too many pixels */
export function checkMapGrid({ box, width, height }: MapGrid): void {
  const [minX, minY, maxX, maxY] = box;
  const isSize = (side: number): boolean => Number.isSafeInteger(side) && side > 0;
  if (!isSize(width) || !isSize(height) || width * height > MAX_MAP_PIXELS) {
    throw new RasterError('out of range', `Pictures of 1 to ${MAX_MAP_PIXELS} pixels are drawn.`);
  }
  if (!(maxX > minX && maxY > minY && Number.isFinite(maxX - minX) && Number.isFinite(maxY - minY))) {
    throw new RasterError('out of range', 'The picture has no area on the ground.');
  }
}
