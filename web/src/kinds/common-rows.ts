import { formatNumber } from '../format/count.ts';
import { formatMoment } from '../format/time.ts';
import { formatAmount, isRecord, textOf } from '../format/value.ts';
import type { FactRow } from './kind.ts';

/** Rows of the properties panel that several kinds have. */

export const numberText = (value: number | null): string | null => (value === null ? null : formatNumber(value));

export const CAPTURED: FactRow = {
  group: 'Picture',
  name: 'Captured',
  text: (of) => {
    const captured = of.number('captureTime');
    return captured === null || captured <= 0 ? null : formatMoment(captured / 1000);
  },
};

export const DIMENSIONS: FactRow = {
  group: 'Picture',
  name: 'Dimensions',
  text: (of) => {
    const [width, height] = [of.number('width'), of.number('height')];
    if (width === null || height === null) return null;
    return `${formatNumber(width)} × ${formatNumber(height)} pixels (${formatAmount((width * height) / 1e6, 1)} MP)`;
  },
};

export const COORDINATE_SYSTEM: FactRow = {
  group: 'Place',
  name: 'Coordinate system',
  // The name of a system in WKT is its first quoted text.
  text: (of) => {
    const system = of.text('projection');
    return system === null ? null : (/"([^"]+)"/.exec(system)?.[1] ?? system);
  },
};

export const EXTENT: FactRow = { group: 'Place', name: 'Extent', text: (of) => extentText(of.value('bounds')) };

export const GEOREFERENCED: FactRow = {
  group: 'Place',
  name: 'Georeferenced',
  text: (of) => {
    const value = of.value('georeferenced');
    return typeof value === 'boolean' ? textOf(value) : null;
  },
};

export const NEEDS: FactRow = { group: 'Content', name: 'Needs', text: (of) => textOf(of.value('dependencies')) };

const AXES = ['x', 'y', 'z'];

/** "x 576,768.25 to 577,001", one line for each axis. */
function extentText(bounds: unknown): string {
  if (!isRecord(bounds)) return textOf(bounds);
  const { min, max } = bounds;
  if (!isList(min) || !isList(max)) return textOf(bounds);
  return AXES.slice(0, Math.min(min.length, max.length))
    .map((axis, index) => `${axis} ${coordinate(min[index])} to ${coordinate(max[index])}`)
    .join('\n');
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

const coordinate = (value: unknown): string => (typeof value === 'number' ? formatAmount(value, 3) : textOf(value));
