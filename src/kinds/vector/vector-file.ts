import { join } from 'node:path';
import type { Engine } from '../../engine/index.ts';
import { FILE_STEM } from './read/file-stem.ts';
import type { VectorFormat } from './read/open-vector.ts';
import { type Candidate, companionsOf, withNamedFiles } from '../../inspection/index.ts';

/** What the operations of the engine take. */
interface VectorSource {
  readonly path: string;
  readonly format: VectorFormat;
}

/** The companions of a shapefile that are copied, with as much of each as may be, in bytes. */
const COPIED_BYTES: Readonly<Record<string, number>> = {
  // 16 million features; a longer index is treated as one that is lost.
  shx: 2 ** 27,
  // The longest descriptions of a CRS have some thousand characters.
  prj: 2 ** 16,
};
/** Those that are looked at only where the attributes of features are wanted: the table, and its encoding in one word. */
const ATTRIBUTE_BYTES: Readonly<Record<string, number>> = { dbf: 2 ** 40, cpg: 2 ** 12 };

/**
 * Runs work on a vector file, with its sidecars beside it under the names a driver looks for. The file itself and the table of
 * attributes are links to blobs; what a driver might make again where it is damaged are copies.
 *
 * @param work gets the extensions of companions that a shapefile lacks
 */
export async function withVectorFile<T>(
  candidate: Candidate,
  format: VectorFormat,
  engine: Engine,
  work: (source: VectorSource, missing: readonly string[]) => Promise<T>,
  { withAttributes = false } = {},
): Promise<T> {
  const name = `${FILE_STEM}.${candidate.extension}`;
  const wanted = { ...COPIED_BYTES, ...(withAttributes ? ATTRIBUTE_BYTES : {}) };
  const isShapefile = format === 'shapefile';
  const companions = isShapefile ? await companionFiles(candidate, wanted) : new Map<string, string>();
  const missing = isShapefile ? Object.keys(COPIED_BYTES).filter((ending) => !companions.has(ending)) : [];
  const named = [...companions].map(([ending, path]) => [`${FILE_STEM}.${ending}`, path] as const);
  const [linked, copied] = [true, false].map((isLink) => named.filter(([each]) => each.endsWith('.dbf') === isLink));
  const files = { linked: new Map([[name, candidate.path], ...(linked ?? [])]), copied: new Map(copied) };
  return withNamedFiles(files, engine, (folder) => work({ path: join(folder, name), format }, missing));
}

/** Paths of the companions of a shapefile by their extensions. */
async function companionFiles(
  { name, neighbours }: Candidate,
  wanted: Readonly<Record<string, number>>,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const [companion, { path, size }] of await neighbours.find(companionsOf(name))) {
    const ending = companion.slice(companion.lastIndexOf('.') + 1).toLowerCase();
    if (!found.has(ending) && size <= (wanted[ending] ?? -1)) found.set(ending, path);
  }
  return found;
}
