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

/** What is wrong with a path of an entry, as the end of a sentence that begins with its name; `undefined`: nothing. */
export function pathProblem(path: string): string | undefined {
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
  // Nobody sees it, and many programs drop it: two files would look like one.
  if (name.startsWith('\uFEFF')) return 'must not hold a name that begins with a byte order mark';
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
