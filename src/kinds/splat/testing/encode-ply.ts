import { plyHeader } from '../../mesh/testing/mesh-bytes.ts';
import { FIRST_HARMONIC, HARMONICS, type SplatModel } from '../model/splat-model.ts';

interface PlyOptions {
  readonly encoding?: 'binary_little_endian' | 'binary_big_endian' | 'ascii';
  readonly type?: 'float' | 'double';
  /** True to reverse the order of the properties, and to add a normal and a byte among them. */
  readonly isStrange?: boolean;
  /** Coefficients per colour in the file. Default: those of the model; 24 make a file of degree 4. */
  readonly coefficients?: number;
}

interface Column {
  readonly name: string;
  readonly type: 'float' | 'double' | 'uchar';
  readonly valueOf: (splat: number) => number;
}

/** Encodes splats as the PLY file of a training program. */
export function plyOf(model: SplatModel, options: PlyOptions = {}): Buffer {
  const { encoding = 'binary_little_endian', type = 'float', isStrange = false } = options;
  const columns = columnsOf(model, type, options.coefficients ?? HARMONICS[model.shDegree] / 3);
  if (isStrange) {
    columns.reverse();
    const seven = { valueOf: () => 7 };
    columns.splice(3, 0, { name: 'mark', type: 'uchar', ...seven }, { name: 'nx', type, ...seven });
  }
  const properties = columns.map((column) => `${column.type} ${column.name}`);
  const header = Buffer.from(plyHeader(encoding, [['vertex', model.count, properties]]));
  const rows = encoding === 'ascii' ? textRows(model.count, columns) : binaryRows(model.count, columns, encoding);
  return Buffer.concat([header, rows]);
}

function columnsOf(model: SplatModel, type: 'float' | 'double', coefficients: number): Column[] {
  const { centres, colours, harmonics, opacities, scales, rotations } = model;
  const own = HARMONICS[model.shDegree] / 3;
  const column = (name: string, valueOf: (splat: number) => number): Column => ({ name, type, valueOf });
  const numbered = (name: string, count: number, valueOf: (splat: number, index: number) => number): Column[] =>
    Array.from({ length: count }, (_, index) => column(`${name}_${index}`, (splat) => valueOf(splat, index)));
  return [
    ...['x', 'y', 'z'].map((name, axis) => column(name, (splat) => centres[3 * splat + axis]!)),
    ...numbered('f_dc', 3, (splat, colour) => (colours[3 * splat + colour]! - 0.5) / FIRST_HARMONIC),
    ...numbered('f_rest', 3 * coefficients, (splat, index) => {
      const [colour, coefficient] = [Math.floor(index / coefficients), index % coefficients];
      return coefficient < own ? harmonics[3 * own * splat + 3 * coefficient + colour]! : 0.25;
    }),
    column('opacity', (splat) => Math.log(opacities[splat]! / (1 - opacities[splat]!))),
    ...numbered('scale', 3, (splat, axis) => Math.log(scales[3 * splat + axis]!)),
    // The order is w, x, y, z. Training programs do not normalize rotations.
    ...numbered('rot', 4, (splat, index) => 2 * rotations[4 * splat + ((index + 3) % 4)]!),
  ];
}

function textRows(count: number, columns: readonly Column[]): Buffer {
  const row = (splat: number): string => `${columns.map(({ valueOf }) => valueOf(splat)).join(' ')}\n`;
  return Buffer.from(Array.from({ length: count }, (_, splat) => row(splat)).join(''));
}

const BYTES = { uchar: 1, float: 4, double: 8 } as const;

function binaryRows(count: number, columns: readonly Column[], encoding: string): Buffer {
  const rows = Buffer.alloc(count * columns.reduce((sum, { type }) => sum + BYTES[type], 0));
  const view = new DataView(rows.buffer, rows.byteOffset);
  const isLittle = encoding === 'binary_little_endian';
  let at = 0;
  for (let splat = 0; splat < count; splat += 1)
    for (const { type, valueOf } of columns) {
      if (type === 'uchar') view.setUint8(at, valueOf(splat));
      else if (type === 'double') view.setFloat64(at, valueOf(splat), isLittle);
      else view.setFloat32(at, valueOf(splat), isLittle);
      at += BYTES[type];
    }
  return rows;
}
