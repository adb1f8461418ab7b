import { OperationRefusal } from '../../../engine/for-children.ts';
import { plyCountProblem } from '../../../geodata/ply/elements.ts';
import type { PlyElement, PlyHeader } from '../../../geodata/ply/header.ts';
import type { ByteWindow } from '../../../geodata/tiff/byte-window.ts';
import { HARMONICS, MAX_DEGREE, type ShDegree } from '../model/splat-model.ts';
import { degreeOf } from './ply-splats.ts';

/** Splats that share the ranges of one chunk. */
export const CHUNK_SPLATS = 256;

/** Rows of a binary PLY file: the offset of the first one, their size, and the offsets of the needed values in a row, all in bytes. */
export interface PackedRows {
  readonly start: number;
  readonly stride: number;
  readonly places: readonly number[];
}

export interface PackedLayout {
  readonly count: number;
  readonly shDegree: ShDegree;
  /** Minimum and maximum of position, scale and colour, in the order of `RANGES`. Files without ranges of colours have 12 values. */
  readonly chunks: PackedRows;
  /** Packed position, rotation, scale and colour. */
  readonly splats: PackedRows;
  /** Harmonics in the order of a model; null if the file has none. */
  readonly harmonics: PackedRows | null;
}

const AXES = ['x', 'y', 'z'];
const RANGES = [
  ...AXES.map((axis) => `min_${axis}`),
  ...AXES.map((axis) => `max_${axis}`),
  ...AXES.map((axis) => `min_scale_${axis}`),
  ...AXES.map((axis) => `max_scale_${axis}`),
];
const COLOUR_RANGES = ['min_r', 'min_g', 'min_b', 'max_r', 'max_g', 'max_b'];
const PACKED = ['packed_position', 'packed_rotation', 'packed_scale', 'packed_color'];

/** True for a PLY file of splats in the compressed layout of PlayCanvas. */
export const isPackedPly = ({ elements }: PlyHeader): boolean =>
  elements.some(({ name, properties }) => name === 'vertex' && properties.some((one) => one.name === PACKED[0]));

/** Finds the values of a packed PLY file. @throws OperationRefusal for missing ones */
export function packedLayout(window: ByteWindow, header: PlyHeader): PackedLayout {
  const { elements, encoding } = header;
  if (encoding !== 'little' || elements.some(({ hasLists }) => hasLists))
    throw new OperationRefusal('Packed splats are read from little-endian PLY files without lists only.');
  const problem = plyCountProblem(window, header);
  if (problem !== null) throw new OperationRefusal(problem);
  const chunk = elementOf(header, 'chunk');
  const vertex = elementOf(header, 'vertex');
  if (chunk === null || vertex === null) throw new OperationRefusal('It has no chunks or no splats.');
  if (chunk.count < Math.ceil(vertex.count / CHUNK_SPLATS))
    throw new OperationRefusal(`It has ${vertex.count} splats, but ${chunk.count} chunks of ${CHUNK_SPLATS} only.`);
  const hasColours = chunk.properties.some(({ name }) => name === COLOUR_RANGES[0]);
  const ranges = hasColours ? [...RANGES, ...COLOUR_RANGES] : RANGES;
  return {
    count: vertex.count,
    ...harmonicsOf(header, vertex.count),
    chunks: rowsOf(header, chunk, ranges, /^float(?:32)?$/),
    splats: rowsOf(header, vertex, PACKED, /^uint(?:32)?$/),
  };
}

const elementOf = ({ elements }: PlyHeader, name: string): PlyElement | null =>
  elements.find((element) => element.name === name) ?? null;

function harmonicsOf(header: PlyHeader, count: number): Pick<PackedLayout, 'shDegree' | 'harmonics'> {
  const element = elementOf(header, 'sh');
  if (element === null) return { shDegree: 0, harmonics: null };
  const degree = degreeOf({ ...header, elements: [element] });
  if (element.count !== count) throw new OperationRefusal(`It has ${count} splats, but harmonics of ${element.count}.`);
  const shDegree = Math.min(MAX_DEGREE, degree) as ShDegree;
  if (shDegree === 0) return { shDegree, harmonics: null };
  const coefficients = (degree + 1) ** 2 - 1;
  // The file lists all reds, then all greens, then all blues.
  const names = Array.from(
    { length: HARMONICS[shDegree] },
    (_, number) => `f_rest_${(number % 3) * coefficients + Math.floor(number / 3)}`,
  );
  return { shDegree, harmonics: rowsOf(header, element, names, /^uchar$|^uint8$/) };
}

function rowsOf(header: PlyHeader, element: PlyElement, names: readonly string[], type: RegExp): PackedRows {
  const before = header.elements.slice(0, header.elements.indexOf(element));
  const start = before.reduce((sum, { count, minBytes }) => sum + count * minBytes, header.dataOffset);
  const places = names.map((name) => {
    const property = element.properties.find((one) => one.name === name && type.test(one.type));
    if (property === undefined)
      throw new OperationRefusal(`Its element ${element.name} has no ${name}, or not as a number of the right type.`);
    return property.offset;
  });
  return { start, stride: element.minBytes, places };
}
