import type { Vector3 } from '../../../geodata/place/box.ts';
import { OperationRefusal } from '../../../engine/for-children.ts';
import { describe, type ExtraField } from '../las/extra-fields.ts';
import { ANGLE_DEGREES } from '../records/dimensions.ts';
import { type Column, type ColumnSummary, NO_DECIMAL } from './columns.ts';
import type { PointLayout } from './point-layout.ts';

/** Where the values of a column go in a record, and how they get there: stored = (value - offset) / scale. */
export interface ColumnTarget {
  readonly column: number;
  readonly field: TargetField;
  readonly scale: number;
  readonly offset: number;
}

export type TargetField =
  | 'x'
  | 'y'
  | 'z'
  | 'intensity'
  | 'return'
  | 'returns'
  | 'class'
  | 'user'
  | 'angle'
  | 'source'
  | 'time'
  | 'red'
  | 'green'
  | 'blue'
  | 'infrared'
  | { readonly extra: number };

/** Names that programs give to columns, in lower case without what is no letter or digit, and without "scalar" in front. */
const NAMES: Readonly<Record<string, TargetField>> = {
  x: 'x',
  easting: 'x',
  cartesianx: 'x',
  y: 'y',
  northing: 'y',
  cartesiany: 'y',
  z: 'z',
  height: 'z',
  elevation: 'z',
  cartesianz: 'z',
  intensity: 'intensity',
  i: 'intensity',
  returnnumber: 'return',
  returnindex: 'return',
  numberofreturns: 'returns',
  returncount: 'returns',
  classification: 'class',
  class: 'class',
  userdata: 'user',
  scanangle: 'angle',
  scananglerank: 'angle',
  pointsourceid: 'source',
  gpstime: 'time',
  timestamp: 'time',
  red: 'red',
  r: 'red',
  rf: 'red',
  diffusered: 'red',
  colorred: 'red',
  green: 'green',
  g: 'green',
  gf: 'green',
  diffusegreen: 'green',
  colorgreen: 'green',
  blue: 'blue',
  b: 'blue',
  bf: 'blue',
  diffuseblue: 'blue',
  colorblue: 'blue',
  infrared: 'infrared',
  nir: 'infrared',
};

const fieldOf = (name: string): TargetField | undefined =>
  NAMES[
    name
      .toLowerCase()
      .replace(/^\/\/|^scalar[_ ]/, '')
      .replaceAll(/[^a-z0-9]/g, '')
  ];

const COLOURS: readonly TargetField[] = ['red', 'green', 'blue'];
/** Coordinates are 32-bit integers around the offset. */
const MOST_STEPS = 2 ** 31 - 1;

/** Decides how columns become records, when all of their values were looked at. @throws OperationRefusal without coordinates */
export function layColumnsOut(
  columns: readonly Column[],
  summaries: readonly ColumnSummary[],
): { readonly layout: PointLayout; readonly targets: readonly ColumnTarget[] } {
  const known = new Map<TargetField, number>();
  const others: number[] = [];
  columns.forEach(({ name }, column) => {
    const field = fieldOf(name);
    if (field !== undefined && !known.has(field) && fits(field, summaries[column]!)) known.set(field, column);
    else others.push(column);
  });
  const axes = (['x', 'y', 'z'] as const).map((axis) => known.get(axis));
  if (axes.some((column) => column === undefined)) throw new OperationRefusal('Its points have no x, y and z.');
  const steps = axes.map((column) => stepsOf(columns[column!]!, summaries[column!]!));
  const extra = others.map((column) => extraFieldOf(columns[column]!, summaries[column]!));
  const colours = COLOURS.every((field) => known.has(field));
  const scaleOf = scales(known, summaries);
  return {
    layout: {
      format: known.has('infrared') ? 8 : colours ? 7 : 6,
      extra,
      scale: steps.map(({ scale }) => scale) as unknown as Vector3,
      offset: steps.map(({ offset }) => offset) as unknown as Vector3,
    },
    targets: [
      ...[...known].map(([field, column]) => {
        const axis = ['x', 'y', 'z'].indexOf(field as string);
        return axis >= 0 ? { column, field, ...steps[axis]! } : { column, field, scale: scaleOf(field), offset: 0 };
      }),
      ...others.map((column, index) => ({ column, field: { extra: index }, scale: 1, offset: 0 })),
    ],
  };
}

