import { FIRST_HARMONIC, type SplatModel } from '../model/splat-model.ts';
import type { SpzHeader } from './spz-header.ts';

/** One attribute of all splats. Files have their blocks in the order of `spzBlocks`. */
export interface SpzBlock {
  readonly name: string;
  /** Bytes of one splat. */
  readonly width: number;
  /** Decodes `count` splats into a model, from splat `first` on. */
  readonly fill: (model: SplatModel, bytes: Uint8Array, first: number, count: number) => void;
}

/** Coefficients of one splat, by the degree of the file. */
const HARMONICS = [0, 9, 24, 45, 72] as const;
/** Factor of the stored coefficients of colours, to which 0.5 is added. It lets bytes hold colours beyond 0 to 1. */
const COLOUR_FACTOR = 0.15;

const table = (of: (byte: number) => number): Float32Array => Float32Array.from({ length: 256 }, (_, byte) => of(byte));
const OPACITIES = table((byte) => byte / 255);
const COLOURS = table((byte) => 0.5 + (FIRST_HARMONIC / COLOUR_FACTOR) * (byte / 255 - 0.5));
/** Natural logarithms of scales, from -10 in steps of 1/16. */
const SCALES = table((byte) => Math.exp(byte / 16 - 10));
/** Table of harmonics as bits of 16-bit floats. Converting each value takes eight times as long. */
const HALVES = new Uint16Array(Float16Array.from({ length: 256 }, (_, byte) => (byte - 128) / 128).buffer);

/** Blocks of a file. */
export function spzBlocks({ version, degree, fractionBits }: SpzHeader): SpzBlock[] {
  const width = HARMONICS[degree] ?? 0;
  return [
    version === 1
      ? { name: 'positions', width: 6, fill: fillHalves }
      : { name: 'positions', width: 9, fill: fillFixed(fractionBits) },
    { name: 'opacities', width: 1, fill: fillOpacities },
    { name: 'colours', width: 3, fill: (model, ...piece) => fillThrough(COLOURS, model.colours, ...piece) },
    { name: 'scales', width: 3, fill: (model, ...piece) => fillThrough(SCALES, model.scales, ...piece) },
    version < 3
      ? { name: 'rotations', width: 3, fill: fillThreeBytes }
      : { name: 'rotations', width: 4, fill: fillSmallestThree },
    ...(width === 0 ? [] : [{ name: 'harmonics', width, fill: fillHarmonics(width) }]),
  ];
}

function fillHalves({ centres }: SplatModel, bytes: Uint8Array, first: number, count: number): void {
  const halves = new Float16Array(Uint8Array.from(bytes.subarray(0, 6 * count)).buffer);
  centres.set(halves, 3 * first);
}

/** Decodes positions: signed integers of 24 bits. */
const fillFixed =
  (fractionBits: number): SpzBlock['fill'] =>
  ({ centres }, bytes, first, count) => {
    const unit = 2 ** -fractionBits;
    const to = 3 * first;
    for (let number = 0; number < 3 * count; number += 1) {
      const at = 3 * number;
      // Shifting up and down again extends the sign.
      const whole = ((bytes[at]! << 8) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 24)) >> 8;
      centres[to + number] = whole * unit;
    }
  };

function fillOpacities({ opacities }: SplatModel, bytes: Uint8Array, first: number, count: number): void {
  for (let splat = 0; splat < count; splat += 1) opacities[first + splat] = OPACITIES[bytes[splat]!]!;
}

function fillThrough(values: Float32Array, to: Float32Array, bytes: Uint8Array, first: number, count: number): void {
  for (let number = 0; number < 3 * count; number += 1) to[3 * first + number] = values[bytes[number]!]!;
}

/** Decodes rotations stored as x, y, z from -1 to 1. w is not negative, and the length is 1. */
function fillThreeBytes({ rotations }: SplatModel, bytes: Uint8Array, first: number, count: number): void {
  for (let splat = 0; splat < count; splat += 1) {
    const x = bytes[3 * splat]! / 127.5 - 1;
    const y = bytes[3 * splat + 1]! / 127.5 - 1;
    const z = bytes[3 * splat + 2]! / 127.5 - 1;
    const to = 4 * (first + splat);
    rotations[to] = x;
    rotations[to + 1] = y;
    rotations[to + 2] = z;
    rotations[to + 3] = Math.sqrt(Math.max(0, 1 - x * x - y * y - z * z));
  }
}

/** Maximum of a component that is not the largest: sqrt(1/2). */
const STEP = Math.SQRT1_2 / 511;

/** Decodes 32-bit rotations: the index of the largest component (2 bits), then the others (a sign and 9 bits each). */
function fillSmallestThree({ rotations }: SplatModel, bytes: Uint8Array, first: number, count: number): void {
  for (let splat = 0; splat < count; splat += 1) {
    const at = 4 * splat;
    const to = 4 * (first + splat);
    const largest = bytes[at + 3]! >>> 6;
    let bits = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
    let squares = 0;
    for (let component = 3; component >= 0; component -= 1) {
      if (component === largest) continue;
      const size = (bits & 0x1ff) * STEP;
      rotations[to + component] = (bits & 0x200) === 0 ? size : -size;
      squares += size * size;
      bits >>>= 10;
    }
    rotations[to + largest] = Math.sqrt(Math.max(0, 1 - squares));
  }
}

/** Decodes harmonics, which have the order of a model. Those of the fourth band are left out. */
const fillHarmonics =
  (width: number): SpzBlock['fill'] =>
  ({ harmonics }, bytes, first, count) => {
    const bits = new Uint16Array(harmonics.buffer, harmonics.byteOffset, harmonics.length);
    const kept = Math.min(width, HARMONICS[3]);
    for (let splat = 0; splat < count; splat += 1) {
      const from = width * splat;
      const to = kept * (first + splat);
      for (let number = 0; number < kept; number += 1) bits[to + number] = HALVES[bytes[from + number]!]!;
    }
  };
