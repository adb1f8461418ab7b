import { mapBytes, type RasterOnGrid, type RasterStyle } from '../../kinds/raster/index.ts';
import type { Canvas, MapGrid } from '../../render/index.ts';
import { explainRaster } from '../picture-errors.ts';
import { failOgc } from '../ogc-error.ts';
import type { WmsDependencies } from './dependencies.ts';
import { MAX_PIXELS } from './limits.ts';
import type { StyledLayer } from './map-layers.ts';
import type { StyleBook } from './styles.ts';

type Painters = Pick<WmsDependencies, 'vectorMaps' | 'rasterMaps'>;

/** The layers that have to be drawn for a picture: what is named twice is drawn once. */
const keyOf = ({ layer, style }: StyledLayer): string => JSON.stringify([layer.name, style]);

/** Most bytes that a picture takes while it is drawn. @throws InvalidParameterValue for more than `MAX_PIXELS` */
export function bytesOfPicture(layers: readonly StyledLayer[], grid: MapGrid): number {
  const count = new Set(layers.map(keyOf)).size;
  const isLone = layers.length === 1 && layers[0]!.layer.kind === 'raster';
  const hasNumbers = layers.some(({ layer, style }) => layer.kind === 'raster' && style !== 'default');
  if (count * grid.width * grid.height <= MAX_PIXELS)
    return mapBytes(grid, { keptLayers: isLone ? 0 : count, hasNumbers });
  throw failOgc(
    'InvalidParameterValue',
    `A picture has at most ${MAX_PIXELS} pixels in all its layers together. Ask for fewer layers, or for a smaller picture.`,
    'LAYERS',
  );
}

/**
 * Draws layers one after the other, the first one lowest: the next people's pictures get their turn in between, and a
 * picture that is given up stops. A raster alone is left to be drawn by the thread that encodes it.
 *
 * @throws ServiceError: a layer that cannot be drawn is an error, never a hole in the picture
 */
export async function drawLayers(
  layers: readonly StyledLayer[],
  grid: MapGrid,
  book: StyleBook,
  painters: Painters,
  signal: AbortSignal,
): Promise<readonly (Canvas | RasterOnGrid)[]> {
  const [only, ...others] = layers;
  if (only?.layer.kind === 'raster' && others.length === 0)
    return [{ file: only.layer.file, grid, style: only.style as RasterStyle }];
  const drawn = new Map<string, Canvas>();
  for (const layer of layers) {
    signal.throwIfAborted();
    const key = keyOf(layer);
    if (!drawn.has(key)) drawn.set(key, await drawLayer(layer, grid, book, painters, signal));
  }
  return layers.map((layer) => drawn.get(keyOf(layer))!);
}

async function drawLayer(
  { layer, style }: StyledLayer,
  grid: MapGrid,
  book: StyleBook,
  { vectorMaps, rasterMaps }: Painters,
  signal: AbortSignal,
): Promise<Canvas> {
  if (layer.kind === 'raster')
    return rasterMaps.draw(layer.file, grid, style as RasterStyle, signal).catch(explainRaster);
  const { width, height } = grid;
  return { width, height, rgba: await vectorMaps.draw(layer, grid, book.vector(layer), signal) };
}