/** Whole numbers of so many values have a place of their own; what else has such a name is kept as an extra field. */
const WHOLE: Readonly<Partial<Record<TargetField & string, number>>> = {
  return: 15,
  returns: 15,
  class: 255,
  user: 255,
  source: 65_535,
};

function fits(field: TargetField, { lowest, highest, isWhole }: ColumnSummary): boolean {
  const most = WHOLE[field as keyof typeof WHOLE];
  if (most !== undefined) return isWhole && lowest >= 0 && highest <= most;
  if (field === 'angle') return lowest >= -180 && highest <= 180;
  if (field === 'intensity' || field === 'infrared' || COLOURS.includes(field)) return lowest >= 0 && highest <= 65_535;
  return true;
}

/** What a stored unit of a field is. Colours of 8 bits, and values from 0 to 1, fill 16 bits. */
function scales(
  known: ReadonlyMap<TargetField, number>,
  summaries: readonly ColumnSummary[],
): (field: TargetField) => number {
  const of = (fields: readonly TargetField[]): readonly ColumnSummary[] =>
    fields.flatMap((field) => (known.has(field) ? [summaries[known.get(field)!]!] : []));
  const colours = of([...COLOURS, 'infrared']);
  const highest = Math.max(...colours.map((colour) => colour.highest));
  const isWhole = colours.every((colour) => colour.isWhole);
  const colour = !isWhole && highest <= 1 ? 1 / 65_535 : highest <= 255 ? 1 / 257 : 1;
  const [intensity] = of(['intensity']);
  return (field) => {
    if (field === 'angle') return ANGLE_DEGREES;
    if (field === 'intensity') return intensity!.isWhole || intensity!.highest > 1 ? 1 : 1 / 65_535;
    return field === 'infrared' || COLOURS.includes(field) ? colour : 1;
  };
}

/** Scale and offset of an axis: never coarser than the values are written, where 32 bits are enough for that. */
function stepsOf({ type }: Column, { lowest, highest, digits }: ColumnSummary): { scale: number; offset: number } {
  const largest = Math.max(Math.abs(lowest), Math.abs(highest), Number.MIN_VALUE);
  // The last bit of a 32-bit float, where it is largest.
  const exact =
    type === 'f32' ? Math.floor(Math.log10(largest * 2 ** -23)) : digits === NO_DECIMAL ? -Infinity : -digits;
  const finest = Math.ceil(Math.log10((highest - lowest) / MOST_STEPS + Number.MIN_VALUE));
  const exponent = Math.max(Math.min(exact, 0), finest, -12);
  const scale = Number(`1e${exponent}`);
  const middle = (lowest + highest) / 2;
  // Where integers reach from the origin, none is needed.
  const offset = largest / scale <= MOST_STEPS ? 0 : Math.round(middle / (scale * 1e6)) * scale * 1e6;
  return { scale, offset };
}

/** Types of extra fields, the smallest that holds what occurs. */
function extraFieldOf({ name, type }: Column, { lowest, highest, isWhole, hasGaps }: ColumnSummary): ExtraField {
  if (type === 'f32') return describe(name, 9);
  if (!isWhole || hasGaps) return describe(name, 10);
  const ranges = [
    [1, 0, 255],
    [2, -128, 127],
    [3, 0, 65_535],
    [4, -32_768, 32_767],
    [5, 0, 2 ** 32 - 1],
    [6, -(2 ** 31), 2 ** 31 - 1],
  ] as const;
  const found = ranges.find(([, low, high]) => lowest >= low && highest <= high);
  return describe(name, found?.[0] ?? 10);
}
