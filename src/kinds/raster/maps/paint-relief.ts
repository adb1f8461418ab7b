import { createShade, gradientOf } from '../../../geodata/surface/relief.ts';
import type { GroundStep } from '../../../geodata/surface/ground.ts';
import type { Patch } from './sample.ts';
import { CHANNELS } from './copy-values.ts';

/** Puts the colour of a height, by what a slope sends back of the light, into a picture. */
export type PaintRelief = (height: number, shade: number, rgba: Uint8ClampedArray, at: number) => void;

/** Light from the north-west, half way up: what maps have. */
const shadeOf = createShade({ azimuth: 315, altitude: 45 });

/**
 * The shaded relief of heights.
 *
 * @param heights one pixel wider than the result to each side
 * @param stepAt steps on the ground by row of the result
 * @param metres in a unit of the heights
 */
export function paintRelief(
  heights: Patch<Float32Array<ArrayBuffer>>,
  stepAt: (row: number) => GroundStep,
  metres: number,
  paint: PaintRelief,
): Uint8ClampedArray<ArrayBuffer> {
  const [width, height] = [heights.width - 2, heights.height - 2];
  const rgba = new Uint8ClampedArray(width * height * CHANNELS);
  const { samples } = heights;
  const window = new Float64Array(9);
  for (let row = 0; row < height; row++) {
    const step = stepAt(row);
    for (let column = 0; column < width; column++) {
      const middle = ((row + 1) * heights.width + column + 1) * CHANNELS;
      if (samples[middle + 3] === 0) continue;
      const value = samples[middle]!;
      for (let cell = 0; cell < 9; cell++) {
        const at = middle + ((Math.floor(cell / 3) - 1) * heights.width + (cell % 3) - 1) * CHANNELS;
        // A gap is level with the middle.
        window[cell] = samples[at + 3] === 0 ? value : samples[at]!;
      }
      const out = (row * width + column) * CHANNELS;
      paint(value, shadeOf(gradientOf(window, step, metres)), rgba, out);
      rgba[out + 3] = 255;
    }
  }
  return rgba;
}

/** Grey from 1, which no light reaches, to 255. */
export const paintShade: PaintRelief = (_height, shade, rgba, at) => {
  rgba.fill(1 + shade * 254, at, at + 3);
};

/** Light of level ground is 0.7: there the colours are those of the legend. */
const DARK = 0.3;

export const paintShaded =
  (colourAt: (value: number, rgba: Uint8ClampedArray, at: number) => boolean): PaintRelief =>
  (height, shade, rgba, at) => {
    if (!colourAt(height, rgba, at)) return;
    for (let channel = at; channel < at + 3; channel++) rgba[channel] = rgba[channel]! * (DARK + shade);
  };
