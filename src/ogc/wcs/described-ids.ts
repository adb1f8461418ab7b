import type { Kvp } from '../kvp.ts';
import { failOgc, OgcError } from '../ogc-error.ts';

/** Each description takes two kilobytes; no client asks for more at once. */
export const MOST_DESCRIBED = 1000;

/**
 * What a list of coverages stands for, in its order. The comma of a path does not end it when the whole list is one name.
 *
 * @throws MissingParameterValue, InvalidParameterValue, and what `find` throws
 */
export async function describedIds<T>(kvp: Kvp, name: string, find: (id: string) => Promise<T>): Promise<readonly T[]> {
  const text = kvp.required(name);
  const ids = (kvp.list(name) ?? []).filter((id) => id !== '');
  if (ids.length > MOST_DESCRIBED)
    throw failOgc('InvalidParameterValue', `At most ${MOST_DESCRIBED} coverages are described at once.`, name);
  if (ids.length > 1) {
    const single = await find(text).catch((error: unknown) => {
      if (error instanceof OgcError) return undefined;
      throw error;
    });
    if (single !== undefined) return [single];
  }
  const found: T[] = [];
  for (const id of ids) found.push(await find(id));
  return found;
}
