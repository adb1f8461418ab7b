// Reads the imports of TypeScript files. Regular expressions are enough: oxfmt writes every import in one form.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

/**
 * How a file names another one: `value` loads it, `type` is erased, `url` is `new URL(…, import.meta.url)`,
 * `address` is `import.meta.resolve(…)`.
 * @typedef {'value' | 'type' | 'url' | 'address'} ImportKind
 * @typedef {{ readonly kind: ImportKind, readonly specifier: string }} Import
 * @typedef {{ readonly kind: ImportKind, readonly file: string }} Edge
 * @typedef {{
 *   readonly code: string,
 *   readonly imports: readonly Import[],
 *   readonly edges: readonly Edge[],
 *   readonly missing: readonly string[],
 * }} Source `code` has no comment lines; `edges` lead to files of the graph, `missing` to files that do not exist
 * @typedef {ReadonlyMap<string, Source>} ImportGraph by path from the root, with slashes
 */

/** Whole lines only: a quote or a slash within code must not hide what follows it. */
const COMMENT_LINE = /^\s*(?:\/\/|\/\*(?!.*\*\/\s*\S)|\*(?= |$|\/)).*$/gm;
const NAMES = String.raw`(?:[\w$]+\s*,\s*)?(?:[\w$]+|\*\s*as\s+[\w$]+|\{[^}]*\})`;
const IMPORT = new RegExp(String.raw`^\s*import\s+(type\s+)?(?:${NAMES}\s+from\s+)?'([^']+)'`, 'gm');
const EXPORT = /^\s*export\s+(type\s+)?(?:\*(?:\s*as\s+[\w$]+)?|\{[^}]*\})\s+from\s+'([^']+)'/gm;
const DYNAMIC_IMPORT = /(typeof\s+)?\bimport\(\s*'([^']+)'/g;
const URL_OF_FILE = /\bnew URL\(\s*'([^']+)',\s*import\.meta\.url/g;
const ADDRESS = /\bimport\.meta\.resolve\(\s*'([^']+)'/g;
/** Each call with one string, in files that make a `require`: it may have any name. */
const REQUIRE = /[\w$)]\(\s*'([^']+)'\s*,?\s*\)/g;

/**
 * @param {string} root
 * @param {string} folder below the root
 * @returns {ImportGraph} all TypeScript files of the folder
 */
export function readImportGraph(root, folder) {
  const files = readdirSync(posix.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => posix.join(folder, path.replaceAll('\\', '/')))
    .filter((path) => path.endsWith('.ts'))
    .sort();
  const known = new Set(files);
  return new Map(files.map((file) => [file, readSource(root, file, known)]));
}

/**
 * @param {string} root
 * @param {string} file
 * @param {ReadonlySet<string>} known files of the graph
 * @returns {Source}
 */
function readSource(root, file, known) {
  const code = readFileSync(posix.join(root, file), 'utf8').replace(COMMENT_LINE, '');
  const imports = importsOf(code);
  /** @type {Edge[]} */
  const edges = [];
  /** @type {string[]} */
  const missing = [];
  for (const { kind, specifier } of imports) {
    if (!/^\.{1,2}\/|^[\w-]+\.ts$/.test(specifier)) continue;
    const target = posix.join(posix.dirname(file), specifier);
    if (known.has(target)) edges.push({ kind, file: target });
    else if (target.endsWith('.ts') && !existsSync(posix.join(root, target))) missing.push(specifier);
  }
  return { code, imports, edges, missing };
}

/**
 * @param {string} code without comment lines
 * @returns {readonly Import[]}
 */
export function importsOf(code) {
  /** @type {Import[]} */
  const found = [];
  for (const statement of [IMPORT, EXPORT, DYNAMIC_IMPORT]) {
    for (const [, type, specifier = ''] of code.matchAll(statement)) {
      found.push({ kind: type === undefined ? 'value' : 'type', specifier });
    }
  }
  for (const [, specifier = ''] of code.matchAll(URL_OF_FILE)) found.push({ kind: 'url', specifier });
  for (const [, specifier = ''] of code.matchAll(ADDRESS)) found.push({ kind: 'address', specifier });
  if (code.includes('createRequire(')) {
    const calls = code.replace(DYNAMIC_IMPORT, '').replace(ADDRESS, '');
    for (const [, specifier = ''] of calls.matchAll(REQUIRE)) found.push({ kind: 'value', specifier });
  }
  return found;
}
