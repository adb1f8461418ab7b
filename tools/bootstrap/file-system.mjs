// Small file helpers: whole-old or whole-new, never half.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/**
 * Write a file so that a reader (or a crash) sees the old or the new content, never a part.
 * @param {string} path
 * @param {string} content
 */
export function writeWhole(path, content) {
  mkdirSync(dirname(path), { recursive: true });
  const aside = `${path}.${process.pid}.new`;
  writeFileSync(aside, content);
  renameSync(aside, path);
}

/**
 * Put a finished folder in the place of another.
 * @param {string} finished
 * @param {string} place
 */
export function replaceFolder(finished, place) {
  mkdirSync(dirname(place), { recursive: true });
  const old = `${finished}.old`;
  rmSync(old, { recursive: true, force: true });
  try {
    renameSync(place, old);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  renameSync(finished, place);
  rmSync(old, { recursive: true, force: true });
}

/**
 * Content of a text file, or undefined when there is none.
 * @param {string} path
 * @returns {string | undefined}
 */
export function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/**
 * A JSON file's value, or undefined when it is absent or not JSON (a half-written one counts as absent).
 * @param {string} path
 * @returns {any}
 */
export function readJson(path) {
  const text = readIfThere(path);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/**
 * One hash over names and contents: changes when a file is added, removed, renamed or edited. Times play no part, so a
 * checkout that goes there and back changes nothing.
 * @param {string} base names are taken relative to this folder
 * @param {readonly string[]} paths files and folders; absent ones are allowed
 * @param {(path: string) => boolean} [skip] leaves out a path (relative to base) and all below
 * @returns {string} SHA-256, hexadecimal
 */
export function fingerprint(base, paths, skip = () => false) {
  const hash = createHash('sha256');
  const files = paths.flatMap((path) => filesBelow(base, path, skip)).sort();
  for (const file of new Set(files)) {
    const content = readFileSync(join(base, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/**
 * @param {string} base
 * @param {string} path
 * @param {(path: string) => boolean} skip
 * @returns {string[]} relative to base
 */
function filesBelow(base, path, skip) {
  const name = relative(base, path);
  if (skip(name)) return [];
  try {
    return filesOfFolder(path, name, skip);
  } catch (error) {
    if (isMissing(error)) return [];
    if (codeOf(error) === 'ENOTDIR') return [name];
    throw error;
  }
}

/**
 * @param {string} path
 * @param {string} name of the folder, relative to the base of its files' names
 * @param {(path: string) => boolean} skip
 * @returns {string[]}
 */
function filesOfFolder(path, name, skip) {
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const inside = join(name, entry.name);
    if (skip(inside)) return [];
    return entry.isDirectory() ? filesOfFolder(join(path, entry.name), inside, skip) : [inside];
  });
}

/** @param {unknown} error @returns {string | undefined} */
export function codeOf(error) {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

/** @param {unknown} error @returns {boolean} */
export function isMissing(error) {
  return codeOf(error) === 'ENOENT';
}
