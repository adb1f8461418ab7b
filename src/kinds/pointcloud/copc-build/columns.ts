/** Points of a piece, one array a column, in the units of the file. */
export interface Columns {
  readonly count: number;
  readonly values: readonly Float64Array[];
}

/** A source that is no LAS: it has columns of numbers, some of which mean something. */
export interface ColumnReader {
  read(piece: number): Columns;
  close(): void;
}

/** How the numbers of a column are stored in the file. */
export type ColumnType = 'text' | 'i8' | 'u8' | 'i16' | 'u16' | 'i32' | 'u32' | 'f32' | 'f64';

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
}

/** What the values of a column are, over all points. */
export interface ColumnSummary {
  readonly lowest: number;
  readonly highest: number;
  readonly isWhole: boolean;
  /** Digits behind the point that no value has more of; NO_DECIMAL where one has more than 9. */
  readonly digits: number;
  /** Whether a value is no number. */
  readonly hasGaps: boolean;
}

export const NO_DECIMAL = 10;
const POWERS = Array.from({ length: NO_DECIMAL }, (_, digits) => 10 ** digits);
/** Numbers as 0.1 are not exact in binary: some last bits of the number, and no more than this of the last digit. */
const SLACK = 1e-3;
const INEXACT = 2 ** -49;

export function summaryOf(values: Float64Array, before: ColumnSummary = NOTHING): ColumnSummary {
  let { lowest, highest, isWhole, digits, hasGaps } = before;
  for (const value of values) {
    if (!Number.isFinite(value)) {
      hasGaps = true;
      continue;
    }
    if (value < lowest) lowest = value;
    if (value > highest) highest = value;
    while (digits < NO_DECIMAL && !hasDigits(value, digits)) digits += 1;
    isWhole &&= digits === 0;
  }
  return { lowest, highest, isWhole, digits, hasGaps };
}

export const NOTHING: ColumnSummary = {
  lowest: Infinity,
  highest: -Infinity,
  isWhole: true,
  digits: 0,
  hasGaps: false,
};

function hasDigits(value: number, digits: number): boolean {
  const scaled = value * POWERS[digits]!;
  return Math.abs(scaled - Math.round(scaled)) <= Math.min(SLACK, INEXACT * Math.abs(scaled));
}

export const joinedSummary = (one: ColumnSummary, other: ColumnSummary): ColumnSummary => ({
  lowest: Math.min(one.lowest, other.lowest),
  highest: Math.max(one.highest, other.highest),
  isWhole: one.isWhole && other.isWhole,
  digits: Math.max(one.digits, other.digits),
  hasGaps: one.hasGaps || other.hasGaps,
});
