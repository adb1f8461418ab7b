import type * as Gdal from 'gdal-async';
import { gdal, openRaster } from '../../../../geodata/geo-driver.child.ts';
import { indexPainter, indexValues, onWhite, type Painter, palettePainter, shadesPainter } from './painters.ts';
import { blockReader, type Part, type PixelBlock } from './pixel-block.ts';
import type { RenderAnswer, RenderRequest, Rendering } from './request.ts';
import { indexRange } from './value-range.ts';
import { OperationRefusal, type ProgramVoice } from '../../../../engine/for-children.ts';

/** Side of the blocks that are written. */
const BLOCK = 256;
/** Columns that are worked on at once: with five bands of 8 bytes 40 MB, whatever the raster's width. */
const MOST_COLUMNS = 16 * BLOCK;
const CREATION = ['TILED=YES', `BLOCKXSIZE=${BLOCK}`, `BLOCKYSIZE=${BLOCK}`, 'BIGTIFF=IF_SAFER', 'SPARSE_OK=TRUE'];
/** Bytes that are written as they are where they are read once: compressing them takes as long as all else. */
const MOST_BARE = 2 ** 32;

/**
 * Writes a raster as colours, or an index of its bands, block by block, on the grid of the raster (a rotated one included).
 *
 * @throws OperationRefusal for a raster that cannot be read, or has no palette where its palette is asked for
 */
export function renderRaster(request: RenderRequest, { progress }: ProgramVoice): RenderAnswer {
  const source = openRaster(request.path, request.kind);
  try {
    const { rendering } = request;
    const range = rangeOf(source, rendering);
    const target = create(source, request);
    try {
      const shown =
        rendering.kind === 'index-values'
          ? writeValues(source, target, rendering, progress)
          : writeColours(source, target, request, range, progress);
      return { range, shown };
    } finally {
      target.close();
    }
  } finally {
    source.close();
  }
}

type Progress = ProgramVoice['progress'];
type Range = RenderAnswer['range'];

function rangeOf(source: Gdal.Dataset, rendering: Rendering): Range {
  if (rendering.kind === 'shades') return [rendering.low, rendering.high];
  if (rendering.kind !== 'index') return null;
  return rendering.range ?? indexRange(source, rendering.index, rendering.bands);
}

function writeColours(
  source: Gdal.Dataset,
  target: Gdal.Dataset,
  { rendering, white }: RenderRequest,
  range: Range,
  progress: Progress,
): number {
  const paint = painterOf(source, rendering, range ?? [0, 1]);
  const planes = target.bands.map((band) => band);
  const bands = rendering.kind === 'palette' ? [1] : rendering.bands;
  const need = rendering.kind === 'index' ? 'all' : 'any';
  return eachBlock(source, blockReader(source, bands, need), progress, (block, { x, y, width, height }) => {
    const painted = paint(block);
    const written = white ? onWhite(painted) : painted;
    planes.forEach((plane, at) => plane.pixels.write(x, y, width, height, written[at]!));
    return countOf(painted.at(-1)!, (opacity) => opacity !== 0);
  });
}

function writeValues(
  source: Gdal.Dataset,
  target: Gdal.Dataset,
  { index, bands }: Rendering & { readonly kind: 'index-values' },
  progress: Progress,
): number {
  const band = target.bands.get(1);
  return eachBlock(source, blockReader(source, bands, 'all'), progress, (block, { x, y, width, height }) => {
    const values = indexValues(index, block);
    band.pixels.write(x, y, width, height, Float32Array.from(values));
    return countOf(values, (value) => !Number.isNaN(value));
  });
}

function painterOf(source: Gdal.Dataset, rendering: Rendering, [low, high]: readonly [number, number]): Painter {
  if (rendering.kind === 'shades') return shadesPainter(low, high);
  if (rendering.kind === 'index') return indexPainter(rendering.index, rendering.colours, low, high);
  return palettePainter(coloursOf(source));
}

function coloursOf(source: Gdal.Dataset): readonly (readonly [number, number, number, number])[] {
  const table = source.bands.get(1).colorTable;
  if (table === null) throw new OperationRefusal('The raster has no table of colours.');
  return Array.from({ length: table.count() }, (_, value) => {
    const { c1, c2, c3, c4 } = table.get(value);
    return [c1, c2, c3, c4] as const;
  });
}

/** An empty GeoTIFF on the grid of the source. */
function create(source: Gdal.Dataset, { destination, rendering, isLast }: RenderRequest): Gdal.Dataset {
  const { x: width, y: height } = source.rasterSize;
  const isValues = rendering.kind === 'index-values';
  const colours = isValues ? 1 : rendering.kind === 'shades' && rendering.bands.length === 1 ? 2 : 4;
  const form = isValues ? [] : [...(colours === 4 ? ['PHOTOMETRIC=RGB'] : []), 'ALPHA=YES'];
  const isBare = !isLast && width * height * 4 <= MOST_BARE;
  const level = isLast ? [`PREDICTOR=${isValues ? 3 : 2}`] : ['ZLEVEL=1'];
  const packed = isBare ? [] : ['COMPRESS=DEFLATE', ...level, 'NUM_THREADS=2'];
  const options = [...CREATION, ...form, ...packed];
  const type = isValues ? 'Float32' : 'Byte';
  const target = gdal.open(destination, 'w', 'GTiff', width, height, colours, type, options);
  if (source.srs !== null) target.srs = source.srs;
  if (source.geoTransform !== null) target.geoTransform = source.geoTransform;
  if (isValues) target.bands.get(1).noDataValue = NaN;
  return target;
}

/** Works through the raster. @returns the sum of what the work counted */
function eachBlock(
  source: Gdal.Dataset,
  read: (part: Part) => PixelBlock,
  progress: Progress,
  work: (block: PixelBlock, part: Part) => number,
): number {
  const { x: width, y: height } = source.rasterSize;
  let total = 0;
  for (let y = 0; y < height; y += BLOCK) {
    for (let x = 0; x < width; x += MOST_COLUMNS) {
      const part = { x, y, width: Math.min(MOST_COLUMNS, width - x), height: Math.min(BLOCK, height - y) };
      total += work(read(part), part);
    }
    progress(Math.min(1, (y + BLOCK) / height));
  }
  return total;
}

function countOf<T extends Uint8Array | Float64Array>(values: T, counts: (value: number) => boolean): number {
  let count = 0;
  for (const value of values) if (counts(value)) count += 1;
  return count;
}
