import type { ArchiveRequest } from '../../tasks/tool-kit/index.ts';

/** How a kind of archive is read. */
export type ArchiveKind = Pick<ArchiveRequest, 'holds' | 'packing'>;

/** By the end of the name, longest first: `.tar.gz` is no `.gz`. */
const KINDS: readonly (readonly [
  endings: readonly string[],
  holds: 'zip' | 'tar' | 'one',
  ArchiveRequest['packing'],
])[] = [
  [['.tar.gz', '.tgz'], 'tar', 'gzip'],
  [['.tar.bz2', '.tbz2', '.tbz'], 'tar', 'bzip2'],
  [['.tar.xz', '.txz'], 'tar', 'xz'],
  [['.tar.zst', '.tzst'], 'tar', 'zstd'],
  [['.zip'], 'zip', 'none'],
  [['.tar'], 'tar', 'none'],
  [['.7z', '.rar'], 'tar', 'library'],
  [['.gz'], 'one', 'gzip'],
  [['.bz2'], 'one', 'bzip2'],
  [['.xz'], 'one', 'xz'],
  [['.zst'], 'one', 'zstd'],
];

/** Extensions of archives, without dot, as entries have them. */
export const ARCHIVE_EXTENSIONS = [
  ...new Set(KINDS.flatMap(([endings]) => endings.map((each) => each.slice(each.lastIndexOf('.') + 1)))),
];

/** How the archive of this name is read; undefined for a name of no archive. A file alone is called as the archive, less its ending. */
export function archiveKindOf(name: string): ArchiveKind | undefined {
  const lower = name.toLowerCase();
  for (const [endings, holds, packing] of KINDS) {
    const ending = endings.find((each) => lower.endsWith(each) && lower.length > each.length);
    if (ending === undefined) continue;
    return { packing, holds: holds === 'one' ? { name: name.slice(0, -ending.length) } : holds };
  }
  return undefined;
}
