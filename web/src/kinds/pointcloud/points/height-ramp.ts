export type Colour = readonly [red: number, green: number, blue: number];

/** Colours from low to high, even in brightness, so that relief is seen (a blue-green-yellow ramp). */
const STOPS: readonly Colour[] = [
  [68, 20, 110],
  [62, 74, 137],
  [38, 130, 142],
  [53, 183, 121],
  [170, 215, 60],
  [253, 231, 80],
];

export const RAMP_STEPS = 256;

/** Red, green, blue, 255 of each step. */
export function heightRamp(): Uint8Array<ArrayBuffer> {
  const pixels = new Uint8Array(4 * RAMP_STEPS);
  for (let step = 0; step < RAMP_STEPS; step += 1) pixels.set([...rampColour(step / (RAMP_STEPS - 1)), 255], 4 * step);
  return pixels;
}

/** @param share 0 to 1 */
export function rampColour(share: number): Colour {
  const place = Math.min(1, Math.max(0, share)) * (STOPS.length - 1);
  const below = Math.min(Math.floor(place), STOPS.length - 2);
  const [one, other] = [STOPS[below]!, STOPS[below + 1]!];
  const at = (band: 0 | 1 | 2): number => Math.round(one[band] + (other[band] - one[band]) * (place - below));
  return [at(0), at(1), at(2)];
}

/** Grey of an intensity. The darkest is not black, so it can be seen on a dark ground. @param share 0 to 1 */
export function intensityColour(share: number): Colour {
  const grey = Math.round(255 * (0.08 + 0.92 * share));
  return [grey, grey, grey];
}

/** Colour of a return. Single returns are grey. @param number of the return in its pulse, from 1 on */
export const returnColour = (number: number, all: number): Colour =>
  all <= 1 ? [140, 140, 140] : rampColour((number - 1) / Math.max(all - 1, 1));
