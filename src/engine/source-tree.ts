import { fileURLToPath } from 'node:url';

/** The folder of all our source files, with `/` at its end. */
const SOURCE_TREE = new URL('../', import.meta.url).href;

/**
 * Checks the address of a module that is to run in a process of its own, so that no text from outside can name code to run.
 * @throws Error with the address when it is not in our own source tree, or its file name does not end with one of `endings`
 */
export function checkOwnModule(address: string, endings: readonly string[]): string {
  // The parser resolves `..` first, also where its dots are escaped.
  const { href, search, hash } = new URL(address);
  // What follows `?` or `#` is no part of the file's name.
  const isFile = search === '' && hash === '';
  if (isFile && href.startsWith(SOURCE_TREE) && endings.some((ending) => href.endsWith(ending))) return href;
  throw new Error(`${address} is not a module of Alidade that may run in a process of its own.`);
}

/** Path of the file of such a module. */
export const pathOfModule = (address: string): string => fileURLToPath(address);
