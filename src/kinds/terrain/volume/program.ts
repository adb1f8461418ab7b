/** Measures volumes between a terrain and a base, within areas. */
import { type Aligned, alignHeights } from '../../../geodata/surface/align.ts';
import { type Heights, openHeights } from '../../../geodata/surface/heights.ts';
import { type Area, readAreas } from './areas.ts';
import { type Base, levelBase, lowestBase, planeBase, triangulatedBase } from './base.ts';
import { borderOf, measureArea, pixelsAround } from './measure.ts';
import type { VolumeAnswer, VolumeRequest } from './request.ts';
import { OperationRefusal, serveProgram } from '../../../engine/for-children.ts';

/** Heights along a border: of a fit, which counts each once, and of triangles, whose making takes time by their square. */
const MAX_FITTED = 20_000;
const MAX_TRIANGULATED = 1000;
/**
 * Pixels read for all areas together, each counting as often as it lies around one: ten times those of the largest terrains there
 * are. At 8 to 10 million a second that is twenty minutes of a processor.
 */
const MAX_PIXELS = 1e10;
/** Share of the work until another surface lies on the grid. */
const ALIGNING = 0.6;

await serveProgram(async (request: VolumeRequest, voice): Promise<VolumeAnswer> => {
  const grid = openHeights(request);
  const areas = await readAreas(request.area, grid);
  requireBearable(pixelsAround(areas, grid));
  const other = request.base.kind === 'surface' ? openHeights(request.base.surface) : null;
  const aligned =
    other && (await alignHeights(grid, other, request.scratch, (share) => voice.progress(share * ALIGNING)));
  const begun = aligned === null ? 0 : ALIGNING;
  const volumes = areas.map((area, index) => {
    const base = baseOf(request, grid, area, aligned);
    return measureArea(grid, area, base, request.heightError, (share) =>
      voice.progress(begun + ((1 - begun) * (index + share)) / areas.length),
    );
  });
  if (volumes.every(({ lowest }) => lowest === null))
    throw new OperationRefusal('There are no heights in the area. Does it lie within the terrain?');
  for (const each of [grid, other, aligned?.heights]) each?.close();
  return { measure: grid.ground.measure, areas: volumes };
});

function requireBearable(pixels: number): void {
  if (pixels <= MAX_PIXELS) return;
  const message = `The areas have ${pixels} pixels around them, of which at most ${MAX_PIXELS} are read. Measure fewer or smaller areas at a time, or a coarser terrain.`;
  throw new OperationRefusal(message, 'too-large');
}

function baseOf({ base }: VolumeRequest, grid: Heights, area: Area, aligned: Aligned | null): Base {
  switch (base.kind) {
    case 'elevation':
      return levelBase(base.elevation);
    case 'lowest':
      return lowestBase(borderOf(grid, area, MAX_FITTED).flat());
    case 'plane':
      return planeBase(borderOf(grid, area, MAX_FITTED).flat());
    case 'triangulated':
      return triangulatedBase(borderOf(grid, area, MAX_TRIANGULATED));
    case 'surface':
      return surfaceBase(aligned!, aligned!.heights.unit / grid.unit);
  }
}

/** @param factor from units of the surface to those of the terrain */
function surfaceBase({ window, heights }: Aligned, factor: number): Base {
  return {
    errorAt: () => null,
    rowOf(row, left, width) {
      const values = new Float64Array(width).fill(NaN);
      const first = Math.max(left, window.left);
      const count = Math.min(left + width, window.left + window.width) - first;
      if (row < window.top || row >= window.top + window.height || count <= 0) return values;
      values.set(heights.read(first - window.left, row - window.top, count, 1), first - left);
      return values.map((value) => value * factor);
    },
  };
}
