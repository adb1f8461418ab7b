import type { Entry } from '../../api/answers.ts';
import { formatNumber } from '../../format/count.ts';
import { formatAmount } from '../../format/value.ts';
import { nearbySystems } from '../nearby-systems.ts';

/** What the build of a model has found out. */
export type ModelFacts = {
  readonly rows: readonly (readonly [name: string, value: string])[];
  /** Null for a model that needs none. */
  readonly choices: ReturnType<typeof nearbySystems>;
};

const COUNTS = [
  ['Triangles', 'triangles'],
  ['Vertices', 'vertices'],
  ['Materials', 'materials'],
  ['Pictures', 'pictures'],
] as const;

/** @param entry as the service answers it by itself; lists leave these facts out */
export function modelFacts(entry: Entry): ModelFacts {
  const { properties } = entry;
  const counts = COUNTS.flatMap(([name, key]) => {
    const count = properties?.[key];
    return typeof count === 'number' ? [[name, formatNumber(count)] as const] : [];
  });
  const size = sizeText(properties?.['extent']);
  return { rows: [...counts, ...(size === '' ? [] : [['Size', size] as const])], choices: nearbySystems(entry) };
}

/** "10.4 × 20 × 5 m". */
function sizeText(extent: unknown): string {
  if (!Array.isArray(extent) || !extent.every((side) => typeof side === 'number')) return '';
  return `${extent.map((side) => formatAmount(side, 2)).join(' × ')} m`;
}
