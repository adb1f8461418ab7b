/** Makes a vector file of the zones of a raster: its classes of values, as areas. */
import { setImmediate } from 'node:timers/promises';
import { collectGarbage } from '../../../geodata/collect-garbage.ts';
import { OperationRefusal, serveProgram, type ProgramVoice } from '../../../engine/for-children.ts';
import { traceBorders } from './borders.ts';
import { classBounds, classOf } from './class-bounds.ts';
import { mergeSmall } from './merge-small.ts';
import { outlinesOf } from './outlines.ts';
import type { Pieces } from './pieces.ts';
import type { ZoneAnswer, ZoneClass, ZoneRequest } from './request.ts';
import { smooth } from './smooth.ts';
import { straighten } from './straighten.ts';
import { readGrid, type WorkingGrid } from './working-grid.ts';
import { createZoneLayer } from './zone-layer.ts';
import { sumZones, type ZoneSums } from './zone-sums.ts';

/** More are speckles, which no machine drives to, and no program draws. */
const MOST_PIECES = 100_000;
const MOST_CORNERS = 2 ** 22;
/** Least area of a piece, as a share of all zones, where none is given. */
const USUAL_SHARE = 1 / 1000;
/** V8 does not know how much memory of GDAL's its objects hold. */
const FEATURES_A_REST = 20_000;
/** Parts of the work that come before writing. */
const [READ, MERGED] = [0.5, 0.8];

await serveProgram(async (request: ZoneRequest, voice) => {
  const grid = readGrid(request, (share) => voice.progress(share * READ));
  const { columns, rows, pixel } = grid;
  const smoothed = smooth(grid, [request.smoothing / pixel[0], request.smoothing / pixel[1]]);
  const sorted = smoothed.filter((value) => !Number.isNaN(value)).sort();
  if (sorted.length === 0)
    throw new OperationRefusal('There are no zones: no pixel has a value. Choose another band or index.');
  const bounds = classBounds(sorted, request.division);
  const classes = Uint8Array.from(smoothed, (value) => (Number.isNaN(value) ? 0 : classOf(value, bounds)));
  const minArea = request.minArea ?? validArea(grid, classes) * USUAL_SHARE;
  let rounds = 1;
  const { pieces, merged, lone } = mergeSmall(
    { columns, rows, classes },
    {
      areas: grid.areas,
      pixel,
      minArea,
      onRound() {
        rounds += 1;
        voice.progress(MERGED - (MERGED - READ) / rounds);
      },
    },
  );
  voice.progress(MERGED);
  const sums = sumZones(grid, classes, pieces);
  const written = await writeZones({ grid, pieces, sums, bounds }, request, voice);
  return {
    ...written,
    classes: classesOf(sums, bounds),
    area_m2: sums.areas.reduce((sum, area) => sum + area, 0),
    minArea,
    mergedPieces: merged,
    lonePieces: lone,
    columns,
    rows,
    pixelSize: Math.sqrt(pixel[0] * pixel[1]),
    isReduced: grid.isReduced,
  } satisfies ZoneAnswer;
});

function validArea({ columns, areas }: WorkingGrid, classes: Uint8Array): number {
  return classes.reduce((sum, each, at) => (each === 0 ? sum : sum + areas[Math.floor(at / columns)]!), 0);
}

interface Zones {
  readonly grid: WorkingGrid;
  readonly pieces: Pieces;
  readonly sums: ZoneSums;
  readonly bounds: readonly number[];
}

async function writeZones({ grid, pieces, sums, bounds }: Zones, request: ZoneRequest, { progress }: ProgramVoice) {
  const { count } = pieces;
  const borders = count > MOST_PIECES ? null : traceBorders(grid, pieces, MOST_CORNERS);
  if (borders === null)
    throw new OperationRefusal(
      'The zones are too many small ones. Choose more smoothing, a larger least area, or fewer classes.',
      'too-large',
    );
  const lines = straighten(grid, borders, grid.pixel, request.tolerance);
  const outlineOf = outlinesOf(lines, count);
  const layer = createZoneLayer(request, grid);
  const written = { features: 0, positions: lines.reduce((sum, { points }) => sum + points.length / 2, 0) };
  const labels = Int32Array.from({ length: count }, (_, at) => at + 1).sort(
    (one, other) => sums.classes[one]! - sums.classes[other]! || one - other,
  );
  for (const [at, together] of featuresOf(labels, sums, request.features).entries()) {
    const own = sums.classes[together[0]!]!;
    layer.add(
      { class: own, low: bounds[own - 1]!, high: bounds[own]!, ...whole(together, sums) },
      Array.from(together, outlineOf),
    );
    written.features += 1;
    if (at % FEATURES_A_REST !== 0) continue;
    collectGarbage();
    progress(MERGED + (1 - MERGED) * (at / count));
    await setImmediate();
  }
  layer.close();
  return written;
}

/** Labels that are written as one feature, in turn. @param labels those of a class stand together */
function featuresOf(
  labels: Int32Array,
  { classes }: ZoneSums,
  features: ZoneRequest['features'],
): readonly Int32Array[] {
  const begins = [...labels.keys()].filter(
    (at) => features === 'pieces' || at === 0 || classes[labels[at]!] !== classes[labels[at - 1]!],
  );
  return begins.map((begin, at) => labels.subarray(begin, begins[at + 1] ?? labels.length));
}

/** Several pieces as one. */
function whole(
  labels: Iterable<number>,
  { areas, means }: ZoneSums,
): { readonly mean: number; readonly area_m2: number } {
  let [mean, area] = [0, 0];
  for (const label of labels) {
    area += areas[label]!;
    mean += ((means[label]! - mean) * areas[label]!) / area;
  }
  return { mean, area_m2: area };
}

function classesOf(sums: ZoneSums, bounds: readonly number[]): readonly ZoneClass[] {
  return bounds.slice(1).map((high, at) => {
    const own = [...sums.classes.keys()].filter((label) => sums.classes[label] === at + 1);
    const { mean, area_m2 } = whole(own, sums);
    return { class: at + 1, low: bounds[at]!, high, mean: own.length === 0 ? null : mean, area_m2, pieces: own.length };
  });
}
