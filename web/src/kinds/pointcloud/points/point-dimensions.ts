import type { CopcHeader } from '../copc/copc-header.ts';
import { extraValue } from '../copc/extra-field.ts';
import { formatAmount } from '../../../format/value.ts';
import { className } from './point-classes.ts';

/** Degrees of a step of the scan angle. */
const ANGLE_STEP = 0.006;
const COORDINATE_DIGITS = 4;

export type Dimension = readonly [name: string, value: string];

/** All values of a point, by the names of PDAL. @param record as it is stored, in format 6, 7 or 8 */
export function dimensionsOf(record: Uint8Array<ArrayBuffer>, header: CopcHeader): readonly Dimension[] {
  const view = new DataView(record.buffer, record.byteOffset, record.byteLength);
  const place = (axis: 0 | 1 | 2): string =>
    formatAmount(view.getInt32(4 * axis, true) * header.scale[axis] + header.offset[axis], COORDINATE_DIGITS);
  const [returns, flags] = [view.getUint8(14), view.getUint8(15)];
  const pointClass = view.getUint8(16);
  const set = ['synthetic', 'key point', 'withheld', 'overlap'].filter((_, bit) => (flags >> bit) & 1);
  const colours: Dimension[] = ['Red', 'Green', 'Blue', 'Infrared']
    .slice(0, { 6: 0, 7: 3, 8: 4 }[header.format])
    .map((name, band) => [name, String(view.getUint16(30 + 2 * band, true))]);
  return [
    ['X', place(0)],
    ['Y', place(1)],
    ['Z', place(2)],
    ['Intensity', String(view.getUint16(12, true))],
    ['Return', `${returns & 15} of ${returns >> 4}`],
    ['Class', `${pointClass}: ${className(pointClass)}`],
    ['Flags', set.length === 0 ? 'none' : set.join(', ')],
    ['Scanner channel', String((flags >> 4) & 3)],
    ['Scan direction', (flags >> 6) & 1 ? 'positive' : 'negative'],
    ['Edge of flight line', flags >> 7 ? 'Yes' : 'No'],
    ['User data', String(view.getUint8(17))],
    ['Scan angle', `${formatAmount(view.getInt16(18, true) * ANGLE_STEP, 3)}°`],
    ['Point source', String(view.getUint16(20, true))],
    ['GPS time', String(view.getFloat64(22, true))],
    ...colours,
    ...header.extra.map((field): Dimension => [field.name || 'Extra value', String(extraValue(view, field))]),
  ];
}
