import { ancestorsOf } from '../entry-path.ts';
import { compareBytes } from '../stamp/byte-order.ts';
import type { Content } from '../stamp/content.ts';
import type { Delta, StampEntry } from '../stamp/stamp.ts';

/** Whose side counts where both changed the same. */
export type Preference = 'local' | 'remote';

/** What both sides changed differently; hashes are undefined where there is nothing, and empty for folders. */
export interface Conflict {
  readonly path: string;
  readonly local: string | undefined;
  readonly remote: string | undefined;
}

/** What the local side has to change, so that it has all changes of the remote side and keeps its own. */
export interface Merge extends Delta {
  /** Paths that stay as they are here until somebody decides, in order. */
  readonly conflicts: readonly Conflict[];
}

type Entries = ReadonlyMap<string, string>;

interface Sides {
  readonly base: Entries;
  readonly local: Entries;
  readonly remote: Entries;
  readonly prefer: Preference | undefined;
}

/**
 * Three-way merge: what changed since `base` on one side only is taken from that side.
 *
 * @param base what both sides had when they were last equal
 * @param prefer decides conflicts; without it, they are listed and left alone
 */
export function mergeContents(base: Content, local: Content, remote: Content, prefer?: Preference): Merge {
  const sides = { base: base.entries, local: local.entries, remote: remote.entries, prefer };
  const { after, conflicts } = mergedEntries(sides);
  const adds: StampEntry[] = [];
  for (const [path, hash] of after) if (local.entries.get(path) !== hash) adds.push({ path, hash });
  const removes: StampEntry[] = [];
  for (const [path, hash] of local.entries) {
    const next = after.get(path);
    if (next === undefined || (next === '') !== (hash === '')) removes.push({ path, hash });
  }
  return {
    adds: adds.sort((left, right) => compareBytes(left.path, right.path)),
    removes: removes.sort((left, right) => compareBytes(right.path, left.path)),
    metaAdds: [...remote.meta].filter((id) => !base.meta.has(id) && !local.meta.has(id)),
    metaRemoves: [...local.meta].filter((id) => base.meta.has(id) && !remote.meta.has(id)),
    conflicts: [...conflicts]
      .sort(compareBytes)
      .map((path) => ({ path, local: local.entries.get(path), remote: remote.entries.get(path) })),
  };
}

/**
 * What counts as equal on both sides after a merge: all of the remote side, but for paths that were left alone. With these
 * as they were, a push is refused until they are decided. Values that belong to them and did not come are new still: they
 * come when their entry does.
 *
 * @param local the local side after the merge
 */
export function contentAfter(base: Content, local: Content, remote: Content, leftAlone: readonly string[]): Content {
  const entries = new Map(remote.entries);
  for (const path of leftAlone) set(entries, path, base.entries.get(path));
  if (leftAlone.length === 0) return { entries, meta: remote.meta };
  return { entries, meta: new Set([...remote.meta].filter((id) => base.meta.has(id) || local.meta.has(id))) };
}

function mergedEntries(sides: Sides): { readonly after: Map<string, string>; readonly conflicts: Set<string> } {
  const { base, local, remote, prefer } = sides;
  const after = new Map(local);
  const conflicts = new Set<string>();
  const decide = (path: string): void => {
    const [before, here, there] = [base.get(path), local.get(path), remote.get(path)];
    if (here === there || there === before) return;
    if (here === before || prefer === 'remote') set(after, path, there);
    else if (prefer === undefined) conflicts.add(path);
  };
  for (const path of local.keys()) decide(path);
  for (const path of remote.keys()) if (!local.has(path)) decide(path);
  separateFilesFromFolders(sides, after, conflicts);
  for (const path of Array.from(after.keys()))
    for (const ancestor of ancestorsOf(path)) if (!after.has(ancestor)) after.set(ancestor, '');
  return { after, conflicts };
}

/** Where one side has a file and the other something below it, one of the two has to give way with all that is below. */
function separateFilesFromFolders(
  { local, remote, prefer }: Sides,
  after: Map<string, string>,
  conflicts: Set<string>,
): void {
  const roots = new Set<string>();
  for (const path of after.keys()) {
    const root = ancestorsOf(path).find((ancestor) => (after.get(ancestor) ?? '') !== '');
    if (root !== undefined) roots.add(root);
  }
  if (roots.size === 0) return;
  const kept = prefer === 'remote' ? remote : local;
  for (const path of new Set([...local.keys(), ...remote.keys()])) {
    if (!roots.has(path) && !ancestorsOf(path).some((ancestor) => roots.has(ancestor))) continue;
    set(after, path, kept.get(path));
    if (prefer === undefined && local.get(path) !== remote.get(path)) conflicts.add(path);
  }
}

function set(entries: Map<string, string>, path: string, hash: string | undefined): void {
  if (hash === undefined) entries.delete(path);
  else entries.set(path, hash);
}
