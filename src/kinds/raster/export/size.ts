import type { EntryRow } from '../../../datasets/index.ts';
import { fail } from '../../../errors/index.ts';
import { bytesOfType } from '../band-bytes.ts';
import { scalesOf } from './grid.ts';
import type { Content } from './content.ts';
import type { RasterExportParameters } from './parameters.ts';
import { refuseParameter } from '../../../tasks/index.ts';

/** Bytes of a pixel of an export, before compression. @param types of the raster's bands */
export function bytesOfPixel(content: Content, types: readonly string[]): number {
  if (content.kind === 'bands' && content.scaling !== null) return content.bands.length;
  if (content.kind === 'bands') return content.bands.reduce((sum, band) => sum + bytesOfType(types[band - 1] ?? ''), 0);
  const { rendering } = content;
  if (rendering.kind === 'index-values') return 4;
  return rendering.kind === 'shades' && rendering.bands.length === 1 ? 2 : 4;
}

/** @throws `too-large` for more than an export may have @param most undefined: as much as is wanted */
export function checkSize(width: number, height: number, bytes: number, most: number | undefined): void {
  if (most === undefined || width * height * bytes <= most) return;
  throw fail(
    'too-large',
    `The export would have about ${Math.round(width)} x ${Math.round(height)} pixels and ${Math.round(width * height * bytes)} bytes; at most ${most} are made. Ask for a smaller part, fewer bands or a coarser resolution.`,
  );
}

/** Pixels an export has, about, from what is known without reading the file: a resolution in another CRS is not looked at. */
export function expectedSize(
  { window, width, resolution, crs }: RasterExportParameters,
  { polygonGeometry, properties }: Pick<EntryRow, 'polygonGeometry' | 'properties'>,
): readonly [columns: number, rows: number] {
  const {
    width: columns,
    height: rows,
    geotransform,
  } = properties as unknown as {
    readonly width: number;
    readonly height: number;
    readonly geotransform: readonly number[] | null;
  };
  const share = window === null ? [1, 1] : shares(window, polygonGeometry);
  const [wide, high] = [columns * share[0]!, rows * share[1]!];
  const [, xColumn = NaN, xRow = NaN, , yColumn = NaN, yRow = NaN] = geotransform ?? [];
  const sides = [Math.hypot(xColumn, yColumn), Math.hypot(xRow, yRow)] as const;
  const isKnown = crs === null && sides.every((side) => side > 0);
  const scales = scalesOf({ width, resolution: isKnown ? resolution : null }, wide, sides);
  return [wide * scales[0], high * scales[1]];
}

/** Shares of the width and the height of a raster's box that a window covers. @throws `invalid-input` where they do not meet */
function shares(window: readonly number[], polygon: EntryRow['polygonGeometry']): readonly [number, number] {
  const ring =
    (polygon as { readonly coordinates: readonly (readonly (readonly number[])[])[] } | null)?.coordinates[0] ?? [];
  const [west = 0, south = 0, east = 0, north = 0] = window;
  if (!(west < east && south < north))
    throw refuseParameter(
      'window',
      'The window is west, south, east and north: the first two are less than the others.',
    );
  const share = (low: number, high: number, axis: number): number => {
    const places = ring.map((position) => position[axis] ?? 0);
    const [least, greatest] = [Math.min(...places), Math.max(...places)];
    // A raster across the antimeridian has longitudes beyond 180.
    const common = Math.max(
      ...(axis === 0 ? [-360, 0, 360] : [0]).map(
        (turn) => Math.min(high + turn, greatest) - Math.max(low + turn, least),
      ),
    );
    if (!(common > 0)) throw refuseParameter('window', 'The window lies outside of the raster.');
    return common / (greatest - least);
  };
  return [share(west, east, 0), share(south, north, 1)];
}
