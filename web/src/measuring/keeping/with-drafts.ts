import { type Conflict, merge } from './merge.ts';
import type { Draft } from './ports.ts';
import { newId, type Sidecar } from './sidecar.ts';

/**
 * A file with what was left unsaved in this browser.
 *
 * @returns the conflicts of the file with the drafts; where two drafts differ, the later one is there as another feature
 */
export function withDrafts(
  stored: Sidecar,
  drafts: readonly Draft[],
): { readonly sidecar: Sidecar; readonly conflicts: readonly Conflict[] } {
  let sidecar = stored;
  const conflicts: Conflict[] = [];
  for (const [index, { base, mine }] of drafts.entries()) {
    if (index === 0) {
      const merged = merge(base, mine, sidecar);
      sidecar = merged.sidecar;
      conflicts.push(...merged.conflicts);
      continue;
    }
    // What is there wins, and the other one is added.
    const merged = merge(base, sidecar, mine);
    const copies = merged.conflicts.flatMap(({ theirs }) => (theirs === null ? [] : [{ ...theirs, id: newId() }]));
    sidecar = { features: [...merged.sidecar.features, ...copies], rest: stored.rest };
  }
  return { sidecar, conflicts };
}
