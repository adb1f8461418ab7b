import { expect, it } from 'vitest';
import { ARCHIVE_EXTENSIONS, archiveKindOf } from './archive-kind.ts';

it.each([
  ['a.zip', 'zip', 'none'],
  ['A.ZIP', 'zip', 'none'],
  ['a.tar', 'tar', 'none'],
  ['a.tar.gz', 'tar', 'gzip'],
  ['a.TGZ', 'tar', 'gzip'],
  ['a.tar.bz2', 'tar', 'bzip2'],
  ['a.txz', 'tar', 'xz'],
  ['a.tar.zst', 'tar', 'zstd'],
  ['a.7z', 'tar', 'library'],
  ['a.rar', 'tar', 'library'],
  ['Dem.tif.gz', { name: 'Dem.tif' }, 'gzip'],
  ['dem.asc.bz2', { name: 'dem.asc' }, 'bzip2'],
] as const)('%s is read as %j, packed by %s', (name, holds, packing) => {
  expect(archiveKindOf(name)).toEqual({ holds, packing });
});

it.each(['a.tif', 'zip', '.zip', '.tar.gz.txt', 'a.kmz'])('%s is no archive', (name) => {
  expect(archiveKindOf(name)).toBeUndefined();
});

it('offers what it reads', () => {
  for (const extension of ARCHIVE_EXTENSIONS) expect(archiveKindOf(`a.${extension}`)).toBeDefined();
});
