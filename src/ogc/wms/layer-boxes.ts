import { codeOfWkt, type Crs, type Projections, readCrsName } from '../../projections/index.ts';
import type { GeoBounds } from '../../kinds/vector/index.ts';
import type { Layer } from '../layers/layer.ts';

/** Where a layer lies in one CRS. */
export interface CrsBox {
  readonly crs: Crs;
  /** x (or longitude) first. */
  readonly box: GeoBounds;
}

/** Positions on each side of a box that is projected: sides that bend are seen well enough. */
const STEPS = 8;
/** The end of the square world of Web Mercator. */
const LAST_MERCATOR_LATITUDE = 85.051_128_78;

/**
 * The boxes of layers in a CRS, by layer. Layers that have no place there are left out.
 *
 * @param layers those without bounds have no box anywhere
 */
export async function boxesIn(
  crs: Crs,
  layers: readonly Layer[],
  projections: Projections,
  signal: AbortSignal,
): Promise<ReadonlyMap<Layer, CrsBox>> {
  const outlines = layers.map((layer) => (layer.bounds === null ? [] : outlineOf(layer.bounds, crs)));
  const moved = await projections.transform('OGC:CRS84', crs.code, Float64Array.from(outlines.flat()), signal);
  const boxes = new Map<Layer, CrsBox>();
  let at = 0;
  for (const [index, layer] of layers.entries()) {
    const { length } = outlines[index]!;
    const box = exactBox(layer, crs) ?? boxOfPositions(moved.subarray(at, at + length));
    if (box !== undefined && length > 0) boxes.set(layer, { crs, box });
    at += length;
  }
  return boxes;
}

/** The CRS of a layer's source; undefined where it has none with a name. */
export function nativeCode(layer: Layer): string | undefined {
  if (layer.kind === 'raster') return layer.projection === null ? undefined : codeOfWkt(layer.projection);
  return layer.content.crs === null ? undefined : readCrsName(layer.content.crs)?.code;
}

/** The box of a raster in its own CRS is known from its geotransform. */
function exactBox(layer: Layer, { code }: Crs): GeoBounds | undefined {
  if (layer.kind !== 'raster' || layer.geotransform === null || nativeCode(layer) !== code) return undefined;
  const [x0 = NaN, xColumn = NaN, xRow = NaN, y0 = NaN, yColumn = NaN, yRow = NaN] = layer.geotransform;
  const { width, height } = layer;
  const corners = [0, width].flatMap((column) =>
    [0, height].flatMap((row) => [x0 + column * xColumn + row * xRow, y0 + column * yColumn + row * yRow]),
  );
  return boxOfPositions(Float64Array.from(corners));
}

/** Positions along the sides of a box, longitude and latitude in turn. */
function outlineOf([west, south, east, north]: GeoBounds, { code }: Crs): readonly number[] {
  const last = code === 'EPSG:3857' ? LAST_MERCATOR_LATITUDE : 90;
  const [low, high] = [Math.max(-last, south), Math.min(last, north)];
  return Array.from({ length: STEPS + 1 }, (_, step) => {
    const [x, y] = [west + ((east - west) * step) / STEPS, low + ((high - low) * step) / STEPS];
    return [x, low, x, high, west, y, east, y];
  }).flat();
}

/** Around those positions that are numbers; undefined when none is. */
function boxOfPositions(positions: Float64Array): GeoBounds | undefined {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < positions.length; at += 2) {
    const [x, y] = [positions[at]!, positions[at + 1]!];
    if (!Number.isFinite(x) || !Number.isFinite(y)) continue;
    [minX, minY] = [Math.min(minX, x), Math.min(minY, y)];
    [maxX, maxY] = [Math.max(maxX, x), Math.max(maxY, y)];
  }
  return minX <= maxX && minY <= maxY ? [minX, minY, maxX, maxY] : undefined;
}
