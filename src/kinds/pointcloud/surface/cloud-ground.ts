import { crsOfWkt, metresPerHeight } from '../../../geodata/place/crs.ts';
import { OperationRefusal } from '../../../engine/for-children.ts';
import type { Area } from '../cloud-input/area.ts';
import { type Cloud, eachPiece } from '../cloud-input/open-cloud.ts';
import { viewOf } from '../cloud-input/view-of.ts';
import { openSource, piecesOf } from '../copc-build/point-source.ts';
import { recordBytesOf } from '../copc-build/point-layout.ts';
import { columnOf, type Grid, gridAround, type PlaneBox, rowOf } from './grid.ts';
import { findGround } from './ground-filter.ts';
import type { GroundFilterOptions } from './request.ts';

const GROUND = 2;
/** Cells of the filter, which are in memory together: some 20 bytes each. */
const MOST_CELLS = 2 ** 25;

/** Whether a point in an area is classified as ground; reading stops at the first one. */
export async function hasGroundClass({ source }: Cloud, area: Area | null): Promise<boolean> {
  const { layout } = source;
  const { scale, offset } = layout;
  const recordBytes = recordBytesOf(layout);
  const points = await openSource(source);
  try {
    for (let piece = 0; piece < piecesOf(source); piece += 1) {
      const records = points.read(piece);
      const view = viewOf(records);
      for (let at = 0; at < records.length; at += recordBytes) {
        if (records[at + 16] !== GROUND) continue;
        const [x, y] = [view.getInt32(at, true), view.getInt32(at + 4, true)];
        if (area === null || area.contains(x * scale[0] + offset[0], y * scale[1] + offset[1])) return true;
      }
    }
    return false;
  } finally {
    points.close();
  }
}

/**
 * Finds the ground of a cloud by its lowest points.
 *
 * @param counts whether a point is looked at
 * @returns whether a point, by its coordinates, is ground
 * @throws OperationRefusal where the CRS has degrees, there are too many cells, or no points
 */
export async function findGroundOf(
  cloud: Cloud,
  area: Area | null,
  box: PlaneBox,
  options: GroundFilterOptions,
  counts: (records: Uint8Array, at: number) => boolean,
  progress: (share: number) => void,
): Promise<(x: number, y: number, z: number) => boolean> {
  const { plane, height: heightUnit } = unitsOf(cloud.head.wkt);
  const cell = options.cell / plane;
  let found = await lowestPoints(cloud, area, box, cell, counts, (share) => progress(share / 2));
  // The header said that points lie elsewhere than they do.
  if (found.outside !== null) found = await lowestPoints(cloud, area, found.outside, cell, counts, progress);
  const { lowest, grid } = found;
  const { width, height, side, west, north } = grid;
  const isGround = findGround(lowest, {
    width,
    height,
    cell: options.cell / heightUnit,
    slope: options.slope,
    window: Math.max(1, Math.ceil(options.window / options.cell)),
    threshold: options.threshold / heightUnit,
  });
  if (isGround === null)
    throw new OperationRefusal('There is no point in the chosen part of the cloud. Choose another area.');
  return (x, y, z) => isGround((x - west) / side, (north - y) / side, z);
}

/** @returns the lowest height in each cell, and the box of all points where some lie outside of the given one */
async function lowestPoints(
  { source }: Cloud,
  area: Area | null,
  box: PlaneBox,
  side: number,
  counts: (records: Uint8Array, at: number) => boolean,
  progress: (share: number) => void,
): Promise<{ readonly lowest: Float32Array; readonly grid: Grid; readonly outside: PlaneBox | null }> {
  const { layout } = source;
  const { scale, offset } = layout;
  const recordBytes = recordBytesOf(layout);
  const grid = gridAround(box, side, MOST_CELLS);
  const { width, height } = grid;
  const lowest = new Float32Array(width * height).fill(NaN);
  const [low, high]: [[number, number], [number, number]] = [
    [Infinity, Infinity],
    [-Infinity, -Infinity],
  ];
  let hasOutside = false;
  await eachPiece(
    { source },
    (records) => {
      const view = viewOf(records);
      for (let at = 0; at < records.length; at += recordBytes) {
        if (!counts(records, at)) continue;
        const x = view.getInt32(at, true) * scale[0] + offset[0];
        const y = view.getInt32(at + 4, true) * scale[1] + offset[1];
        if (area !== null && !area.contains(x, y)) continue;
        [low[0], low[1]] = [Math.min(low[0], x), Math.min(low[1], y)];
        [high[0], high[1]] = [Math.max(high[0], x), Math.max(high[1], y)];
        const [column, row] = [columnOf(grid, x), rowOf(grid, y)];
        if (column < 0 || column >= width || row < 0 || row >= height) {
          hasOutside = true;
          continue;
        }
        const z = view.getInt32(at + 8, true) * scale[2] + offset[2];
        const cell = row * width + column;
        if (!(lowest[cell]! <= z)) lowest[cell] = z;
      }
    },
    progress,
  );
  return { lowest, grid, outside: hasOutside ? { min: low, max: high } : null };
}

/** Metres of a unit of the plane, and of heights. */
function unitsOf(wkt: string | null): { readonly plane: number; readonly height: number } {
  const crs = wkt === null ? null : crsOfWkt(wkt);
  if (crs === null) return { plane: 1, height: 1 };
  if (!crs.isProjected())
    throw new OperationRefusal(
      'The ground filter needs a cloud in a projected coordinate system. Export it into one first, such as a UTM zone.',
    );
  return { plane: crs.getLinearUnits().value, height: metresPerHeight(crs) };
}
