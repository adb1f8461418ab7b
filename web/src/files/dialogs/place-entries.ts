import { ApiError, errorText } from '../../api/api-error.ts';
import type { Entry } from '../../api/types.ts';
import { isFolder } from '../entry-kind.ts';
import { baseName, joinPath, parentPath, stemLength } from '../entry-path.ts';
import type { Failure } from './use-many-at-once.ts';

export type Placement = { readonly from: string; readonly to: string };

/** Where entries go that keep their names. */
export const placements = (entries: readonly Entry[], folder: string): readonly Placement[] =>
  entries.map(({ path }) => ({ from: path, to: joinPath(folder, baseName(path)) }));

/** Why nothing can be placed there, before the service is asked; null when it can. */
export function placeProblem(entries: readonly Entry[], folder: string): string | null {
  const inside = entries.find((it) => isFolder(it) && `${folder}/`.startsWith(`${it.path}/`));
  if (inside !== undefined) return `“${baseName(inside.path)}” cannot go into itself. Choose another folder.`;
  return null;
}

/** All of them are in that folder already: moving them there does nothing. */
export const areThere = (entries: readonly Entry[], folder: string): boolean =>
  entries.every(({ path }) => parentPath(path) === folder);

/** "a.tif" becomes "a (copy).tif". */
export function copyName(entry: Entry): string {
  const name = baseName(entry.path);
  const stem = isFolder(entry) ? name.length : stemLength(name);
  return `${name.slice(0, stem)} (copy)${name.slice(stem)}`;
}

/**
 * Places one after another, as the service takes them, and goes on after those it refuses. A lost connection or session
 * ends it: all that is left fails for the same reason.
 */
export async function placeAll(
  wanted: readonly Placement[],
  place: (placement: Placement) => Promise<unknown>,
): Promise<readonly Failure[]> {
  const failures: Failure[] = [];
  for (const [index, placement] of wanted.entries()) {
    try {
      await place(placement);
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) throw error;
      const reason = errorText(error);
      const lost = error instanceof ApiError && error.status === 0;
      const failed = lost ? wanted.slice(index) : [placement];
      failures.push(...failed.map(({ from }) => ({ path: from, reason })));
      if (lost) break;
    }
  }
  return failures;
}
