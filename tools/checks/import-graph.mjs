// Rules for the imports of src/ that dependency-cruiser cannot check: it does not see what worker threads and children load.
import { fileURLToPath } from 'node:url';
import { root } from '../bootstrap/paths.mjs';
import { readImportGraph } from './source-imports.mjs';

/**
 * @typedef {import('./source-imports.mjs').ImportGraph} ImportGraph
 * @typedef {import('./source-imports.mjs').ImportKind} ImportKind
 * @typedef {{ readonly file: string, readonly because: string }} Exception
 * @typedef {Exception & { readonly package: string }} PackageException
 */

/** Packages that parse files of users. A fault in one of them may end the process or run foreign code in it. */
const PARSERS = ['gdal-async', 'sharp', 'exifr', 'yauzl', 'tar', 'laz-perf'];

/** @type {readonly PackageException[]} Files that import a parser outside of children. */
const PARSERS_IN_PROCESS = [
  {
    file: 'src/kinds/raster/block/block-decode.ts',
    package: 'sharp',
    because: 'It decodes JPEG blocks of COGs that the service built.',
  },
  { file: 'src/kinds/raster/draw/thumbnail.ts', package: 'sharp', because: 'It resizes decoded pixels.' },
  { file: 'src/render/encode.ts', package: 'sharp', because: 'It encodes pixels and reads no file.' },
  { file: 'src/thumbnails/size-steps.ts', package: 'sharp', because: 'It shrinks pictures that the service drew.' },
];

/** @type {readonly Exception[]} Files that load a module whose address is a variable. */
const VARIABLE_IMPORTS = [
  { file: 'src/engine/child.ts', because: 'A child loads the operation that a call names.' },
  {
    file: 'src/kinds/vector/features/query-thread.ts',
    because: 'A thread loads the encoder that the query names by `new URL`, which this check follows.',
  },
];

/** What the server process starts with. */
const ENTRIES = ['src/main.ts', 'src/server.ts'];

/** @param {string} file */
const runsInChild = (file) => file.endsWith('.child.ts') || file.endsWith('/program.ts');
/** @param {string} file */
const isTest = (file) => file.endsWith('.test.ts') || file.includes('/testing/');

/**
 * @param {ImportGraph} graph
 * @param {readonly PackageException[]} exceptions
 * @returns {readonly string[]} complaints
 */
export function checkParsers(graph, exceptions) {
  const needed = new Set();
  const complaints = [];
  for (const [file, { imports }] of graph) {
    if (runsInChild(file) || isTest(file)) continue;
    for (const { kind, specifier } of imports) {
      const name = PARSERS.find((parser) => specifier === parser || specifier.startsWith(`${parser}/`));
      if (name === undefined || kind === 'type') continue;
      const exception = exceptions.find((listed) => listed.file === file && listed.package === name);
      if (exception === undefined) complaints.push(`${file} imports ${name}; only *.child.ts and program.ts may.`);
      else needed.add(exception);
    }
  }
  return [...complaints, ...unneeded(exceptions, needed)];
}

/**
 * @param {ImportGraph} graph
 * @param {readonly Exception[]} exceptions
 * @returns {readonly string[]} complaints
 */
