import { isRecord } from '../../format/value.ts';

type Facts = Readonly<Record<string, unknown>>;

/** A volume as it is shown: its figures, and a table of the areas where there are several. */
export type VolumeFacts = {
  readonly figures: Facts;
  /** Empty of one area, whose figures are those of all. */
  readonly areas: readonly Facts[];
  /** How many areas were measured; a table may have the first of them only. */
  readonly count: number;
};

/** A single area that nobody named has this name. */
const UNNAMED = 'area';

/** @returns undefined of facts that are no volume */
export function volumeFacts({ total, areas, ...others }: Facts): VolumeFacts | undefined {
  if (!isRecord(total) || !Array.isArray(areas) || !areas.every(isRecord)) return undefined;
  const [only] = areas;
  const count = typeof total['count'] === 'number' ? total['count'] : areas.length;
  if (count !== 1 || only === undefined) return { figures: { ...others, ...total }, areas, count };
  const { name, ...figures } = only;
  return { figures: { ...others, ...figures, ...(name === UNNAMED ? {} : { name }) }, areas: [], count };
}
