import type { Vector3 } from '../../../geodata/place/box.ts';
import { OperationRefusal } from '../../../engine/for-children.ts';
import type { Cloud } from '../cloud-input/open-cloud.ts';
import { viewOf } from '../cloud-input/view-of.ts';
import { type PointLayout, recordBytesOf } from '../copc-build/point-layout.ts';
import type { ExtraField } from '../las/extra-fields.ts';
import { BARE_BYTES } from '../las/las-bytes.ts';
import { commonSteps, type CommonSteps } from './common-steps.ts';

/** Clouds in one layout. */
export interface United {
  readonly layout: PointLayout;
  readonly isExact: boolean;
  /** By cloud: its records in the common layout. */
  readonly convert: readonly ((records: Uint8Array) => Uint8Array)[];
}

/** Bytes of the coordinates and of all values up to colours. */
const COMMON_BYTES = 30;
/** Lengths of records are 16-bit integers. */
const MOST_RECORD_BYTES = 65_535;

/** @throws OperationRefusal where coordinates or extra values do not fit into one cloud */
export function unite(clouds: readonly Pick<Cloud, 'source' | 'bounds'>[]): United {
  const layouts = clouds.map(({ source }) => source.layout);
  const steps = [0, 1, 2].map((axis) =>
    commonSteps(
      clouds.map(({ source: { layout }, bounds: { min, max } }) => ({
        scale: layout.scale[axis]!,
        offset: layout.offset[axis]!,
        min: min[axis]!,
        max: max[axis]!,
      })),
    ),
  );
  if (steps.includes(null))
    throw new OperationRefusal(
      'The clouds lie too far apart to be one cloud with coordinates as fine as theirs. Maybe they are in different coordinate systems.',
    );
  const [x, y, z] = steps as [CommonSteps, CommonSteps, CommonSteps];
  const { extra, fields } = uniteExtra(layouts);
  const layout: PointLayout = {
    format: Math.max(...layouts.map(({ format }) => format)) as PointLayout['format'],
    extra,
    scale: [x.scale, y.scale, z.scale],
    offset: [x.offset, y.offset, z.offset],
  };
  if (recordBytesOf(layout) > MOST_RECORD_BYTES)
    throw new OperationRefusal('Together the clouds have more extra values than a point can hold.');
  return {
    layout,
    isExact: x.isExact && y.isExact && z.isExact,
    convert: layouts.map((from, cloud) => converter(from, layout, fields[cloud]!)),
  };
}

const [TYPE_AT, OPTIONS_AT, NAME_AT, NAME_BYTES, SCALE_AT, SCALE_END] = [2, 3, 4, 32, 112, 160] as const;
/** The options that say that a description has a scale and an offset; lowest and highest values are those of one cloud alone. */
const [SCALED, RANGES] = [8 | 16, 2 | 4] as const;

/** Fields that mean the same have the same name, type, scale and offset. */
function keyOf({ name, type, bytes, stored }: ExtraField): string {
  const scaled = stored[OPTIONS_AT]! & SCALED;
  const scale = type === 0 || scaled === 0 ? '' : Buffer.from(stored.subarray(SCALE_AT, SCALE_END)).toString('hex');
  return JSON.stringify([name, type, bytes, type === 0 ? 0 : scaled, scale]);
}

/** @returns all fields, and by cloud the place among them of each of its own */
function uniteExtra(layouts: readonly PointLayout[]): {
  readonly extra: readonly ExtraField[];
  readonly fields: readonly (readonly number[])[];
} {
  const extra: ExtraField[] = [];
  const known = new Map<string, number>();
  const fields = layouts.map((layout) => {
    const seen = new Map<string, number>();
    return layout.extra.map((field) => {
      // A cloud may have a field twice: each is kept.
      const times = (seen.get(keyOf(field)) ?? 0) + 1;
      seen.set(keyOf(field), times);
      const key = `${keyOf(field)} ${times}`;
      const place = known.get(key) ?? extra.push(renamed(field, extra)) - 1;
      known.set(key, place);
      return place;
    });
  });
  return { extra, fields };
}

