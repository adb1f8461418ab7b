import type { Entry } from '../../api/answers.ts';
import { formatNumber } from '../../format/count.ts';
import { formatAmount, isRecord } from '../../format/value.ts';

/** A coordinate system that a model could have, as a file near it has it. */
export type SystemChoice = { readonly path: string; readonly name: string; readonly projection: string };

/** What the build of a model has found out. */
export type ModelFacts = {
  readonly rows: readonly (readonly [name: string, value: string])[];
  /** Null for a model that needs none. */
  readonly choices: readonly SystemChoice[] | null;
};

const COUNTS = [
  ['Triangles', 'triangles'],
  ['Vertices', 'vertices'],
  ['Materials', 'materials'],
  ['Pictures', 'pictures'],
] as const;

/** @param entry as the service answers it by itself; lists leave these facts out */
export function modelFacts({ properties }: Entry): ModelFacts {
  const counts = COUNTS.flatMap(([name, key]) => {
    const count = properties?.[key];
    return typeof count === 'number' ? [[name, formatNumber(count)] as const] : [];
  });
  const size = sizeText(properties?.['extent']);
  return { rows: [...counts, ...(size === '' ? [] : [['Size', size] as const])], choices: choicesOf(properties) };
}

/** "10.4 × 20 × 5 m". */
function sizeText(extent: unknown): string {
  if (!Array.isArray(extent) || !extent.every((side) => typeof side === 'number')) return '';
  return `${extent.map((side) => formatAmount(side, 2)).join(' × ')} m`;
}

function choicesOf(properties: Entry['properties']): ModelFacts['choices'] {
  const offered = properties?.['crsChoices'];
  if (!Array.isArray(offered)) return null;
  return offered.filter(isRecord).flatMap(({ path, projection }) => {
    if (typeof path !== 'string' || typeof projection !== 'string') return [];
    // The name of a system in WKT is its first quoted text.
    return [{ path, projection, name: /"([^"]+)"/.exec(projection)?.[1] ?? projection }];
  });
}
