import type { Entry } from '../api/answers.ts';
import { isActiveBuild, type BuildChange } from '../api/builds.ts';

/**
 * An entry as it is by what the service tells of its build; undefined where the entry has to be asked for again, because
 * the build has ended: then other facts of it may be others, too.
 */
export function changedEntry(entry: Entry, change: BuildChange): Entry | undefined {
  if (change.currentState === 'Processing') {
    return { ...entry, buildStatus: 'building', buildProgress: change.progressPercent, buildError: null };
  }
  if (isActiveBuild(change)) {
    return { ...entry, buildStatus: 'queued', buildProgress: null, buildError: null };
  }
  return undefined;
}

/** A list with the entry as it is now; undefined where the list has to be asked for again. */
export function changedList(entries: readonly Entry[], change: BuildChange): readonly Entry[] | undefined {
  const index = entries.findIndex(({ path }) => path === change.path);
  const entry = entries[index];
  const changed = entry && changedEntry(entry, change);
  return changed && entries.with(index, changed);
}
