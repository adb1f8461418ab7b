import { compareBytes, type Content } from '../../sync/index.ts';

/** How a content differs from an earlier one. */
export interface Differences {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** Values of metadata that are new or gone. */
  readonly metadata: number;
}

export function differences(before: Content, after: Content): Differences {
  const [old, now] = [before.entries, after.entries];
  const present = [...now.keys()].sort(compareBytes);
  return {
    added: present.filter((path) => !old.has(path)),
    changed: present.filter((path) => old.has(path) && old.get(path) !== now.get(path)),
    removed: [...old.keys()].filter((path) => !now.has(path)).sort(compareBytes),
    metadata:
      [...after.meta].filter((id) => !before.meta.has(id)).length +
      [...before.meta].filter((id) => !after.meta.has(id)).length,
  };
}

export const isNothing = ({ added, changed, removed, metadata }: Differences): boolean =>
  added.length + changed.length + removed.length + metadata === 0;
