import { ancestorsOf, type Delta, type StampEntry } from '../../sync/index.ts';
import type { Refuse, RemoteState } from './remote-state.ts';
import type { LocalEntry, LocalValue } from './store.ts';

/** The dataset here, a page at a time. */
export interface LocalState {
  entries(): AsyncIterable<readonly LocalEntry[]>;
  /** Values of metadata. */
  values(): AsyncIterable<readonly LocalValue[]>;
}

/** What an import has to do. */
export interface ImportPlan extends Delta {
  /** Files that are here already. */
  readonly skipped: { readonly count: number; readonly bytes: number };
}

export interface PlanOptions {
  /** Remove what the source does not have and was there until this time (seconds since 1970); absent: nothing. */
  readonly removeUntil: number | undefined;
  /** Told of what cannot come, as something else has its place. */
  readonly refuse: Refuse;
}

/** Compares what the source has with what is here. What is here is never in memory as a whole. */
export async function planImport(
  { entries, meta = new Set() }: RemoteState,
  local: LocalState,
  { removeUntil = -Infinity, refuse }: PlanOptions,
): Promise<ImportPlan> {
  const adds = new Map(entries);
  const removes: StampEntry[] = [];
  const inTheWay = new Set<string>();
  const skipped = { count: 0, bytes: 0 };
  for await (const page of local.entries())
    for (const { path, hash, size, mtime } of page) {
      const there = entries.get(path);
      if (there === hash) {
        adds.delete(path);
        if (hash !== '') [skipped.count, skipped.bytes] = [skipped.count + 1, skipped.bytes + size];
      } else if (there === undefined || (there === '') !== (hash === '')) {
        if (mtime <= removeUntil) removes.push({ path, hash });
        else if (there !== undefined) inTheWay.add(path);
      }
    }
  refuseBlocked(adds, inTheWay, refuse);
  return {
    adds: entriesOf(adds),
    removes: removes.reverse(),
    ...(await planValues(meta, local, removeUntil, new Set(removes.map(({ path }) => path)))),
    skipped,
  };
}

/** What is here and may not be removed stays, and what would have its place, or lie in it, does not come. */
function refuseBlocked(adds: Map<string, string>, inTheWay: ReadonlySet<string>, refuse: Refuse): void {
  if (inTheWay.size === 0) return;
  for (const [path, hash] of adds) {
    const other = [...ancestorsOf(path), path].find((at) => inTheWay.has(at));
    if (other === undefined) continue;
    adds.delete(path);
    const isFile = other === path && hash !== '';
    refuse(
      path,
      `${other} is a ${isFile ? 'folder' : 'file'} here, and a ${isFile ? 'file' : 'folder'} at the source.`,
    );
  }
}

async function planValues(
  there: ReadonlySet<string>,
  local: LocalState,
  removeUntil: number,
  removed: ReadonlySet<string>,
): Promise<Pick<Delta, 'metaAdds' | 'metaRemoves'>> {
  const metaAdds = new Set(there);
  const metaRemoves: string[] = [];
  for await (const page of local.values())
    for (const { id, path, mtime, isAccess } of page) {
      // It goes with its entry, and comes back to where the source has it.
      if (removed.has(path)) continue;
      if (!metaAdds.delete(id) && mtime <= removeUntil && !isAccess) metaRemoves.push(id);
    }
  return { metaAdds: [...metaAdds], metaRemoves };
}

const entriesOf = (adds: ReadonlyMap<string, string>): StampEntry[] =>
  [...adds].map(([path, hash]) => ({ path, hash }));
