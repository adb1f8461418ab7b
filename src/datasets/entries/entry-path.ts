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

/** What a route shows that answers about one entry, or without a path about the whole dataset. */
export function shown(path: string | undefined): Shown {
  return { paths: [path === undefined ? undefined : checkEntryPath(path)] };
}
