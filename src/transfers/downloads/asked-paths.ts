import type { Shown } from '../../access/index.ts';
import { askedPath, type DatasetRef } from '../../datasets/index.ts';
import type { Database } from '../../database/index.ts';
import { fail } from '../../errors/index.ts';
import { existingPaths } from './store.ts';

/** An entry that is to be downloaded. */
export interface Root {
  readonly path: string;
  /** Null for a folder, which stands for all that is in it. */
  readonly hash: string | null;
}

/** Names separated by commas; empty ones, which clients leave behind, are dropped. */
function listed(value: string): string[] {
  return value.split(',').filter((path) => path !== '');
}

/**
 * What a request for these values may show, for one also before it is made a list. A value with a comma anywhere may be one
 * name or several, which only the dataset tells: both have to be within reach. Where they name nothing it is the whole dataset.
 */
export function shownPaths(values: string | readonly string[]): Shown {
  const given = [values].flat();
  const several = given.flatMap(listed).map(askedPath);
  const wholes = given.filter((value) => value.includes(',')).map(trimmed);
  return { paths: [...(several.length === 0 ? [undefined] : several), ...wholes] };
}

/**
 * The entries that values name, each either one path or several separated by commas; a path that exists as it stands is one.
 * They come in the order of their bytes, without those that lie in a folder that is named too.
 *
 * @returns an empty list when nothing is named: the whole dataset is meant
 * @throws `invalid-input` for a path that is none, is named twice or has wildcards; `not-found` for one that does not exist
 */
export async function findRoots(
  db: Database,
  dataset: DatasetRef,
  values: readonly string[],
): Promise<readonly Root[]> {
  const given = values.filter((value) => value !== '');
  const known = await existingPaths(db, dataset.id, candidates(given));
  const paths = given.flatMap((value) => {
    const whole = trimmed(value);
    return known.has(whole) ? [whole] : listed(value).map(askedPath);
  });
  const seen = new Set<string>();
  for (const path of paths) {
    if (seen.has(path)) throw fail('invalid-input', `${path} is named twice.`);
    if (!known.has(path)) throw missing(path);
    seen.add(path);
  }
  const folders = new Set(paths.filter((path) => known.get(path) === null));
  return paths
    .filter((path) => !isInside(path, folders))
    .sort(byBytes)
    .map((path) => ({ path, hash: known.get(path)! }));
}

/** All paths the values may mean. */
function candidates(values: readonly string[]): string[] {
  return [...new Set(values.flatMap((value) => [trimmed(value), ...listed(value).map(trimmed)]))];
}

/** Without one slash on each side, as `askedPath` takes it. */
const trimmed = (path: string): string => path.replace(/^\//, '').replace(/\/$/, '');

function isInside(path: string, folders: ReadonlySet<string>): boolean {
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1))
    if (folders.has(path.slice(0, at))) return true;
  return false;
}

function byBytes(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}

function missing(path: string): Error {
  if (/[*?]/.test(path))
    return fail('invalid-input', `${path} has a wildcard, which downloads do not take; name files and folders.`);
  return fail('not-found', `There is no entry ${path} in the dataset.`);
}
