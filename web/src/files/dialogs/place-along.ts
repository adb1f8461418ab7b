import type { Entry } from '../../api/answers.ts';
import { ApiError, errorText } from '../../api/api-error.ts';
import { companionPath } from '../companions/companion-path.ts';
import type { Failure } from './in-parts.ts';
import type { Placed } from './taken.ts';

type Group = {
  readonly main: Entry;
  readonly companions: readonly Entry[];
  /** Where each file went, by its path: what is there is not placed again when the rest is tried once more. */
  readonly placed: Map<string, Placed>;
  /** Places the main file, and tells where it is then. Throws when it stays. */
  readonly placeMain: () => Promise<Placed>;
  readonly place: (from: string, to: string, overwrite: boolean) => Promise<unknown>;
};

/** Places a file and then what belongs to it; tells which of that stayed, and why. Nothing goes when the main file stays. */
export async function placeAlong({ main, companions, placed, placeMain, place }: Group): Promise<readonly Failure[]> {
  const there = placed.get(main.path) ?? (await placeMain());
  placed.set(main.path, there);
  const { to, isReplacing } = there;
  const failures: Failure[] = [];
  for (const companion of companions) {
    const { path } = companion;
    if (placed.has(path)) continue;
    const beside = companionPath(companion, main, to);
    try {
      // What is there belongs to another file, unless that one made way.
      if (beside !== path) await place(path, beside, isReplacing);
      placed.set(path, { to: beside, isReplacing });
    } catch (error) {
      // Without a connection or a session the others would fail alike.
      if (error instanceof ApiError && (error.status === 0 || error.status === 401)) throw error;
      failures.push({ path, reason: errorText(error) });
    }
  }
  return failures;
}