/** The same field without ranges, and with a number where another one has its name. */
function renamed(field: ExtraField, others: readonly ExtraField[]): ExtraField {
  const stored = Buffer.from(field.stored);
  if (stored[TYPE_AT] !== 0) stored[OPTIONS_AT]! &= ~RANGES;
  const names = new Set(others.map(({ name }) => name));
  let { name } = field;
  for (let number = 2; name !== '' && names.has(name); number += 1)
    name = `${field.name.slice(0, NAME_BYTES - 4)}_${number}`;
  if (name !== field.name) stored.fill(0, NAME_AT, NAME_AT + NAME_BYTES).write(name, NAME_AT, NAME_BYTES, 'utf8');
  return { ...field, name, stored };
}

interface Piece {
  readonly from: number;
  readonly to: number;
  readonly bytes: number;
}

function converter(from: PointLayout, to: PointLayout, fields: readonly number[]): (records: Uint8Array) => Uint8Array {
  const [fromBytes, toBytes] = [recordBytesOf(from), recordBytesOf(to)];
  const pieces = piecesOf(from, to, fields);
  const isSame = fromBytes === toBytes && from.format === to.format && pieces.every((piece) => piece.from === piece.to);
  const moved = [0, 1, 2].filter(
    (axis) => from.scale[axis] !== to.scale[axis] || from.offset[axis] !== to.offset[axis],
  );
  if (isSame && moved.length === 0) return (records) => records;
  return (records) => {
    const count = records.length / fromBytes;
    const result = new Uint8Array(count * toBytes);
    for (let point = 0; point < count; point += 1)
      for (const piece of pieces) {
        const start = point * fromBytes + piece.from;
        result.set(records.subarray(start, start + piece.bytes), point * toBytes + piece.to);
      }
    for (const axis of moved) moveAxis(result, toBytes, axis, from, to);
    return result;
  };
}

function piecesOf(from: PointLayout, to: PointLayout, fields: readonly number[]): readonly Piece[] {
  const placesOf = ({ format, extra }: PointLayout): readonly number[] => {
    let at = BARE_BYTES[format]!;
    return extra.map(({ bytes }) => (at += bytes) - bytes);
  };
  const [fromPlaces, toPlaces] = [placesOf(from), placesOf(to)];
  const bare = Math.min(BARE_BYTES[from.format]!, BARE_BYTES[to.format]!);
  return [
    { from: 0, to: 0, bytes: Math.max(bare, COMMON_BYTES) },
    ...from.extra.map(({ bytes }, index) => ({ from: fromPlaces[index]!, to: toPlaces[fields[index]!]!, bytes })),
  ];
}

function moveAxis(records: Uint8Array, recordBytes: number, axis: number, from: PointLayout, to: PointLayout): void {
  const view = viewOf(records);
  const [scale, offset]: [Vector3, Vector3] = [from.scale, from.offset];
  // Whole numbers where the steps are exact: no rounding comes in between.
  const factor = scale[axis]! / to.scale[axis]!;
  const shift = (offset[axis]! - to.offset[axis]!) / to.scale[axis]!;
  const [wholeFactor, wholeShift] = [nearWhole(factor), nearWhole(shift)];
  for (let at = 4 * axis; at < records.length; at += recordBytes) {
    const stored = Math.round(view.getInt32(at, true) * wholeFactor + wholeShift);
    if (Math.abs(stored) > 2 ** 31 - 1)
      throw new OperationRefusal(
        'Points of a cloud lie outside of the bounds in its header, too far for the merged cloud.',
      );
    view.setInt32(at, stored, true);
  }
}

/** Without what rounding has left of a whole number. */
const nearWhole = (value: number): number =>
  Math.abs(value - Math.round(value)) <= 1e-6 * Math.max(1, Math.abs(value) * 1e-6) ? Math.round(value) : value;
