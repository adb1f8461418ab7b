import { fail, type Shown } from '../../http/index.ts';

/**
 * Longest path, in bytes of UTF-8: that of an object store, and what the index of a folder's entries can hold twice (its
 * rows have at most 2,704 bytes).
 */
export const MAX_PATH_BYTES = 1024;
/** Longest name within it: what file systems can hold. */
const MAX_NAME_BYTES = 255;
/** Names that mean something inside a dataset folder of existing clients, or an object's prototype. */
const RESERVED = new Set(['.ddb', '.alidade', '.pending', '__proto__', 'constructor']);
/** The folder at the root that existing clients take for derived files. */
const RESERVED_AT_ROOT = 'build';

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

function pathProblem(path: string): string | undefined {
  if (path === '') return 'must not be empty';
  if (!path.isWellFormed()) return 'must be valid Unicode';
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) return `must be at most ${MAX_PATH_BYTES} bytes long`;
  if (path.includes('\\')) return 'must use / between names, not \\';
  if (/\p{Cc}/u.test(path)) return 'must not hold control characters';
  if (/^[A-Za-z]:/.test(path)) return 'must not begin with a drive letter';
  if (path.startsWith('/')) return 'must be relative to the dataset';
  const names = path.split('/');
  if (names[0] === RESERVED_AT_ROOT) return `must not begin with the reserved name ${RESERVED_AT_ROOT}`;
  return names.map(nameProblem).find(Boolean);
}

function nameProblem(name: string): string | undefined {
  if (name === '') return 'must not hold an empty name (two slashes in a row)';
  if (name === '.' || name === '..') return 'must not hold . or .. as a name';
  if (RESERVED.has(name.toLowerCase())) return `must not hold the reserved name ${name}`;
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) return `must not hold a name of more than ${MAX_NAME_BYTES} bytes`;
  return undefined;
}

/** Path of the folder that holds an entry; empty at the root. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Number of folders an entry is below the root: 0 for `a.tif`, 1 for `flight/a.tif`. */
export function depthOf(path: string): number {
  return path.split('/').length - 1;
}

/** All folders above an entry, outermost first: `a/b/c.tif` gives `a`, `a/b`. */
export function ancestorsOf(path: string): string[] {
  const names = path.split('/');
  return names.slice(1).map((_, index) => names.slice(0, index + 1).join('/'));
}
