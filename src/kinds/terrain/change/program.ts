/** Makes a raster of the difference of two terrains, on the grid of the first, and sums it up. */
import { toPlane } from '../../../geodata/surface/affine.ts';
import { type Aligned, alignHeights } from '../../../geodata/surface/align.ts';
import { type Heights, openHeights } from '../../../geodata/surface/heights.ts';
import { createRasterOutput } from '../../../geodata/surface/raster-output.ts';
import { stripsOf } from '../../../geodata/surface/strips.ts';
import { createChangeSums } from './change-sums.ts';
import type { ChangeAnswer, ChangeRequest } from './request.ts';
import { OperationRefusal, serveProgram, type ProgramVoice } from '../../../engine/for-children.ts';

const NO_VALUE = -9999;
/** Shares of the work until the later terrain lies on the grid, and until all differences are there. */
const ALIGNED = 0.5;
const COMPUTED = 0.8;

await serveProgram(async (request: ChangeRequest, voice): Promise<ChangeAnswer> => {
  const [before, after] = [openHeights(request.before), openHeights(request.after)];
  const aligned = await alignHeights(before, after, request.scratch, (share) => voice.progress(share * ALIGNED));
  const answer = await subtract(before, aligned, request, voice);
  for (const each of [before, after, aligned.heights]) each.close();
  return answer;
});

async function subtract(
  before: Heights,
  { window, heights: after }: Aligned,
  { output: path, threshold }: ChangeRequest,
  voice: ProgramVoice,
): Promise<ChangeAnswer> {
  const { left, top, width, height } = window;
  const [x, y] = toPlane(before.affine, left, top);
  const [, xColumn, xRow, , yColumn, yRow] = before.affine;
  const output = createRasterOutput(path, {
    width,
    height,
    affine: [x, xColumn, xRow, y, yColumn, yRow],
    crs: before.crs,
    type: 'Float32',
    nodata: NO_VALUE,
    description: 'change of height in metres',
    overviews: 'AVERAGE',
  });
  const sums = createChangeSums(threshold);
  for (const strip of stripsOf(width, height, before.blockRows)) {
    const [earlier, later] = [
      before.read(left, top + strip.top, width, strip.rows),
      after.read(0, strip.top, width, strip.rows),
    ];
    const values = new Float32Array(earlier.length).fill(NO_VALUE);
    for (let row = 0; row < strip.rows; row += 1) {
      const { area } = before.ground.stepAt(top + strip.top + row);
      for (let at = row * width; at < (row + 1) * width; at += 1) {
        const difference = later[at]! * after.unit - earlier[at]! * before.unit;
        if (Number.isNaN(difference)) continue;
        values[at] = difference;
        sums.add(difference, area);
      }
    }
    output.write(strip.top, strip.rows, values);
    voice.progress(ALIGNED + ((strip.top + strip.rows) / height) * (COMPUTED - ALIGNED));
  }
  const answer = sums.answer();
  if (answer === null) throw new OperationRefusal('No place has heights in both terrains.');
  await output.finish((share) => voice.progress(COMPUTED + share * (1 - COMPUTED)));
  return { measure: before.ground.measure, ...answer };
}
