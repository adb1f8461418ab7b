import { LOCALE } from '../../languages/language.ts';

/** In which units lengths and areas are shown. Files hold metres. */
export type UnitSystem = 'metric' | 'imperial';

const FOOT = 0.3048;
const MILE = 1609.344;
const ACRE = 4046.8564224;
const CUBIC_YARD = 0.764554857984;

type Step = { readonly from: number; readonly size: number; readonly unit: string };

const LENGTHS: Readonly<Record<UnitSystem, readonly Step[]>> = {
  metric: [
    { from: 1000, size: 1000, unit: 'km' },
    { from: 0, size: 1, unit: 'm' },
  ],
  imperial: [
    { from: MILE, size: MILE, unit: 'mi' },
    { from: 0, size: FOOT, unit: 'ft' },
  ],
};

const AREAS: Readonly<Record<UnitSystem, readonly Step[]>> = {
  metric: [
    { from: 1e6, size: 1e6, unit: 'km²' },
    { from: 1e4, size: 1e4, unit: 'ha' },
    { from: 0, size: 1, unit: 'm²' },
  ],
  imperial: [
    { from: MILE ** 2, size: MILE ** 2, unit: 'mi²' },
    { from: ACRE, size: ACRE, unit: 'ac' },
    { from: 0, size: FOOT ** 2, unit: 'ft²' },
  ],
};

const HUNDREDTHS = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 2 });
const THOUSANDTHS = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 3 });

/** @param metres below 0 for a way down */
export const lengthText = (metres: number, system: UnitSystem): string => stepped(metres, LENGTHS[system]);

export const areaText = (squareMetres: number, system: UnitSystem): string => stepped(squareMetres, AREAS[system]);

/** A height or a difference of heights, which is no distance: always metres or feet. */
export const heightText = (metres: number, system: UnitSystem): string =>
  system === 'metric' ? withUnit(metres, 1, 'm') : withUnit(metres, FOOT, 'ft');

export const volumeText = (cubicMetres: number, system: UnitSystem): string =>
  system === 'metric' ? withUnit(cubicMetres, 1, 'm³') : withUnit(cubicMetres, CUBIC_YARD, 'yd³');

function stepped(value: number, steps: readonly Step[]): string {
  const { size, unit } = steps.find(({ from }) => Math.abs(value) >= from) ?? { size: 1, unit: '' };
  return withUnit(value, size, unit);
}

function withUnit(value: number, size: number, unit: string): string {
  const amount = value / size;
  // A thousandth of a kilometre is a metre, one of a metre more than is measured.
  const format = unit === 'km' || unit === 'mi' || unit === 'km²' || unit === 'mi²' ? THOUSANDTHS : HUNDREDTHS;
  return Number.isFinite(amount) ? `${format.format(amount)} ${unit}` : '–';
}
