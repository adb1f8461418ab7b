import type { GroundStep } from '../../../geodata/surface/ground.ts';
import { WORLD_HALF_METRES, worldPixels } from './mercator-grid.ts';

/** WGS 84. */
const ECCENTRICITY2 = 0.006_694_379_990_141_316;

/** How far one goes on the ground from pixel to pixel of the tile grid. @param y row from the north, in pixels of the zoom */
export function groundStepAt(zoom: number, y: number): GroundStep {
  const side = worldPixels(zoom);
  const pixel = (2 * WORLD_HALF_METRES) / side;
  const latitude = Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / side)));
  const cosine = Math.cos(latitude);
  const flat = 1 - ECCENTRICITY2 * Math.sin(latitude) ** 2;
  const columnEast = (pixel * cosine) / Math.sqrt(flat);
  const rowNorth = (-pixel * cosine * (1 - ECCENTRICITY2)) / flat ** 1.5;
  return { columnEast, columnNorth: 0, rowEast: 0, rowNorth, area: -columnEast * rowNorth };
}
