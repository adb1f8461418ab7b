import { fileURLToPath } from 'node:url';

const THIS = import.meta.resolve('./source-tree.ts');
/** The folder of all our modules, with `/` at its end: `src/`, or that of the bundle, which has the same tree. */
const TREE = new URL('../', THIS).href;
/** `.ts`, or `.js` in the bundle. */
const SUFFIX = THIS.slice(-3);

/**
 * Checks the address of a module that is to run in a process of its own, so that no text from outside can name code to run.
 * @param ending what its file name ends with before the suffix
 * @throws Error with the address when it is not in our own tree, or its name ends otherwise
 */
export function checkOwnModule(address: string, ending: '.child' | '/program'): string {
  // The parser resolves `..` first, also where its dots are escaped.
  const { href, search, hash } = new URL(address);
  // What follows `?` or `#` is no part of the file's name.
  const isFile = search === '' && hash === '';
  if (isFile && href.startsWith(TREE) && href.endsWith(ending + SUFFIX)) return href;
  throw new Error(`${address} is not a module of Alidade that may run in a process of its own.`);
}

/** Name of such a module's file, without the ending. */
export const nameOfModule = (address: string, ending: string): string =>
  address.slice(address.lastIndexOf('/') + 1, -(ending + SUFFIX).length);

/** Path of the file of such a module. */
export const pathOfModule = (address: string): string => fileURLToPath(address);
