import { formatBytes } from '../../format/bytes.ts';
import { LOCALE } from '../../languages/language.ts';

/** What a figure of a tool counts. `file`: the unit that the heights in the file have. */
export type Unit = 'm' | 'm²' | 'm³' | '°' | 'bytes' | 'share' | 'file' | 'px';

/** Measures of tools have more digits than anybody measured. */
const HUNDREDTHS = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 2 });
const THOUSANDTHS = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 3 });
const PERCENT = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 0 });

/** "8,441.37 m³". No zero is negative. */
export function formatFigure(value: number, unit?: Unit): string {
  switch (unit) {
    case 'm':
    case 'm²':
    case 'm³':
      return `${HUNDREDTHS.format(cleared(value, 2))} ${unit}`;
    case '°':
      return `${THOUSANDTHS.format(cleared(value, 3))}°`;
    case 'share':
      return PERCENT.format(value);
    case 'px':
      return `${THOUSANDTHS.format(cleared(value, 3))} px`;
    case 'bytes':
      return formatBytes(value);
    case 'file':
    case undefined:
      return THOUSANDTHS.format(cleared(value, 3));
  }
}

const cleared = (value: number, digits: number): number => (Math.abs(value) < 0.5 * 10 ** -digits ? 0 : value);
