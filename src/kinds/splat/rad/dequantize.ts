import { OperationRefusal } from '../../../engine/for-children.ts';
import { COMPONENTS, type Encoding, type PropertyName } from './rad-format.ts';

interface StoredRange {
  /** NaN if the property has none. */
  readonly min: number;
  readonly max: number;
}

/** Encodings that each property may have. */
const READABLE: Readonly<Record<PropertyName, readonly Encoding[]>> = {
  center: ['f32', 'f32_lebytes', 'f16', 'f16_lebytes'],
  alpha: ['f32', 'f16', 'r8'],
  rgb: ['f32', 'f16', 'r8', 'r8_delta'],
  scales: ['f32', 'ln_f16', 'ln_0r8'],
  orientation: ['f32', 'f16', 'oct88r8'],
  sh1: ['f32', 'f16', 's8', 's8_delta'],
  sh2: ['f32', 'f16', 's8', 's8_delta'],
  sh3: ['f32', 'f16', 's8', 's8_delta'],
  child_count: ['u16'],
  child_start: ['u32'],
};

/**
 * Decodes the values of a property. The values of a splat are consecutive; rotations are quaternions x, y, z, w.
 *
 * @param plain uncompressed bytes, exactly as many as the splats take
 * @throws OperationRefusal
 */
export function dequantize(
  property: PropertyName,
  encoding: Encoding,
  plain: Uint8Array,
  count: number,
  range: StoredRange,
): Float32Array | Uint16Array | Uint32Array {
  if (!READABLE[property].includes(encoding))
    throw new OperationRefusal(`The RAD file has the property ${property} in an encoding that cannot be read.`);
  if (encoding === 'oct88r8') return turnsOf(plain, count);
  if (encoding === 'u16') return new Uint16Array(copied(plain));
  if (encoding === 'u32') return new Uint32Array(copied(plain));
  const planar = planarOf(encoding, encoding.endsWith('_delta') ? summed(plain, count) : plain, range);
  const values = interleaved(planar, COMPONENTS[property]);
  return property === 'orientation' ? withW(values, count) : values;
}

/** Copies bytes into a buffer of their own: larger numbers need aligned addresses. */
const copied = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;

/** Decodes values component by component: all splats of the first, then all of the second. */
function planarOf(
  encoding: Exclude<Encoding, 'oct88r8' | 'u16' | 'u32'>,
  plain: Uint8Array,
  range: StoredRange,
): Float32Array | Float16Array {
  switch (encoding) {
    case 'f32':
      return new Float32Array(copied(plain));
    case 'f16':
      return new Float16Array(copied(plain));
    case 'f32_lebytes':
      return new Float32Array(gathered(plain, 4));
    case 'f16_lebytes':
      return new Float16Array(gathered(plain, 2));
    case 'ln_f16':
      return powersOf(new Float16Array(copied(plain)));
    case 'r8':
    case 'r8_delta': {
      const { min, max } = requireRange(range);
      return lookedUp(plain, (step) => min + (step / 255) * (max - min));
    }
    case 's8':
    case 's8_delta': {
      const { max } = requireRange({ ...range, min: 0 });
      return lookedUp(plain, (step) => ((step < 128 ? step : step - 256) / 127) * max);
    }
    case 'ln_0r8': {
      const { min, max } = requireRange(range);
      return lookedUp(plain, (step) => (step === 0 ? 0 : Math.exp(min + ((step - 1) / 254) * (max - min))));
    }
  }
}

/** Decodes bytes by a table. @param valueOf decodes one of the 256 steps */
function lookedUp(steps: Uint8Array, valueOf: (step: number) => number): Float32Array {
  const table = Float32Array.from({ length: 256 }, (_, step) => valueOf(step));
  const values = new Float32Array(steps.length);
  for (let at = 0; at < values.length; at += 1) values[at] = table[steps[at]!]!;
  return values;
}

function powersOf(logarithms: Float16Array): Float32Array {
  const values = new Float32Array(logarithms.length);
  for (let at = 0; at < values.length; at += 1) values[at] = Math.exp(logarithms[at]!);
  return values;
}

function requireRange(range: StoredRange): StoredRange {
  if (!Number.isFinite(range.min) || !Number.isFinite(range.max))
    throw new OperationRefusal('The RAD file is damaged: a property has no range.');
  return range;
}

/** Rebuilds numbers that are stored byte by byte: the first bytes of all, then the second bytes. */
function gathered(plain: Uint8Array, size: number): ArrayBuffer {
  const bytes = new Uint8Array(plain.length);
  const length = plain.length / size;
  for (let byte = 0; byte < size; byte += 1)
    for (let at = 0; at < length; at += 1) bytes[size * at + byte] = plain[length * byte + at]!;
  return bytes.buffer;
}

/** Adds up differences between consecutive splats, per component. */
function summed(differences: Uint8Array, count: number): Uint8Array {
  const values = new Uint8Array(differences.length);
  for (let first = 0; first < values.length; first += count) {
    let value = 0;
    for (let at = first; at < first + count; at += 1) {
      value += differences[at]!;
      values[at] = value;
    }
  }
  return values;
}

function interleaved(planar: Float32Array | Float16Array, numbers: number): Float32Array {
  const values = new Float32Array(planar.length);
  let from = 0;
  for (let number = 0; number < numbers; number += 1)
    for (let at = number; at < values.length; at += numbers) values[at] = planar[from++]!;
  return values;
}

/** Adds w to rotations stored as x, y, z. w is never negative, so the length of 1 determines it. */
function withW(values: Float32Array, count: number): Float32Array {
  const turns = new Float32Array(4 * count);
  for (let from = 0, to = 0; to < turns.length; from += 3, to += 4) {
    const x = values[from]!;
    const y = values[from + 1]!;
    const z = values[from + 2]!;
    turns[to] = x;
    turns[to + 1] = y;
    turns[to + 2] = z;
    turns[to + 3] = Math.sqrt(Math.max(0, 1 - x * x - y * y - z * z));
  }
  return turns;
}

/** Decodes rotations stored as an axis in octahedral encoding (two bytes) and an angle (one byte). */
function turnsOf(plain: Uint8Array, count: number): Float32Array {
  const turns = new Float32Array(4 * count);
  for (let from = 0, to = 0; to < turns.length; from += 3, to += 4) {
    let x = plain[from]! / 127.5 - 1;
    let y = plain[from + 1]! / 127.5 - 1;
    const z = 1 - Math.abs(x) - Math.abs(y);
    const below = Math.max(0, -z);
    x += x < 0 ? below : -below;
    y += y < 0 ? below : -below;
    const half = (plain[from + 2]! * Math.PI) / 510;
    const sine = Math.sin(half) / Math.sqrt(x * x + y * y + z * z);
    turns[to] = x * sine;
    turns[to + 1] = y * sine;
    turns[to + 2] = z * sine;
    turns[to + 3] = Math.cos(half);
  }
  return turns;
}
