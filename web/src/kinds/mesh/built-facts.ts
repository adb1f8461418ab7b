import type { Entry } from '../../api/answers.ts';
import { formatNumber } from '../../format/count.ts';
import { formatAmount, isRecord, textOf } from '../../format/value.ts';
import { nearbySystems } from '../nearby-systems.ts';
import { i18n } from '../../languages/i18n.ts';

/** What the build of a model has found out. */
export type ModelFacts = {
  readonly rows: readonly (readonly [name: string, value: string])[];
  /** Null for a model that needs none. */
  readonly choices: ReturnType<typeof nearbySystems>;
  /** Whether there are 3D Tiles of it: they may fail, or be made later. */
  readonly hasTiles: boolean;
};

const COUNTS = [
  [i18n.t('Triangles'), 'triangles'],
  [i18n.t('Vertices'), 'vertices'],
  [i18n.t('Materials'), 'materials'],
  [i18n.t('Pictures'), 'pictures'],
] as const;

/** @param entry as the service answers it by itself; lists leave these facts out */
export function modelFacts(entry: Entry): ModelFacts {
  const { properties } = entry;
  const counts = COUNTS.flatMap(([name, key]) => {
    const count = properties?.[key];
    return typeof count === 'number' ? [[name, formatNumber(count)] as const] : [];
  });
  const size = sizeText(properties?.['extent'], isInMetres(entry) ? 'm' : 'units');
  return {
    rows: [...counts, ...(size === '' ? [] : [[i18n.t('Size'), size] as const])],
    choices: nearbySystems(entry),
    hasTiles: isRecord(properties?.['tiles3d']),
  };
}

/** With a place, sizes are told in metres. glTF has metres by its format; the units of other formats are not known. */
const isInMetres = ({ path, properties }: Entry): boolean =>
  textOf(properties?.['projection']) !== '' || properties?.['localOrigin'] !== undefined || /\.(glb|gltf)$/i.test(path);

/** "10.4 × 20 × 5 m". */
function sizeText(extent: unknown, unit: string): string {
  if (!Array.isArray(extent) || !extent.every((side) => typeof side === 'number')) return '';
  return `${extent.map((side) => formatAmount(side, 2)).join(' × ')} ${unit}`;
}
