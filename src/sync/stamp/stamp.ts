import { compareBytes } from './byte-order.ts';

/**
 * What a dataset holds, short enough to compare: paths with their hashes, folders with an empty one, and ids of metadata.
 * Entries are ordered by the bytes of their paths, ids by theirs.
 */
export interface Stamp {
  /** SHA-256 over paths, hashes and ids, one behind the other; lower-case hexadecimal. */
  readonly checksum: string;
  /** One object with one member for each entry: its path, and its hash. */
  readonly entries: readonly Readonly<Record<string, string>>[];
  readonly meta: readonly string[];
}

/** An entry as a delta names it. */
export interface StampEntry {
  readonly path: string;
  /** Empty for folders. */
  readonly hash: string;
}

/** What makes a destination equal to a source. */
export interface Delta {
  /** Entries to write, new or changed. */
  readonly adds: readonly StampEntry[];
  /** Entries to remove, the deepest first. */
  readonly removes: readonly StampEntry[];
  readonly metaAdds: readonly string[];
  readonly metaRemoves: readonly string[];
}

/** The entries of a stamp. A path that is there twice counts with its last hash. */
export function entriesOf(stamp: Pick<Stamp, 'entries'>): ReadonlyMap<string, string> {
  const entries = new Map<string, string>();
  for (const entry of stamp.entries) for (const path of Object.keys(entry)) entries.set(path, entry[path]!);
  return entries;
}

/** What to do to `destination` so that it is `source`; the time it takes grows with the number of entries, not its square. */
export function deltaOf(source: Pick<Stamp, 'entries' | 'meta'>, destination: Pick<Stamp, 'entries' | 'meta'>): Delta {
  const [wanted, present] = [entriesOf(source), entriesOf(destination)];
  const removes: StampEntry[] = [];
  for (const [path, hash] of present) {
    const other = wanted.get(path);
    if (other === undefined || (other === '') !== (hash === '')) removes.push({ path, hash });
  }
  const adds: StampEntry[] = [];
  for (const [path, hash] of wanted) if (present.get(path) !== hash) adds.push({ path, hash });
  const [wantedMeta, presentMeta] = [new Set(source.meta), new Set(destination.meta)];
  return {
    adds,
    // Turned round first: a stamp is in order, and sorting what is in order takes one look at each.
    removes: removes.reverse().sort((left, right) => compareBytes(right.path, left.path)),
    metaAdds: [...wantedMeta].filter((id) => !presentMeta.has(id)),
    metaRemoves: [...presentMeta].filter((id) => !wantedMeta.has(id)),
  };
}
