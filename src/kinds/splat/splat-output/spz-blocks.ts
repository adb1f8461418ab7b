import { OperationRefusal } from '../../../engine/for-children.ts';
import { FIRST_HARMONIC, HARMONICS, type ShDegree } from '../model/splat-model.ts';
import { opacityByte, toByte } from './bytes.ts';
import type { ChosenSplats } from './formats.ts';

/** One attribute of all splats. */
interface SpzBlock {
  /** Bytes per splat. */
  readonly width: (degree: ShDegree) => number;
  /** @param bits fractional bits of coordinates */
  fill(bytes: Uint8Array, chosen: ChosenSplats, first: number, end: number, bits: number): void;
}

/** Coordinates are signed integers of 24 bits. */
const MOST = 2 ** 23 - 1;
/** Fractional bits that other writers use, and the maximum that 32-bit floats benefit from. */
const [USUAL_BITS, MOST_BITS] = [12, 23];
/** Minimum steps in the extent of a scene: 0.4 mm in 100 m. */
const FINE_STEPS = 2 ** 18;
/** Minimum fractional bits. With fewer, splats would visibly lie on a grid. */
const LEAST_STEPS = 2 ** 12;

/**
 * Chooses the fractional bits of coordinates: as many as other writers use, more in small scenes, and fewer for large coordinates.
 *
 * @throws OperationRefusal for coordinates whose steps would be too coarse
 */
export function spzFractionBits({ model: { centres }, list }: ChosenSplats): number {
  let [farthest, extent] = [0, 0];
  for (let axis = 0; axis < 3; axis += 1) {
    let [low, high] = [Infinity, -Infinity];
    for (let at = 0; at < list.length; at += 1) {
      const value = centres[3 * list[at]! + axis]!;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    farthest = Math.max(farthest, -low, high);
    extent = Math.max(extent, high - low);
  }
  const room = farthest === 0 ? MOST_BITS : Math.floor(Math.log2(MOST / farthest));
  const wanted = extent === 0 ? USUAL_BITS : Math.ceil(Math.log2(FINE_STEPS / extent));
  const bits = Math.min(room, MOST_BITS, Math.max(USUAL_BITS, wanted));
  if (bits < 0 || (bits < USUAL_BITS && extent > 0 && extent * 2 ** bits < LEAST_STEPS))
    throw new OperationRefusal(
      `Coordinates reach up to ${Math.ceil(farthest)}, which is too far from zero for the 24-bit numbers of SPZ. Export a PLY.`,
    );
  return bits;
}

/** Factor of colours, which lets bytes hold colours beyond 0 to 1. */
const COLOUR = 0.15 / FIRST_HARMONIC;
/** Steps per unit of the logarithms of scales, and the lowest logarithm. */
const [SCALE_STEPS, SCALE_LOWEST] = [16, -10];
/** Steps of harmonics, as other writers have them: five bits for the first degree, four for the others. */
const [FIRST_STEP, OTHER_STEP] = [8, 16];
/** Coefficients of the first degree. */
const FIRST = HARMONICS[1];

/** Attributes in the order of the file. */
export const SPZ_BLOCKS: readonly SpzBlock[] = [
  {
    width: () => 9,
    fill(bytes, { model: { centres }, list }, first, end, bits) {
      const factor = 2 ** bits;
      for (let at = first, to = 0; at < end; at += 1)
        for (let axis = 0; axis < 3; axis += 1, to += 3) {
          const value = Math.min(MOST, Math.max(-MOST, Math.round(factor * centres[3 * list[at]! + axis]!)));
          bytes[to] = value & 0xff;
          bytes[to + 1] = (value >> 8) & 0xff;
          bytes[to + 2] = (value >> 16) & 0xff;
        }
    },
  },
  {
    width: () => 1,
    fill(bytes, { model: { opacities }, list }, first, end) {
      for (let at = first; at < end; at += 1) bytes[at - first] = opacityByte(opacities[list[at]!]!);
    },
  },
  {
    width: () => 3,
    fill(bytes, { model: { colours }, list }, first, end) {
      for (let at = first, to = 0; at < end; at += 1)
        for (let band = 0; band < 3; band += 1, to += 1)
          bytes[to] = toByte(255 * (0.5 + COLOUR * (colours[3 * list[at]! + band]! - 0.5)));
    },
  },
  {
    width: () => 3,
    fill(bytes, { model: { scales }, list }, first, end) {
      for (let at = first, to = 0; at < end; at += 1)
        for (let axis = 0; axis < 3; axis += 1, to += 1)
          bytes[to] = toByte(SCALE_STEPS * (Math.log(scales[3 * list[at]! + axis]!) - SCALE_LOWEST));
    },
  },
  {
    width: () => 4,
    fill(bytes, { model: { rotations }, list }, first, end) {
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      for (let at = first; at < end; at += 1)
        view.setUint32(4 * (at - first), packedTurn(rotations, 4 * list[at]!), true);
    },
  },
  {
    width: (degree) => HARMONICS[degree],
    fill(bytes, { model, list, degree }, first, end) {
      const own = HARMONICS[model.shDegree];
      const wanted = HARMONICS[degree];
      for (let at = first, to = 0; at < end; at += 1)
        for (let index = 0; index < wanted; index += 1, to += 1) {
          const step = index < FIRST ? FIRST_STEP : OTHER_STEP;
          const value = 128 + 128 * model.harmonics[own * list[at]! + index]!;
          bytes[to] = Math.min(255, Math.max(0, step * Math.round(value / step)));
        }
    },
  },
];

/** Steps of a component, which is at most sqrt(1/2) as another one is larger. */
const TURN_STEPS = 511 / Math.SQRT1_2;

/** Encodes a quaternion x, y, z, w: two bits for the index of the largest component, and 10 bits for each other. */
function packedTurn(rotations: Float32Array, from: number): number {
  let largest = 0;
  for (let part = 1; part < 4; part += 1)
    if (Math.abs(rotations[from + part]!) > Math.abs(rotations[from + largest]!)) largest = part;
  const isTurned = rotations[from + largest]! < 0;
  let packed = largest;
  for (let part = 0; part < 4; part += 1) {
    if (part === largest) continue;
    const value = rotations[from + part]!;
    const size = Math.min(511, Math.round(TURN_STEPS * Math.abs(value)));
    packed = (packed << 10) | (value < 0 === isTurned ? 0 : 512) | size;
  }
  return packed >>> 0;
}
