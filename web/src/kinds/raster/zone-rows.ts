import { isRecord } from '../../format/value.ts';
import { formatFigure } from '../../tasks/result/figure.ts';
import type { ResultRow } from '../../tasks/result/result-rows.ts';
import { i18n } from '../../languages/i18n.ts';

/** The classes of the tool `raster-zones`: where each lies, and how much of it there is. */
export function zoneRows({ classes }: Readonly<Record<string, unknown>>): readonly ResultRow[] {
  if (!Array.isArray(classes)) return [];
  return classes.filter(isRecord).map((one): ResultRow => {
    const [number, low, high, area, pieces] = ['class', 'low', 'high', 'area_m2', 'pieces'].map((name) =>
      Number(one[name]),
    ) as [number, number, number, number, number];
    return [
      i18n.t('Class {number}: {low} to {high}', { number, low: formatFigure(low), high: formatFigure(high) }),
      i18n.t('{area}, {pieces, plural, one {# piece} other {# pieces}}', { area: formatFigure(area, 'm²'), pieces }),
    ];
  });
}
