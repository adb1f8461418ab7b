import { type Heights, openHeights } from '../../../geodata/surface/heights.ts';
import type { RasterSource } from '../../../geodata/raster-source.ts';
import { OperationRefusal } from '../../../engine/for-children.ts';
import { type Area, readAreas } from '../volume/areas.ts';
import { type Base, type BorderHeight, levelBase, lowestBase, planeBase } from '../volume/base.ts';
import { borderOf, measureArea, pixelsAround } from '../volume/measure.ts';

export interface VolumeRequest {
  readonly source: RasterSource;
  /** The built map, whose overviews are read where the file has too many pixels. */
  readonly cog: string;
  readonly polygon: {
    readonly type: 'Polygon';
    readonly coordinates: readonly (readonly (readonly number[])[])[];
  };
  /** A height in metres, or what is made of the heights along the border. */
  readonly base: 'lowest' | 'average' | 'plane' | number;
}

/** Lengths in metres, areas in square metres, volumes in cubic metres. */
export interface VolumeAnswer {
  readonly cut: number;
  readonly fill: number;
  readonly net: number;
  readonly area: number;
  readonly missing: number;
  readonly base: { readonly kind: 'lowest' | 'average' | 'plane' | 'height'; readonly height: number };
  readonly lowest: number;
  readonly highest: number;
  readonly cellSize: readonly [x: number, y: number];
  readonly cells: number;
  readonly source: 'original' | 'overview';
}

/** Pixels around the area that are read. */
const MOST_CELLS = 2 ** 22;
/** Heights along the border that are looked at. */
const MOST_BORDER = 2000;

/** The volume between the heights of a raster and a base, within a polygon. */
export default async function volume(request: VolumeRequest): Promise<VolumeAnswer> {
  const { source, polygon } = request;
  const whole = openHeights({ source, band: 1, heightUnit: null });
  try {
    const [area] = await readAreas({ polygon }, whole);
    const cells = pixelsAround([area!], whole);
    if (cells === 0) throw new OperationRefusal('The polygon lies beside the raster.');
    if (cells <= MOST_CELLS) return answerOf(request, whole, area!, 'original');
  } finally {
    whole.close();
  }
  const { heights, area } = await finestOverview(request, whole.unit);
  try {
    return answerOf(request, heights, area, 'overview');
  } finally {
    heights.close();
  }
}

/** The finest level of the built map that has few enough pixels around the polygon. */
async function finestOverview(
  { cog, polygon }: VolumeRequest,
  unit: number,
): Promise<{ heights: Heights; area: Area }> {
  const source: RasterSource = { path: cog, kind: 'tiff' };
  for (const overview of levelsOf(source)) {
    // The map has another CRS: what the CRS of the file says of heights is not in it.
    const heights = { ...openHeights({ source, band: 1, heightUnit: null, overview }), unit };
    try {
      const [area] = await readAreas({ polygon }, heights);
      if (pixelsAround([area!], heights) <= MOST_CELLS) return { heights, area: area! };
    } catch (error) {
      heights.close();
      throw error;
    }
    heights.close();
  }
  throw new OperationRefusal(
    'The polygon is too large: not even the coarsest overview of the raster has few enough pixels in it.',
    'too-large',
  );
}

/** The full resolution, and the overviews from the finest. */
function levelsOf(source: RasterSource): readonly (number | undefined)[] {
  const { dataset, close } = openHeights({ source, band: 1, heightUnit: null });
  const count = dataset.bands.get(1).overviews.count();
  close();
  return [undefined, ...Array.from({ length: count }, (_, overview) => overview)];
}

function answerOf(
  { base: asked }: VolumeRequest,
  heights: Heights,
  area: Area,
  source: VolumeAnswer['source'],
): VolumeAnswer {
  const { unit, ground, height } = heights;
  const base = baseOf(asked, heights, area);
  const { cut, fill, net, lowest, highest, baseHeight, ...areas } = measureArea(heights, area, base, null, () => {});
  if (lowest === null || highest === null || baseHeight === null)
    throw new OperationRefusal('The raster has no heights within the polygon.');
  const [column, row] = middleOf(area);
  const [atMiddle = NaN] = base.rowOf(row, column, 1);
  const step = ground.stepAt(Math.min(height - 1, Math.max(0, row)));
  return {
    cut,
    fill,
    net,
    area: areas.area - areas.areaWithoutHeights,
    missing: areas.areaWithoutHeights,
    base: { kind: typeof asked === 'number' ? 'height' : asked, height: atMiddle * unit },
    lowest,
    highest,
    cellSize: [Math.hypot(step.columnEast, step.columnNorth), Math.hypot(step.rowEast, step.rowNorth)],
    cells: Math.round((areas.area - areas.areaWithoutHeights) / step.area),
    source,
  };
}

function baseOf(asked: VolumeRequest['base'], heights: Heights, area: Area): Base {
  if (typeof asked === 'number') return levelBase(asked / heights.unit);
  const border = borderOf(heights, area, MOST_BORDER).flat();
  if (asked === 'lowest') return lowestBase(border);
  return asked === 'plane' ? planeBase(border) : averageBase(border);
}

function averageBase(border: readonly BorderHeight[]): Base {
  const known = border.filter(({ height }) => !Number.isNaN(height));
  if (known.length === 0)
    throw new OperationRefusal('The terrain has no heights along the border of the area. Choose another base.');
  return levelBase(known.reduce((sum, { height }) => sum + height, 0) / known.length);
}

/** Column and row in the middle of the box around an area. */
function middleOf({ parts }: Area): readonly [column: number, row: number] {
  const numbers = parts.flat(2);
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let at = 0; at < numbers.length; at += 2) {
    [left, right] = [Math.min(left, numbers[at]!), Math.max(right, numbers[at]!)];
    [top, bottom] = [Math.min(top, numbers[at + 1]!), Math.max(bottom, numbers[at + 1]!)];
  }
  return [Math.floor((left + right) / 2), Math.floor((top + bottom) / 2)];
}
