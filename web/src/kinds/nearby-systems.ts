import type { Entry } from '../api/answers.ts';
import { isRecord } from '../format/value.ts';

/** A coordinate system that a file could have, as a file near it has it. */
export type SystemChoice = { readonly path: string; readonly name: string; readonly projection: string };

/** The systems that the service offers for a file; null for one that needs none. @param entry as it is answered by itself */
export function nearbySystems({ properties }: Pick<Entry, 'properties'>): readonly SystemChoice[] | null {
  const offered = properties?.['crsChoices'];
  if (!Array.isArray(offered)) return null;
  return offered.filter(isRecord).flatMap(({ path, projection }) => {
    if (typeof path !== 'string' || typeof projection !== 'string') return [];
    // The name of a system in WKT is its first quoted text.
    return [{ path, projection, name: /"([^"]+)"/.exec(projection)?.[1] ?? projection }];
  });
}
