/** Makes a vector file of contour lines of a terrain. */
import { setImmediate } from 'node:timers/promises';
import { collectGarbage } from '../../../geodata/collect-garbage.ts';
import { toPlane } from '../../../geodata/surface/affine.ts';
import { type Heights, openHeights } from '../../../geodata/surface/heights.ts';
import { stripsOf } from '../../../geodata/surface/strips.ts';
import type { Positions } from './chains.ts';
import { createLevels, type Levels } from './levels.ts';
import { createLineLayer } from './line-layer.ts';
import type { ContourAnswer, ContourRequest } from './request.ts';
import { cutCorners, simplify, withoutRepeats } from './shape-line.ts';
import { createTracer } from './trace.ts';
import { OperationRefusal, serveProgram, type ProgramVoice } from '../../../engine/for-children.ts';

/** Most positions of lines that are not finished: 16 million take 256 to 400 MB. */
const MAX_HELD = 2 ** 24;
/** Between the lowest and the highest place; more are a mistake in the interval, and the memory of one row. */
const MAX_LEVELS = 10_000;
/** Most positions of all lines: a GeoPackage of 2 GB, which no program draws. */
const MAX_POSITIONS = 10 ** 8;
/** V8 does not know how much memory of GDAL's its objects hold. */
const LINES_A_REST = 20_000;

await serveProgram(async (request: ContourRequest, voice) => {
  const heights = openHeights(request);
  try {
    return await writeContours(heights, request, voice);
  } finally {
    heights.close();
  }
});

async function writeContours(heights: Heights, request: ContourRequest, voice: ProgramVoice): Promise<ContourAnswer> {
  const { width, height } = heights;
  const levels = createLevels(request.levels);
  const layer = createLineLayer(request, heights.crs);
  const shape = shaper(heights, request);
  const made = { lines: 0, positions: 0, lowest: Infinity, highest: -Infinity };
  const tracer = createTracer(width, levels, (level, traced) => {
    const positions = shape(traced);
    if (positions.length === 0) return;
    made.lines += 1;
    made.positions += positions.length / 2;
    made.lowest = Math.min(made.lowest, levels.at(level));
    made.highest = Math.max(made.highest, levels.at(level));
    layer.add(levels.at(level), positions);
  });
  let rested = 0;
  for (const strip of stripsOf(width, height, heights.blockRows)) {
    const values = heights.read(0, strip.top, width, strip.rows);
    if (levelsIn(values, levels) > MAX_LEVELS) throw tooMany();
    for (let row = 0; row < strip.rows; row += 1) {
      tracer.row(values, row * width);
      if (tracer.held() > MAX_HELD || made.positions > MAX_POSITIONS) throw tooMany();
      if (made.lines - rested < LINES_A_REST) continue;
      rested = made.lines;
      collectGarbage();
      await setImmediate();
    }
    voice.progress((strip.top + strip.rows) / height);
  }
  tracer.end();
  layer.close();
  if (made.lines === 0)
    throw new OperationRefusal('There is no contour: no level lies between the heights of the terrain. Choose others.');
  return made;
}

function tooMany(): OperationRefusal {
  return new OperationRefusal('The contours are too many. Choose a larger interval, or fewer levels.', 'too-large');
}

function levelsIn(values: Float64Array, levels: Levels): number {
  let [lowest, highest] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < lowest) lowest = value;
    if (value > highest) highest = value;
  }
  if (lowest > highest) return 0;
  const [first, next] = [levels.after(lowest), levels.after(highest)];
  // Numbers that are not whole any more are no levels one after the other.
  return Number.isSafeInteger(first) && Number.isSafeInteger(next) ? next - first : Infinity;
}

/** What becomes of a line of pixels: smooth, simple, in the CRS. */
function shaper({ affine, ground, height }: Heights, { smoothing, tolerance }: ContourRequest) {
  const metresAPixel = Math.sqrt(ground.stepAt(height / 2).area);
  return (traced: Positions): Positions => {
    let line = withoutRepeats(traced);
    if (line.length === 0) return line;
    for (let time = 0; time < smoothing; time += 1) line = cutCorners(line);
    if (tolerance > 0) line = simplify(line, tolerance / metresAPixel);
    const placed: number[] = [];
    for (let at = 0; at < line.length; at += 2) placed.push(...toPlane(affine, line[at]!, line[at + 1]!));
    return placed;
  };
}
