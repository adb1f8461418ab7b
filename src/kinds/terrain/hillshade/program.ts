/** Makes a raster of a terrain's form, with the grid of the terrain: shaded relief, slope, aspect or roughness. */
import { type Heights, openHeights } from '../../../geodata/surface/heights.ts';
import { createRasterOutput } from '../../../geodata/surface/raster-output.ts';
import { stripsOf } from '../../../geodata/surface/strips.ts';
import {
  aspect,
  createFourShades,
  createShade,
  type Gradient,
  gradientOf,
  roughness,
  slopeDegrees,
  slopePercent,
  type Window,
} from '../../../geodata/surface/relief.ts';
import { visitWindows } from './windows.ts';
import type { ReliefKind, ReliefRequest } from './request.ts';
import { serveProgram, type ProgramVoice } from '../../../engine/for-children.ts';

/** Grey levels of a shaded relief begin at 1: 0 is where nothing is. */
const DARKEST = 1;
const BRIGHTEST = 255;
const NO_SHADE = 0;
/** Outside of all slopes and directions, as other programs write it. */
const NO_VALUE = -9999;
/** Share of the program's time until all values are computed; compression is the rest. */
const COMPUTING = 0.7;

await serveProgram(async (request: ReliefRequest, voice) => {
  const heights = openHeights(request);
  try {
    return await writeRelief(heights, request, voice);
  } finally {
    heights.close();
  }
});

async function writeRelief(heights: Heights, request: ReliefRequest, voice: ProgramVoice): Promise<object> {
  const { width, height, affine, crs, ground, unit } = heights;
  const shaded = request.kind === 'hillshade';
  const output = createRasterOutput(request.output, {
    width,
    height,
    affine,
    crs,
    type: shaded ? 'Byte' : 'Float32',
    nodata: shaded ? NO_SHADE : NO_VALUE,
    description: request.kind,
    overviews: request.kind === 'aspect' ? 'NEAREST' : 'AVERAGE',
  });
  const zFactor = unit * request.zFactor;
  const valueOf = valueMaker(request);
  const range = { count: 0, min: Infinity, max: -Infinity };
  for (const strip of stripsOf(width, height, heights.blockRows)) {
    const size = width * strip.rows;
    const values = shaded ? new Uint8Array(size).fill(NO_SHADE) : new Float32Array(size).fill(NO_VALUE);
    let [known, step] = [-1, ground.stepAt(strip.top)];
    visitWindows(heights, strip, (window, row, at) => {
      if (row !== known) [known, step] = [row, ground.stepAt(row)];
      const value = valueOf(gradientOf(window, step, zFactor), window, zFactor);
      if (Number.isNaN(value)) return;
      values[at] = value;
      range.count += 1;
      range.min = Math.min(range.min, value);
      range.max = Math.max(range.max, value);
    });
    output.write(strip.top, strip.rows, values);
    voice.progress(((strip.top + strip.rows) / height) * COMPUTING);
  }
  await output.finish((share) => voice.progress(COMPUTING + share * (1 - COMPUTING)));
  const { count, min, max } = range;
  return { pixels: count, min: count === 0 ? null : min, max: count === 0 ? null : max, measure: ground.measure };
}

function valueMaker({ kind, light, slopeUnit }: ReliefRequest) {
  const shade =
    light.azimuth === null
      ? createFourShades(light.altitude)
      : createShade({ azimuth: light.azimuth, altitude: light.altitude });
  const makers: Readonly<Record<ReliefKind, (gradient: Gradient, window: Window, zFactor: number) => number>> = {
    hillshade: (gradient) => Math.round(DARKEST + shade(gradient) * (BRIGHTEST - DARKEST)),
    slope: slopeUnit === 'percent' ? slopePercent : slopeDegrees,
    aspect,
    roughness: (_, window, zFactor) => roughness(window, zFactor),
  };
  return makers[kind];
}
