import { formatNumber } from '../format/count.ts';
import { formatMoment } from '../format/time.ts';
import { formatAmount, isRecord, textOf } from '../format/value.ts';
import type { FactRow } from './kind.ts';
import { i18n } from '../languages/i18n.ts';

/** Rows of the properties panel that several kinds have. */

export const numberText = (value: number | null): string | null => (value === null ? null : formatNumber(value));

export const CAPTURED: FactRow = {
  group: i18n.t('Picture'),
  name: i18n.t('Captured'),
  text: (of) => {
    const captured = of.number('captureTime');
    return captured === null || captured <= 0 ? null : formatMoment(captured / 1000);
  },
};

export const DIMENSIONS: FactRow = {
  group: i18n.t('Picture'),
  name: i18n.t('Dimensions'),
  text: (of) => {
    const [width, height] = [of.number('width'), of.number('height')];
    if (width === null || height === null) return null;
    return i18n.t('{width} × {height} pixels ({amount} MP)', {
      width: formatNumber(width),
      height: formatNumber(height),
      amount: formatAmount((width * height) / 1e6, 1),
    });
  },
};

export const COORDINATE_SYSTEM: FactRow = {
  group: i18n.t('Place'),
  name: i18n.t('Coordinate system'),
  // The name of a system in WKT is its first quoted text.
  text: (of) => {
    const system = of.text('projection');
    return system === null ? null : (/"([^"]+)"/.exec(system)?.[1] ?? system);
  },
};

export const EXTENT: FactRow = {
  group: i18n.t('Place'),
  name: i18n.t('Extent'),
  text: (of) => extentText(of.value('bounds')),
};

export const GEOREFERENCED: FactRow = {
  group: i18n.t('Place'),
  name: i18n.t('Georeferenced'),
  text: (of) => {
    const value = of.value('georeferenced');
    return typeof value === 'boolean' ? textOf(value) : null;
  },
};

export const NEEDS: FactRow = {
  group: i18n.t('Content'),
  name: i18n.t('Needs'),
  text: (of) => textOf(of.value('dependencies')),
};

const AXES = ['x', 'y', 'z'];

/** "x 576,768.25 to 577,001", one line for each axis. */
function extentText(bounds: unknown): string {
  if (!isRecord(bounds)) return textOf(bounds);
  const { min, max } = bounds;
  if (!isList(min) || !isList(max)) return textOf(bounds);
  return AXES.slice(0, Math.min(min.length, max.length))
    .map((axis, index) =>
      i18n.t('{axis} {coordinate} to {coordinate2}', {
        axis,
        coordinate: coordinate(min[index]),
        coordinate2: coordinate(max[index]),
      }),
    )
    .join('\n');
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

const coordinate = (value: unknown): string => (typeof value === 'number' ? formatAmount(value, 3) : textOf(value));
