import { type PlyEncoding, plyHeader } from './mesh-bytes.ts';

const BYTES: Readonly<Record<string, number>> = {
  char: 1,
  uchar: 1,
  short: 2,
  ushort: 2,
  int: 4,
  uint: 4,
  float: 4,
  double: 8,
};

/** Rows of an element; a list is an array of its members. */
export interface PlyRows {
  readonly name: string;
  /** As in the header: `float x`, `list uchar int vertex_indices`. */
  readonly properties: readonly string[];
  readonly rows: readonly (readonly (number | readonly number[])[])[];
}

/** A PLY file of any elements. @param comments lines behind the format */
export function plyBytes(
  encoding: PlyEncoding,
  elements: readonly PlyRows[],
  comments: readonly string[] = [],
): Buffer {
  const header = plyHeader(
    encoding,
    elements.map(({ name, properties, rows }) => [name, rows.length, properties] as const),
  ).replace(/^(ply\n.*\n)/, `$1${comments.map((comment) => `comment ${comment}\n`).join('')}`);
  const body = elements.flatMap(({ properties, rows }) => rows.map((row) => rowBytes(encoding, properties, row)));
  return Buffer.concat([Buffer.from(header), ...body]);
}

function rowBytes(
  encoding: PlyEncoding,
  properties: readonly string[],
  row: readonly (number | readonly number[])[],
): Buffer {
  const numbers = row.flatMap((value, index): (readonly [type: string, value: number])[] => {
    const words = properties[index]!.split(' ');
    if (typeof value === 'number') return [[words[0]!, value]];
    return [[words[1]!, value.length], ...value.map((member) => [words[2]!, member] as const)];
  });
  if (encoding === 'ascii') return Buffer.from(`${numbers.map(([, value]) => value).join(' ')}\n`);
  return Buffer.concat(numbers.map(([type, value]) => numberBytes(type, value, encoding === 'binary_little_endian')));
}

function numberBytes(type: string, value: number, little: boolean): Buffer {
  const bytes = Buffer.alloc(BYTES[type]!);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const setters: Readonly<Record<string, () => void>> = {
    char: () => view.setInt8(0, value),
    uchar: () => view.setUint8(0, value),
    short: () => view.setInt16(0, value, little),
    ushort: () => view.setUint16(0, value, little),
    int: () => view.setInt32(0, value, little),
    uint: () => view.setUint32(0, value, little),
    float: () => view.setFloat32(0, value, little),
    double: () => view.setFloat64(0, value, little),
  };
  setters[type]!();
  return bytes;
}
