import type { Entry } from '../../api/answers.ts';
import { formatNumber } from '../../format/count.ts';
import { formatAmount, isRecord, textOf } from '../../format/value.ts';
import { parseCrs } from '../../scene/geometry/crs.ts';
import { lengthUnit } from '../../scene/geometry/scene-frame.ts';
import { i18n } from '../../languages/i18n.ts';

/** What the build of a cloud has found out about its points. */
export type PointFacts = {
  readonly hasSystem: boolean;
  readonly rows: readonly (readonly [name: string, value: string])[];
};

/** @param entry as the service answers it by itself; lists leave these facts out */
export function pointFacts({ properties }: Entry): PointFacts {
  const of = (key: string): unknown => properties?.[key];
  const projection = textOf(of('projection'));
  const rows = [
    [i18n.t('Classes'), classesText(of('classes'))],
    [i18n.t('Density'), densityText(of('density'), projection)],
    [i18n.t('Returns'), returnsText(of('returns'))],
  ] as const;
  return {
    hasSystem: projection !== '',
    rows: rows.filter(([, value]) => value !== ''),
  };
}

/** "2 Ground: 1,204", one line for each class. */
function classesText(classes: unknown): string {
  if (!Array.isArray(classes)) return '';
  return classes
    .filter(isRecord)
    .map((one) => `${textOf(one['class'])} ${textOf(one['name'])}: ${countText(one['points'])}`)
    .join('\n');
}

function densityText(density: unknown, projection: string): string {
  if (typeof density !== 'number' || !Number.isFinite(density)) return '';
  const unit = lengthUnit(parseCrs(projection));
  // Sparse clouds have fewer than one: then the first digits count.
  const amount = density >= 1 ? formatAmount(density, 1) : formatAmount(Number(density.toPrecision(2)), 20);
  switch (unit) {
    case 'm':
      return i18n.t('{amount} per square m', { amount });
    case 'ft':
      return i18n.t('{amount} per square ft', { amount });
    case 'ft (US)':
      return i18n.t('{amount} per square ft (US)', { amount });
    case 'units':
      return i18n.t('{amount} per square unit', { amount });
  }
}

/** "Return 1: 1,204", one line for each return up to the last that has points. */
function returnsText(returns: unknown): string {
  if (!Array.isArray(returns)) return '';
  const lines = returns.map((points, index) => ({
    points,
    text: i18n.t('Return {value}: {count}', { value: index + 1, count: countText(points) }),
  }));
  return lines
    .slice(0, lines.findLastIndex(({ points }) => points !== 0) + 1)
    .map(({ text }) => text)
    .join('\n');
}

const countText = (count: unknown): string => (typeof count === 'number' ? formatNumber(count) : textOf(count));
