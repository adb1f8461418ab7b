import type { DecodedPoints, PointLayout, PointsWanted } from './decode-messages.ts';

const INTENSITY = 12;
const RETURNS = 14;
const CLASS = 16;
const RGB = 30;
/** Share of the points that a range of intensities leaves out on each side. */
const OUTLIERS = 0.02;

/** Makes arrays for the graphics card of stored points. */
export function pointArrays(
  records: Uint8Array,
  count: number,
  { format, recordBytes, scale, offset, base, colourShift: known }: PointLayout & Omit<PointsWanted, 'wanted'>,
): DecodedPoints {
  const view = new DataView(records.buffer, records.byteOffset, records.byteLength);
  const positions = new Float32Array(3 * count);
  const colours = new Uint8Array(4 * count);
  const values = new Uint16Array(2 * count);
  // Computed with 64 bits, so that only the small difference is rounded.
  const [shiftX, shiftY, shiftZ] = [offset[0] - base[0], offset[1] - base[1], offset[2] - base[2]];
  const [scaleX, scaleY, scaleZ] = scale;
  const hasRgb = format >= 7;
  const maxColour = hasRgb ? maxColourOf(view, count, recordBytes) : 0;
  const colourShift = known ?? (maxColour > 0xff ? 8 : 0);
  const classes = new Set<number>();
  for (let point = 0; point < count; point += 1) {
    const at = point * recordBytes;
    positions[3 * point] = view.getInt32(at, true) * scaleX + shiftX;
    positions[3 * point + 1] = view.getInt32(at + 4, true) * scaleY + shiftY;
    positions[3 * point + 2] = view.getInt32(at + 8, true) * scaleZ + shiftZ;
    if (hasRgb)
      for (let band = 0; band < 3; band += 1)
        colours[4 * point + band] = Math.min(255, view.getUint16(at + RGB + 2 * band, true) >> colourShift);
    const pointClass = view.getUint8(at + CLASS);
    classes.add(pointClass);
    colours[4 * point + 3] = pointClass;
    values[2 * point] = view.getUint16(at + INTENSITY, true);
    values[2 * point + 1] = view.getUint8(at + RETURNS);
  }
  return {
    positions,
    colours,
    values,
    colourShift,
    hasColour: maxColour > 0,
    intensityRange: rangeOf(values, count),
    classes: [...classes].toSorted((one, other) => one - other),
  };
}

function maxColourOf(view: DataView, count: number, recordBytes: number): number {
  let most = 0;
  for (let point = 0; point < count; point += 1)
    for (let band = 0; band < 3; band += 1)
      most = Math.max(most, view.getUint16(point * recordBytes + RGB + 2 * band, true));
  return most;
}

function rangeOf(values: Uint16Array, count: number): readonly [number, number] {
  const sorted = new Uint16Array(count);
  for (let point = 0; point < count; point += 1) sorted[point] = values[2 * point] ?? 0;
  sorted.sort();
  const at = (share: number): number => sorted[Math.round((count - 1) * share)] ?? 0;
  return [at(OUTLIERS), at(1 - OUTLIERS)];
}
