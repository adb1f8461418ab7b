import { join } from 'node:path';
import { FILE_STEM, type VectorFormat } from '../../engine/index.ts';
import type { Candidate } from '../candidate.ts';
import { companionsOf } from '../companions.ts';
import { withLinkedFiles } from '../linked-files.ts';

/** What the operations of the engine take. */
interface VectorSource {
  readonly path: string;
  readonly format: VectorFormat;
}

/**
 * Lends a vector file, with its companions beside it under the names a driver looks for.
 *
 * @param work gets the extensions of companions that a shapefile lacks
 */
export async function withVectorFile<T>(
  candidate: Candidate,
  format: VectorFormat,
  work: (source: VectorSource, missing: readonly string[]) => Promise<T>,
): Promise<T> {
  const { links, missing } = await namedFiles(candidate, format);
  return withLinkedFiles(links, (folder) =>
    work({ path: join(folder, `${FILE_STEM}.${candidate.extension}`), format }, missing),
  );
}

/** The file and its companions under the names the driver looks for, and what a shapefile lacks. */
async function namedFiles(
  { path, name, extension, neighbours }: Candidate,
  format: VectorFormat,
): Promise<{ readonly links: ReadonlyMap<string, string>; readonly missing: readonly string[] }> {
  const links = new Map([[`${FILE_STEM}.${extension}`, path]]);
  if (format !== 'shapefile') return { links, missing: [] };
  for (const [companion, file] of await neighbours.find(companionsOf(name))) {
    const ending = companion.slice(companion.lastIndexOf('.') + 1).toLowerCase();
    if (!links.has(`${FILE_STEM}.${ending}`)) links.set(`${FILE_STEM}.${ending}`, file.path);
  }
  return { links, missing: ['shx', 'prj'].filter((ending) => !links.has(`${FILE_STEM}.${ending}`)) };
}
