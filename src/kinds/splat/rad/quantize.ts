/**
 * Quantizes values of the splats of a chunk to bytes, component by component, which compresses best. Each function writes to the
 * beginning of `planes` and returns the number of bytes.
 */

/** Splats of a chunk: the index of the first one, and their number. */
export interface Span {
  readonly base: number;
  readonly count: number;
}

/** Stores floats byte by byte: the first bytes of all, then the second bytes. Processors must be little-endian, as the format is. */
export function bytePlanes(values: Float32Array, numbers: number, { base, count }: Span, planes: Uint8Array): number {
  const bytes = new Uint8Array(values.buffer, values.byteOffset + 4 * numbers * base, 4 * numbers * count);
  const step = 4 * numbers;
  let to = 0;
  for (let byte = 0; byte < 4; byte += 1)
    for (let number = 0; number < numbers; number += 1)
      for (let at = 4 * number + byte; at < bytes.length; at += step) planes[to++] = bytes[at]!;
  return to;
}

/** Stores values as 16-bit floats, clamped to finite ones. */
export function halfPlanes(values: Float32Array, numbers: number, { base, count }: Span, planes: Uint8Array): number {
  const halves = new Float16Array(planes.buffer, planes.byteOffset, numbers * count);
  const end = numbers * (base + count);
  let to = 0;
  for (let number = 0; number < numbers; number += 1)
    for (let at = numbers * base + number; at < end; at += numbers)
      halves[to++] = Math.max(-MOST_HALF, Math.min(MOST_HALF, values[at]!));
  return 2 * to;
}

/** Largest finite 16-bit float. */
const MOST_HALF = 65_504;

export interface Range {
  readonly min: number;
  readonly max: number;
}

/** Stores values in 256 steps, as differences from the previous splat: neighbours are similar. */
export function deltaPlanes(
  values: Float32Array,
  numbers: number,
  { base, count }: Span,
  { min, max }: Range,
  planes: Uint8Array,
): number {
  const steps = 255 / (max - min);
  const end = numbers * (base + count);
  let to = 0;
  for (let number = 0; number < numbers; number += 1) {
    let before = 0;
    for (let at = numbers * base + number; at < end; at += numbers) {
      const value = Math.round(Math.max(0, Math.min(255, (values[at]! - min) * steps)));
      planes[to++] = value - before;
      before = value;
    }
  }
  return to;
}

/** Stores natural logarithms in 255 steps. Code 0 stands for the value 0. */
export function logPlanes(
  values: Float32Array,
  numbers: number,
  { base, count }: Span,
  { min, max }: Range,
  planes: Uint8Array,
): number {
  const steps = 254 / (max - min);
  const end = numbers * (base + count);
  let to = 0;
  for (let number = 0; number < numbers; number += 1)
    for (let at = numbers * base + number; at < end; at += numbers) {
      const value = values[at]!;
      planes[to++] = value <= 0 ? 0 : 1 + Math.round(Math.max(0, Math.min(254, (Math.log(value) - min) * steps)));
    }
  return to;
}

/** Stores natural logarithms as 16-bit floats. That of 0 is negative infinity, which decodes to 0. */
export function logHalfPlanes(
  values: Float32Array,
  numbers: number,
  { base, count }: Span,
  planes: Uint8Array,
): number {
  const halves = new Float16Array(planes.buffer, planes.byteOffset, numbers * count);
  const end = numbers * (base + count);
  let to = 0;
  for (let number = 0; number < numbers; number += 1)
    for (let at = numbers * base + number; at < end; at += numbers) halves[to++] = Math.log(values[at]!);
  return 2 * to;
}

/** Table of signed steps, -127 to 127, of all 16-bit floats by their bits. It takes a fifth of the time of the arithmetic. */
export function signedSteps(max: number): Uint8Array {
  const bits = new Uint16Array(2 ** 16);
  for (let half = 0; half < bits.length; half += 1) bits[half] = half;
  const halves = new Float16Array(bits.buffer);
  const steps = new Uint8Array(bits.length);
  for (let half = 0; half < bits.length; half += 1)
    steps[half] = Math.round(Math.max(-127, Math.min(127, (halves[half]! * 127) / max)));
  return steps;
}

/** A band of harmonics: `numbers` values from `first` on, among the `each` values of a splat. */
export interface Band {
  readonly each: number;
  readonly first: number;
  readonly numbers: number;
  /** Table of `signedSteps`. */
  readonly steps: Uint8Array;
}

export function signedPlanes(
  harmonics: Float16Array,
  { each, first, numbers, steps }: Band,
  { base, count }: Span,
  planes: Uint8Array,
): number {
  const bits = new Uint16Array(harmonics.buffer, harmonics.byteOffset, harmonics.length);
  const end = each * (base + count);
  let to = 0;
  for (let number = first; number < first + numbers; number += 1)
    for (let at = each * base + number; at < end; at += each) planes[to++] = steps[bits[at]!]!;
  return to;
}

/**
 * Stores rotations in three bytes each: an axis in octahedral encoding, and an angle of up to 180 degrees. The octahedral square is
 * distorted, so the nearest of the four steps around a position is searched. Its error is at most 1.3 degrees; that of rounding is 1.9.
 *
 * @param rotations quaternions x, y, z, w
 */
export function turnBytes(rotations: Float32Array, { base, count }: Span, planes: Uint8Array): number {
  const end = 4 * (base + count);
  let to = 0;
  for (let at = 4 * base; at < end; at += 4) {
    const w = rotations[at + 3]!;
    // A quaternion and its negative are the same rotation.
    const side = w < 0 ? -1 : 1;
    const x = side * rotations[at]!;
    const y = side * rotations[at + 1]!;
    const z = side * rotations[at + 2]!;
    const sum = Math.abs(x) + Math.abs(y) + Math.abs(z);
    let u = sum > 0 ? x / sum : 0;
    let v = sum > 0 ? y / sum : 0;
    if (z < 0) {
      const folded = (1 - Math.abs(v)) * (u < 0 ? -1 : 1);
      v = (1 - Math.abs(u)) * (v < 0 ? -1 : 1);
      u = folded;
    }
    const left = Math.min(254, Math.floor((u + 1) * 127.5));
    const below = Math.min(254, Math.floor((v + 1) * 127.5));
    let bestU = left;
    let bestV = below;
    let best = nearness(left, below, x, y, z);
    for (let corner = 1; corner < 4; corner += 1) {
      const nextU = left + (corner & 1);
      const nextV = below + (corner >> 1);
      const near = nearness(nextU, nextV, x, y, z);
      if (near > best) {
        best = near;
        bestU = nextU;
        bestV = nextV;
      }
    }
    planes[to++] = bestU;
    planes[to++] = bestV;
    planes[to++] = Math.round((Math.atan2(Math.sqrt(x * x + y * y + z * z), Math.abs(w)) * 510) / Math.PI);
  }
  return to;
}

/** Cosine of the angle between the axis of a step and another axis, times the length of the latter. */
function nearness(u: number, v: number, x: number, y: number, z: number): number {
  let a = u / 127.5 - 1;
  let b = v / 127.5 - 1;
  const c = 1 - Math.abs(a) - Math.abs(b);
  const below = Math.max(0, -c);
  a += a < 0 ? below : -below;
  b += b < 0 ? below : -below;
  return (a * x + b * y + c * z) / Math.sqrt(a * a + b * b + c * c);
}
