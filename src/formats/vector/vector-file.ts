import { join } from 'node:path';
import { type Engine, FILE_STEM, type VectorFormat } from '../../engine/index.ts';
import type { Candidate } from '../candidate.ts';
import { companionsOf } from '../companions.ts';
import { withNamedFiles } from '../linked-files.ts';

/** What the operations of the engine take. */
interface VectorSource {
  readonly path: string;
  readonly format: VectorFormat;
}

/**
 * The companions of a shapefile that facts and pictures need, with as much of each as is copied, in bytes. The table (.dbf) is
 * not among them: its columns are not looked at.
 */
const COMPANION_BYTES: Readonly<Record<string, number>> = {
  // 16 million features; a longer index is treated as one that is lost.
  shx: 2 ** 27,
  // The longest descriptions of a CRS have some thousand characters.
  prj: 2 ** 16,
};

/**
 * Lends a vector file, with its companions beside it under the names a driver looks for. The file itself is a link to the
 * blob; what a driver might make again where it is damaged are copies.
 *
 * @param work gets the extensions of companions that a shapefile lacks
 */
export async function withVectorFile<T>(
  candidate: Candidate,
  format: VectorFormat,
  engine: Engine,
  work: (source: VectorSource, missing: readonly string[]) => Promise<T>,
): Promise<T> {
  const name = `${FILE_STEM}.${candidate.extension}`;
  const companions = format === 'shapefile' ? await companionFiles(candidate) : new Map<string, string>();
  const missing =
    format === 'shapefile' ? Object.keys(COMPANION_BYTES).filter((ending) => !companions.has(ending)) : [];
  const copied = new Map([...companions].map(([ending, path]) => [`${FILE_STEM}.${ending}`, path]));
  return withNamedFiles({ linked: new Map([[name, candidate.path]]), copied }, engine, (folder) =>
    work({ path: join(folder, name), format }, missing),
  );
}

/** Paths of the companions of a shapefile by their extensions. */
async function companionFiles({ name, neighbours }: Candidate): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const [companion, { path, size }] of await neighbours.find(companionsOf(name))) {
    const ending = companion.slice(companion.lastIndexOf('.') + 1).toLowerCase();
    if (!found.has(ending) && size <= (COMPANION_BYTES[ending] ?? -1)) found.set(ending, path);
  }
  return found;
}
