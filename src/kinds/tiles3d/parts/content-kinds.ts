/** Kinds of files that a tileset consists of, by their extensions. */
const KINDS = ['b3dm', 'i3dm', 'pnts', 'cmpt', 'glb', 'gltf', 'json', 'subtree'] as const;

export const extensionOf = (name: string): string => /\.([^./]*)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** How many files are of which kind; all others are `other`. */
export function contentKinds(names: Iterable<string>): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const name of names) {
    const kind = KINDS.find((one) => one === extensionOf(name)) ?? 'other';
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return Object.fromEntries(
    [...KINDS, 'other'].flatMap((kind) => (counts.has(kind) ? [[kind, counts.get(kind)!]] : [])),
  );
}