export function checkReadable(graph, exceptions) {
  const needed = new Set();
  const complaints = [];
  for (const [file, { code, missing }] of graph) {
    if (isTest(file)) continue;
    for (const specifier of missing) complaints.push(`${file} names ${specifier}, which does not exist.`);
    if (/\bimport\.meta\.resolve\b(?!\(\s*'[^']*',?\s*\))/.test(code)) {
      complaints.push(`${file} calls import.meta.resolve without a path in quotes.`);
    }
    // The client starts no thread: it looks for its package.json, which lies elsewhere once it is installed.
    if (!file.startsWith('src/client/') && /\bnew URL\((?!\s*'[^']*',)[^()]*,\s*import\.meta\.url\b/.test(code)) {
      complaints.push(`${file} makes an address of a module without a path in quotes.`);
    }
    if (!/\bimport\((?!\s*'[^']*',?\s*\))/.test(code)) continue;
    const exception = exceptions.find((listed) => listed.file === file);
    if (exception === undefined) complaints.push(`${file} calls import() without a path in quotes.`);
    else needed.add(exception);
  }
  return [...complaints, ...unneeded(exceptions, needed)];
}

/**
 * @param {readonly Exception[]} exceptions
 * @param {ReadonlySet<unknown>} needed
 * @returns {readonly string[]} complaints
 */
function unneeded(exceptions, needed) {
  return exceptions
    .filter((exception) => !needed.has(exception))
    .map(({ file }) => `${file} needs no exception in tools/checks/import-graph.mjs. Remove it from the list.`);
}

/**
 * What the entries load, by values and in worker threads, must not run in children. `import.meta.resolve` of a child or a
 * program is the boundary of the process. `new URL` is none: a thread of this process could load what it names.
 * @param {ImportGraph} graph
 * @param {readonly string[]} entries
 * @returns {readonly string[]} complaints
 */
export function checkProcessBoundary(graph, entries) {
  const complaints = entries.filter((entry) => !graph.has(entry)).map((entry) => `${entry} does not exist.`);
  /** @type {Map<string, string | undefined>} each file that is reached, with the file that loads it */
  const loadedBy = new Map(entries.map((entry) => [entry, undefined]));
  for (const file of loadedBy.keys()) {
    if (runsInChild(file)) {
      complaints.push(`The server process loads ${file}:\n${chainTo(file, loadedBy)}`);
      continue;
    }
    for (const edge of graph.get(file)?.edges ?? []) {
      const isBoundary = edge.kind === 'type' || (edge.kind === 'address' && runsInChild(edge.file));
      if (!isBoundary && !loadedBy.has(edge.file)) loadedBy.set(edge.file, file);
    }
  }
  return complaints;
}

/**
 * @param {string} file
 * @param {ReadonlyMap<string, string | undefined>} before
 * @returns {string} the files from the first to this one, one a line
 */
function chainTo(file, before) {
  const chain = [file];
  for (let at = before.get(file); at !== undefined; at = before.get(at)) chain.unshift(at);
  return chain.map((step) => `  ${step}`).join('\n');
}

/**
 * Imports, types, threads and addresses must form no cycle. A file may name itself, as a thread that runs the same module does.
 * @param {ImportGraph} graph
 * @returns {readonly string[]} complaints: short cycles that share no file
 */
export function checkCycles(graph) {
  const seen = new Set();
  const complaints = [];
  for (const start of filesAroundCycles(graph)) {
    if (seen.has(start)) continue;
    const cycle = shortestCycle(graph, start);
    if (cycle === undefined || cycle.some((file) => seen.has(file))) continue;
    for (const file of cycle) seen.add(file);
    complaints.push(`The imports form a cycle:\n${[...cycle, start].map((file) => `  ${file}`).join('\n')}`);
  }
  return complaints;
}

/**
 * Removes files that import no remaining file, until none is left to remove.
 * @param {ImportGraph} graph
 * @returns {Iterable<string>} every file of a cycle, and files that lead to one
 */
function filesAroundCycles(graph) {
  const left = new Set(graph.keys());
  let before = Infinity;
  while (left.size < before) {
    before = left.size;
    for (const file of left) {
      const edges = graph.get(file)?.edges ?? [];
      if (!edges.some((edge) => edge.file !== file && left.has(edge.file))) left.delete(file);
    }
  }
  return left;
}

/**
 * @param {ImportGraph} graph
 * @param {string} start
 * @returns {readonly string[] | undefined} files from the start round to the one that names it; undefined without a cycle
 */
function shortestCycle(graph, start) {
  /** @type {Map<string, readonly string[]>} */
  const paths = new Map([[start, [start]]]);
  for (const [file, path] of paths) {
    for (const edge of graph.get(file)?.edges ?? []) {
      if (edge.file === file) continue;
      if (edge.file === start) return path;
      if (!paths.has(edge.file)) paths.set(edge.file, [...path, edge.file]);
    }
  }
  return undefined;
}

/**
 * What runs in a thread or a process of its own belongs to the module, or the kind, that starts it: so the rules for imports
 * hold for what it loads.
 * @param {ImportGraph} graph
 * @returns {readonly string[]} complaints
 */
export function checkOwnPrograms(graph) {
  const complaints = [];
  for (const [file, { edges }] of graph) {
    if (isTest(file)) continue;
    for (const edge of edges) {
      if (edge.kind !== 'url' && edge.kind !== 'address') continue;
      if (houseOf(edge.file) !== houseOf(file)) complaints.push(`${file} starts ${edge.file} of another module.`);
    }
  }
  return complaints;
}

/** @param {string} file @returns {string} `src/engine`, `src/kinds/raster` */
const houseOf = (file) =>
  file
    .split('/')
    .slice(0, file.startsWith('src/kinds/') ? 3 : 2)
    .join('/');

/**
 * The types of an operation must come from the module that the child loads.
 * @param {ImportGraph} graph
 * @returns {readonly string[]} complaints
 */
export function checkOperations(graph) {
  const complaints = [];
  for (const [file, { code }] of graph) {
    const calls = code.matchAll(/\boperation(?:<([^>]*)>)?\(\s*import\.meta\.resolve\(\s*'([^']+)'/g);
    for (const [, type = '', path = ''] of calls) {
      const name = /^typeof ([\w$]+)$/.exec(type.trim())?.[1];
      if (name === undefined) {
        complaints.push(`${file} makes an operation of ${path} without its type: operation<typeof NAME>(…).`);
      } else if (!importsNamespace(code, name, path)) {
        complaints.push(`${file} needs: import type * as ${name} from '${path}';`);
      }
    }
  }
  return complaints;
}

/**
 * @param {string} code
 * @param {string} name
 * @param {string} path
 */
function importsNamespace(code, name, path) {
  const imports = code.matchAll(/^import type \* as ([\w$]+) from '([^']+)'/gm);
  return [...imports].some(([, imported, from]) => imported === name && from === path);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const graph = readImportGraph(root, 'src');
  const complaints = [
    ...checkParsers(graph, PARSERS_IN_PROCESS),
    ...checkReadable(graph, VARIABLE_IMPORTS),
    ...checkProcessBoundary(graph, ENTRIES),
    ...checkCycles(graph),
    ...checkOwnPrograms(graph),
    ...checkOperations(graph),
  ];
  for (const complaint of complaints) console.error(complaint);
  process.exitCode = complaints.length === 0 ? 0 : 1;
}
