import type { CameraBand } from './camera-band.ts';

/** Whole pixels; what lies at (x, y) in the first band lies at (x + dx, y + dy) in this one. */
export interface Shift {
  readonly dx: number;
  readonly dy: number;
}

/** Where the optical axis of a lens meets its picture: against that of the near infrared camera, or from the corner. */
const CENTRES = [
  ['drone-dji:RelativeOpticalCenterX', 'drone-dji:RelativeOpticalCenterY'],
  ['drone-dji:CalibratedOpticalCenterX', 'drone-dji:CalibratedOpticalCenterY'],
] as const;
/** Largest shift, as part of a side: lenses of one camera look the same way, and what says otherwise is no centre. */
const MOST = 0.1;
/** Smaller ones are less than the pixel they would be rounded to. */
const LEAST = 0.5;

/**
 * The shifts of the bands of a camera with a lens for each, from its metadata; null where it says nothing, or nothing that
 * can be believed. All bands have the same size.
 */
export function opticalShifts(bands: readonly CameraBand[]): readonly Shift[] | null {
  const { width = 0, height = 0 } = bands[0]?.facts ?? {};
  for (const [xName, yName] of CENTRES) {
    const centres = bands.map(({ xmp }) => [numberOf(xmp.get(xName)), numberOf(xmp.get(yName))] as const);
    if (!centres.flat().every(Number.isFinite)) continue;
    const [x0, y0] = centres[0]!;
    const away = centres.map(([x, y]) => [x - x0, y - y0] as const);
    if (away.some(([x, y]) => Math.abs(x) > MOST * width || Math.abs(y) > MOST * height)) continue;
    return away.map(([x, y]) => ({ dx: wholePixels(x), dy: wholePixels(y) }));
  }
  return null;
}

const numberOf = (text: string | undefined): number => (text === undefined || text.trim() === '' ? NaN : Number(text));
const wholePixels = (away: number): number => (Math.abs(away) > LEAST ? Math.round(away) : 0);

/** What all bands show: its size, and where it begins in the first one. */
export function sharedPart(shifts: readonly Shift[], width: number, height: number) {
  const span = (away: readonly number[], side: number) => {
    const from = Math.max(...away.map((each) => -each));
    return { from, length: Math.min(...away.map((each) => side - each)) - from };
  };
  const columns = span(
    shifts.map(({ dx }) => dx),
    width,
  );
  const rows = span(
    shifts.map(({ dy }) => dy),
    height,
  );
  return { column: columns.from, row: rows.from, width: columns.length, height: rows.length };
}
