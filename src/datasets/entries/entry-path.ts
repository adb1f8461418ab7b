import type { Shown } from '../../access/index.ts';
import { fail } from '../../errors/index.ts';
import { pathProblem } from '../../sync/index.ts';

export { ancestorsOf, baseName, depthOf, MAX_PATH_BYTES, parentOf } from '../../sync/index.ts';

/**
 * The one validator of entry paths: relative, `/` between names, kept byte for byte as sent (no Unicode normalisation: a
 * synced folder must stay the same). One trailing slash is dropped.
 *
 * @throws `invalid-input` that says what is wrong
 */
export function checkEntryPath(path: string): string {
  const clean = path.endsWith('/') ? path.slice(0, -1) : path;
  const problem = pathProblem(clean);
  if (problem) throw fail('invalid-input', `path ${problem}`);
  return clean;
}

/**
 * The path of an entry that somebody asks for. One leading slash is dropped, as existing clients send it. A path that is written
 * to must not have one.
 *
 * @throws `invalid-input` that says what is wrong
 */
export const askedPath = (path: string): string => checkEntryPath(path.startsWith('/') ? path.slice(1) : path);

/** The same of a folder: `undefined` stands for the root, which `/` asks for, too. */
export const askedFolder = (path: string | undefined): string | undefined =>
  path === undefined || path === '/' ? undefined : askedPath(path);

/** What a route shows that answers about one entry, or without a path about the whole dataset. */
export const shown = (path: string | undefined): Shown => ({ paths: [askedFolder(path)] });
