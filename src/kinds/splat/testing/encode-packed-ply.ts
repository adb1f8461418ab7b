import { plyHeader } from '../../mesh/testing/mesh-bytes.ts';
import { HARMONICS, type SplatModel } from '../model/splat-model.ts';
import { smallestThree } from './smallest-three.ts';

const AXES = ['x', 'y', 'z'];
const both = (of: (end: string) => readonly string[]): readonly string[] => [...of('min'), ...of('max')];
const PLACES = both((end) => AXES.map((axis) => `float ${end}_${axis}`));
const SIZES = both((end) => AXES.map((axis) => `float ${end}_scale_${axis}`));
const SHADES = both((end) => ['r', 'g', 'b'].map((colour) => `float ${end}_${colour}`));
const CHUNK = 256;

interface PackedPlyOptions {
  /** False to leave the ranges of colours out. Default: true. */
  readonly hasColourRanges?: boolean;
  /** Chunks to declare and write. Default: as many as the splats need. */
  readonly chunks?: number;
  /** Declared rows of harmonics. Default: one per splat. */
  readonly harmonicRows?: number;
  /** Words of each splat that mean nothing. Default: none. */
  readonly spareWords?: number;
}

/** Encodes splats as a compressed PLY file of PlayCanvas. */
export function packedPlyOf(
  model: SplatModel,
  {
    hasColourRanges = true,
    chunks = Math.ceil(model.count / CHUNK),
    harmonicRows = model.count,
    spareWords = 0,
  }: PackedPlyOptions = {},
): Buffer {
  const { count, shDegree } = model;
  const each = HARMONICS[shDegree];
  const ranges = new Float32Array(chunks * (hasColourRanges ? 18 : 12));
  const words = new Uint32Array(4 * count);
  const columns = [model.centres, model.scales.map((value) => Math.log(value))];
  if (hasColourRanges) columns.push(model.colours);
  for (let chunk = 0; chunk < Math.min(chunks, Math.ceil(count / CHUNK)); chunk += 1)
    packChunk(model, chunk, columns, ranges, words);
  const rest = Uint8Array.from({ length: each * count }, (_, at) => {
    const [splat, number] = [Math.floor(at / each), at % each];
    // A row lists all reds, then all greens, then all blues.
    const value = model.harmonics[each * splat + (number % (each / 3)) * 3 + Math.floor(number / (each / 3))]!;
    return Math.max(0, Math.min(255, Math.floor((value / 8 + 0.5) * 256)));
  });
  const names = [
    ...['position', 'rotation', 'scale', 'color'].map((name) => `uint packed_${name}`),
    ...Array.from({ length: spareWords }, (_, word) => `uint spare_${word}`),
  ];
  const rows = new Uint32Array(names.length * count);
  for (let splat = 0; splat < count; splat += 1)
    rows.set(words.subarray(4 * splat, 4 * splat + 4), names.length * splat);
  const harmonics = Array.from({ length: each }, (_, number) => `uchar f_rest_${number}`);
  const head = plyHeader('binary_little_endian', [
    ['chunk', chunks, [...PLACES, ...SIZES, ...(hasColourRanges ? SHADES : [])]],
    ['vertex', count, names],
    ...(each === 0 ? [] : [['sh', harmonicRows, harmonics] as const]),
  ]);
  return Buffer.concat([Buffer.from(head), Buffer.from(ranges.buffer), Buffer.from(rows.buffer), rest]);
}

const steps = (value: number, low: number, high: number, most: number): number =>
  Math.round((high === low ? 0 : (value - low) / (high - low)) * most);

function packChunk(
  model: SplatModel,
  chunk: number,
  columns: readonly Float32Array[],
  ranges: Float32Array,
  words: Uint32Array,
): void {
  const [first, end] = [chunk * CHUNK, Math.min(model.count, (chunk + 1) * CHUNK)];
  const width = 6 * columns.length;
  columns.forEach((numbers, column) => {
    for (let axis = 0; axis < 3; axis += 1) {
      const values = Array.from({ length: end - first }, (_, at) => numbers[3 * (first + at) + axis]!);
      ranges[width * chunk + 6 * column + axis] = Math.min(...values);
      ranges[width * chunk + 6 * column + 3 + axis] = Math.max(...values);
    }
  });
  const share = (splat: number, axis: number, column: number, most: number): number => {
    const at = width * chunk + 6 * column + axis;
    return steps(columns[column]![3 * splat + axis]!, ranges[at]!, ranges[at + 3]!, most);
  };
  const colour = (splat: number, axis: number): number =>
    columns.length === 3
      ? share(splat, axis, 2, 255)
      : Math.max(0, Math.min(255, Math.round(model.colours[3 * splat + axis]! * 255)));
  const three = (splat: number, column: number): number =>
    (share(splat, 0, column, 2047) << 21) | (share(splat, 1, column, 1023) << 11) | share(splat, 2, column, 2047);
  for (let splat = first; splat < end; splat += 1) {
    words[4 * splat] = three(splat, 0);
    const { largest, others } = smallestThree([3, 0, 1, 2].map((component) => model.rotations[4 * splat + component]!));
    words[4 * splat + 1] = others.reduce(
      (word, value) => (word << 10) | steps(value, -Math.SQRT1_2, Math.SQRT1_2, 1023),
      largest,
    );
    words[4 * splat + 2] = three(splat, 1);
    words[4 * splat + 3] =
      (colour(splat, 0) << 24) |
      (colour(splat, 1) << 16) |
      (colour(splat, 2) << 8) |
      Math.round(model.opacities[splat]! * 255);
  }
}
