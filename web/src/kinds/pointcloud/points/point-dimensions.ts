import type { CopcHeader } from '../copc/copc-header.ts';
import { extraValue } from '../copc/extra-field.ts';
import { formatAmount } from '../../../format/value.ts';
import { className } from './point-classes.ts';
import { i18n } from '../../../languages/i18n.ts';

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
  const set = ['synthetic', i18n.t('key point'), 'withheld', 'overlap'].filter((_, bit) => (flags >> bit) & 1);
  const colours: Dimension[] = [i18n.t('Red'), i18n.t('Green'), i18n.t('Blue'), i18n.t('Infrared')]
    .slice(0, { 6: 0, 7: 3, 8: 4 }[header.format])
    .map((name, band) => [name, String(view.getUint16(30 + 2 * band, true))]);
  return [
    ['X', place(0)],
    ['Y', place(1)],
    ['Z', place(2)],
    [i18n.t('Intensity'), String(view.getUint16(12, true))],
    [i18n.t('Return'), i18n.t('{value} of {value2}', { value: returns & 15, value2: returns >> 4 })],
    [i18n.t('Class'), `${pointClass}: ${className(pointClass)}`],
    [i18n.t('Flags'), set.length === 0 ? i18n.t('none') : set.join(', ')],
    [i18n.t('Scanner channel'), String((flags >> 4) & 3)],
    [i18n.t('Scan direction'), (flags >> 6) & 1 ? i18n.t('positive') : i18n.t('negative')],
    [i18n.t('Edge of flight line'), flags >> 7 ? i18n.t('Yes') : i18n.t('No')],
    [i18n.t('User data'), String(view.getUint8(17))],
    [i18n.t('Scan angle'), `${formatAmount(view.getInt16(18, true) * ANGLE_STEP, 3)}°`],
    [i18n.t('Point source'), String(view.getUint16(20, true))],
    [i18n.t('GPS time'), String(view.getFloat64(22, true))],
    ...colours,
    ...header.extra.map((field): Dimension => [field.name || i18n.t('Extra value'), String(extraValue(view, field))]),
  ];
}
