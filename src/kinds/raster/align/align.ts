import { openRaster } from '../../../geodata/geo-driver.child.ts';
import { crsOfWkt } from '../../../geodata/place/crs.ts';
import { HEIGHT_UNITS } from '../../../geodata/surface/height-unit.ts';
import { unitOf } from '../../../geodata/surface/heights.ts';
import { coarseShift } from './coarse-shift.ts';
import { type Consensus, consensusOf } from './consensus.ts';
import { type HeightScale, heightShift } from './height-shift.ts';
import { movedPlace } from './moved-place.ts';
import { findTies, type Tie } from './patch-ties.ts';
import { type Plane, planeOf } from './plane.ts';
import type { AlignAnswer, AlignMode, AlignRequest, HeightMeasure } from './request.ts';
import { errorOf, inverse, moved, type Pair } from './similarity.ts';
import { OperationRefusal, type ProgramVoice } from '../../../engine/for-children.ts';

/** Pixels of the common grid by which ties may be off: what rounding, blur and parallax make of good ones. */
const TOLERANCE = 1.5;
/** Fewer ties say where a raster belongs, and not how it is turned. */
const TIES_FOR_SIMILARITY = 8;
/** Fewer that agree may do so by chance: of 400 that fall anywhere within 64 pixels, two or three do. */
const LEAST_TIES = 5;
const LEAST_SHARE = 0.1;
/** As many ties as make the share of those that agree count in full. */
const PLENTY = 20;

/**
 * Finds how a raster is to be moved to lie over another one.
 *
 * @throws OperationRefusal where the two show nothing alike
 */
export function alignRasters(request: AlignRequest, { progress, say }: ProgramVoice): AlignAnswer {
  const [source, reference] = [openRaster(request.source, 'tiff'), openRaster(request.reference, 'tiff')];
  try {
    const planes = [planeOf(source, request.sourceBands), planeOf(reference, request.referenceBands)] as const;
    const first = coarseShift(...planes);
    say(`First shift: ${first.dx} and ${first.dy} pixels, correlation ${first.agreement.toFixed(2)}.`);
    progress(0.2);
    const ties = findTies(...planes, first, (share) => progress(0.2 + 0.7 * share));
    const grid = gridOf(source.geoTransform ?? [0, 1, 0, 0, 0, -1], planes[0]);
    const { consensus, mode, warning } = agreed(ties.map(grid.pairOf), TOLERANCE * grid.pixel, request.mode);
    say(`${ties.length} ties, of which ${consensus.inliers.length} agree.`);
    return answerOf(request, planes, grid, consensus, { mode, warning, ties: ties.length });
  } finally {
    source.close();
    reference.close();
  }
}

type Planes = readonly [source: Plane, reference: Plane];

interface Grid {
  /** Side of a pixel in metres of EPSG:3857. */
  readonly pixel: number;
  /** Middle of the grid, there. */
  readonly middle: readonly [x: number, y: number];
  readonly columns: number;
  readonly rows: number;
  pairOf(tie: Tie): Pair;
}

/** Positions around the middle of the grid, in metres, y to the north: a turn there moves nothing far away. */
function gridOf([left = 0, pixel = 1, , top = 0]: readonly number[], { width, height }: Plane): Grid {
  const along = (column: number): number => (column - width / 2) * pixel;
  const up = (row: number): number => (height / 2 - row) * pixel;
  return {
    pixel,
    middle: [left + (width / 2) * pixel, top - (height / 2) * pixel],
    columns: width,
    rows: height,
    pairOf: ({ x, y, toX, toY }) => ({ x: along(x), y: up(y), toX: along(toX), toY: up(toY) }),
  };
}

interface Agreement {
  readonly consensus: Consensus;
  readonly mode: AlignMode;
  readonly warning: string | null;
}

function agreed(pairs: readonly Pair[], tolerance: number, wanted: AlignMode): Agreement {
  const similar = wanted === 'similarity' ? consensusOf(pairs, tolerance, false) : null;
  if (similar !== null && similar.inliers.length >= TIES_FOR_SIMILARITY && isEnough(similar, pairs))
    return { consensus: similar, mode: 'similarity', warning: null };
  const shifted = consensusOf(pairs, tolerance, true);
  if (shifted === null || !isEnough(shifted, pairs))
    throw new OperationRefusal(
      `The rasters show nothing alike: of ${pairs.length} places that were compared ${shifted?.inliers.length ?? 0} agree. Align rasters of the same place and of the same kind.`,
    );
  const warning =
    wanted === 'translation' ? null : 'Too few places agree to tell a turn or a scale: the raster is only shifted.';
  return { consensus: shifted, mode: 'translation', warning };
}

const isEnough = ({ inliers }: Consensus, pairs: readonly Pair[]): boolean =>
  inliers.length >= LEAST_TIES && inliers.length >= LEAST_SHARE * pairs.length;

function answerOf(
  { heights, place }: AlignRequest,
  [source, reference]: Planes,
  { pixel, middle: [x0, y0], columns, rows }: Grid,
  { similarity, inliers }: Consensus,
  { mode, warning, ties }: Pick<Agreement, 'mode' | 'warning'> & { readonly ties: number },
): AlignAnswer {
  const undo = inverse(similarity);
  const backInPixels = (column: number, row: number): readonly [number, number] => {
    const [x, y] = moved(undo, (column - columns / 2) * pixel, (rows / 2 - row) * pixel);
    return [x / pixel + columns / 2, rows / 2 - y / pixel];
  };
  const inlierRatio = inliers.length / ties;
  const squares = inliers.reduce((sum, pair) => sum + errorOf(similarity, pair) ** 2, 0);
  return {
    tx: similarity.tx,
    ty: similarity.ty,
    thetaDeg: (similarity.theta * 180) / Math.PI,
    scale: similarity.scale,
    shiftZ: heights === null ? 0 : shiftOf(heights, [source, reference], backInPixels),
    inlierCount: inliers.length,
    inlierRatio,
    rmse: Math.sqrt(squares / inliers.length),
    confidence: inlierRatio * Math.min(1, inliers.length / PLENTY),
    mode,
    warning,
    ...movedPlace(place, (x, y) => {
      const [movedX, movedY] = moved(similarity, x - x0, y - y0);
      return [movedX + x0, movedY + y0];
    }),
  };
}

/** Heights of different units are compared in metres. */
function shiftOf(
  heights: NonNullable<AlignRequest['heights']>,
  planes: Planes,
  back: (column: number, row: number) => readonly [number, number],
): number {
  const [source, reference] = [heights.source, heights.reference].map((each) => {
    const { scale, offset } = each.measure ?? { scale: 1, offset: 0 };
    return { metres: scale * metresOf(each), base: offset * metresOf(each) };
  }) as [HeightScale, HeightScale];
  return heightShift(...planes, { source, reference }, back) / metresOf(heights.source);
}

function metresOf({ measure, crs }: HeightMeasure): number {
  const known = crsOfWkt(crs ?? '');
  return known === null ? HEIGHT_UNITS.metre : unitOf(measure?.unit ?? '', known);
}
