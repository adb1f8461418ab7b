import type { RasterExtent } from '../read/raster-extent.child.ts';
import type { RasterFacts } from '../read/raster-facts.child.ts';
import { fail } from '../../../errors/index.ts';
import type { Extract } from '../coverages/coverage-order.ts';
import { LONGEST_SIDE, type RasterExportParameters } from './parameters.ts';

type Wishes = Pick<RasterExportParameters, 'crs' | 'resolution' | 'width'>;

/**
 * The pixels of an export: those of the raster, or a grid of their own in another CRS. A raster that is placed by control
 * points has no grid and gets one in its own CRS.
 *
 * @param crs code of the CRS of a grid of its own
 * @throws `invalid-input` for sides that no reader takes
 */
export function gridOf(wishes: Wishes, extent: RasterExtent, crs: string | null): Extract {
  if (crs === null && extent.pixels !== null) {
    const { pixels } = extent;
    const size = sizeOf(wishes, pixels.width, pixels.height, extent.sides);
    return { kind: 'cut', window: pixels, ...size };
  }
  if (crs === null)
    throw fail(
      'invalid-input',
      'The raster is placed by control points, and has no grid. Name the crs that it is to have.',
    );
  const [minX, minY, maxX, maxY] = extent.box;
  const { resolution } = extent;
  const size = sizeOf(wishes, (maxX - minX) / resolution, (maxY - minY) / resolution, [resolution, resolution]);
  return { kind: 'warp', crs, box: extent.box, ...size };
}

/** @param columns pixels of the raster's own size @param pixel their sides */
function sizeOf(wishes: Wishes, columns: number, rows: number, pixel: readonly [column: number, row: number]) {
  const [wide, high] = scalesOf(wishes, columns, pixel);
  const sides = { width: Math.max(1, Math.round(columns * wide)), height: Math.max(1, Math.round(rows * high)) };
  if (Math.max(sides.width, sides.height) <= LONGEST_SIDE) return sides;
  throw fail(
    'invalid-input',
    `The export would have ${sides.width} x ${sides.height} pixels; a side has ${LONGEST_SIDE} at most. Ask for a coarser resolution.`,
  );
}

/**
 * Pixels that an export has for each of the raster's, along a row and down a column: a resolution makes them square, a width keeps
 * their shape.
 */
export function scalesOf(
  { resolution, width }: Pick<Wishes, 'resolution' | 'width'>,
  columns: number,
  [wide, high]: readonly [column: number, row: number],
): readonly [column: number, row: number] {
  if (width !== null) return [width / columns, width / columns];
  return resolution === null ? [1, 1] : [wide / resolution, high / resolution];
}

/** Whether an export has the raster's own pixels, all of them. */
export const isWhole = (extract: Extract, { width, height }: Pick<RasterFacts, 'width' | 'height'>): boolean =>
  extract.kind === 'cut' &&
  [extract.width, extract.window.width].every((side) => side === width) &&
  [extract.height, extract.window.height].every((side) => side === height);
