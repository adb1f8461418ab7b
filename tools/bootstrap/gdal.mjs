// Step 3: GDAL inside Node.js (the package gdal-async). Its prebuilt binary when that can be downloaded, else compiled
// against the GDAL of the system. A binary that loads is kept in .toolchain too: npm may replace what lies in
// node_modules, and four minutes of compiling are not to be had twice. For other checkouts of the same person a copy lies
// in their cache.
import { cpSync, existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { ensurePrograms } from './apt.mjs';
import { runJob } from './child.mjs';
import { Failure } from './failure.mjs';
import { readJson, replaceFolder, writeWhole } from './file-system.mjs';
import { headersAbi, nodeEnvironment } from './node.mjs';
import { nodeModules, root, toolchain } from './paths.mjs';

/** What compiling needs. gdalinfo stands for GDAL's own programs, which the tests use as strangers. */
export const compilerNeeds = [
  { program: 'gdal-config', package: 'libgdal-dev' },
  { program: 'gdalinfo', package: 'gdal-bin' },
  { program: 'g++', package: 'g++' },
  { program: 'make', package: 'make' },
  { program: 'python3', package: 'python3' },
];

/** `ALIDADE_GDAL=prebuilt` never compiles, `=system` never downloads; without it the download is tried first. */
const choice = process.env.ALIDADE_GDAL ?? 'auto';
/** A host that does not answer within this time is taken as out of reach. */
const PROBE_TIME = 8_000;
/** The prebuilt binary has about 25 MB; a line that needs longer for it is slower than compiling. */
const DOWNLOAD_TIME = 240_000;

const cache = cacheFolder(process.env);

/**
 * Where programs keep what they can make again (XDG Base Directory Specification).
 * @param {NodeJS.ProcessEnv} environment
 * @returns {string | undefined} nowhere, for users without a home, as some containers have
 */
export function cacheFolder({ XDG_CACHE_HOME: chosen = '', HOME: own = '' }) {
  if (isAbsolute(chosen)) return join(chosen, 'alidade');
  return isAbsolute(own) ? join(own, '.cache/alidade') : undefined;
}

const home = join(nodeModules, 'gdal-async');
const preGyp = join(home, 'node_modules/@mapbox/node-pre-gyp/bin/node-pre-gyp');

/**
 * @typedef {object} Loaded what the binary said about itself when it was loaded
 * @property {string} gdal version of the GDAL library
 * @property {boolean} bundled whether the library is part of the binary
 * @property {string | null} library the system's library that it needs
 * @property {number} bytes size of the binary
 *
 * @typedef {import('./node.mjs').Node} Node
 * @typedef {import('./child.mjs').Runner & { readonly say: (line: string) => void }} Runner
 */

/**
 * Name of the binary's folder, and of its copy: one for every version of the package and interface of Node.js.
 * @param {string} abi
 */
function places(abi) {
  const folder = `node-v${abi}-${process.platform}-${process.arch}`;
  const version = readJson(join(home, 'package.json'))?.version;
  return {
    binding: join(home, 'lib/binding', folder),
    kept: join(toolchain, 'gdal', `gdal-async-${version}-${folder}`),
    cached: cache && join(cache, `gdal-async-${version}-${folder}`),
    version,
  };
}

/**
 * Whether a checked binary for this Node.js is in its place, and the library it was built against is still there.
 * @param {Node} node
 * @returns {boolean}
 */
export function isGdalThere(node) {
  const { binding, kept } = places(node.abi);
  const size = statSync(join(binding, 'gdal.node'), { throwIfNoEntry: false })?.size;
  return isUsable(readJson(join(kept, 'loaded.json')), size);
}

/**
 * @param {Loaded | undefined} loaded
 * @param {number | undefined} size bytes of the binary at hand
 * @param {(path: string) => boolean} [exists]
 * @returns {boolean}
 */
export function isUsable(loaded, size, exists = existsSync) {
  if (!loaded || size === undefined || loaded.bytes !== size) return false;
  return loaded.library === null || exists(loaded.library);
}

/**
 * @param {Node} node
 * @param {Runner} runner
 * @returns {Promise<string>} what was done
 */
export async function installGdal(node, runner) {
  const { binding, kept, cached } = places(node.abi);
  if (restore(kept, binding) && (await tryLoad(node, runner))) return 'the binary made earlier is back in its place';
  if (cached && isOwn(cached) && restore(cached, binding)) {
    const known = await tryLoad(node, runner);
    if (known) return keep(known, binding, kept, `was taken from ${cache}`);
  }
  const found = await tryLoad(node, runner); // Somebody ran the package's own install script.
  if (found) return keep(found, binding, kept, 'was there already');
  rmSync(binding, { recursive: true, force: true }); // Broken: node-pre-gyp would leave it where it is.

  if (choice !== 'system' && (await isReachable(downloadAddress(node)))) {
    const downloaded = await download(node, runner);
    if (downloaded) return keep(downloaded, binding, kept, 'was downloaded');
  }
  if (choice === 'prebuilt') {
    throw new Failure(
      'The prebuilt binary of GDAL could not be downloaded, and ALIDADE_GDAL=prebuilt forbids compiling it.',
      {
        advice: 'unset ALIDADE_GDAL, or check the connection to github.com.',
      },
    );
  }
  runner.say(
    '      No prebuilt binary within reach: compiling against the GDAL of this system, about four minutes on two cores.',
  );
  await ensurePrograms(compilerNeeds, 'Compiling the GDAL binding needs them', runner);
  await compile(node, runner);
  const done = keep(await load(node, runner), binding, kept, 'was compiled');
  if (cached) shareCopy(kept, cached, runner);
  return done;
}

/** @param {string} folder @returns {boolean} whether it is there, and nobody else could have put a program into it */
export function isOwn(folder) {
  return statSync(folder, { throwIfNoEntry: false })?.uid === process.getuid?.();
}

/**
 * Copies a compiled binary to where other checkouts find it. They do without it where there is no room for it.
 * @param {string} kept @param {string} cached @param {Pick<Runner, 'say'>} runner
 */
export function shareCopy(kept, cached, runner) {
  const aside = `${cached}.${process.pid}.new`;
  try {
    mkdirSync(dirname(cached), { recursive: true, mode: 0o700 });
    cpSync(kept, aside, { recursive: true });
    replaceFolder(aside, cached);
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    runner.say(
      `      Other checkouts will compile it once more: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** @param {string} kept @param {string} binding @returns {boolean} whether there was something to bring back */
function restore(kept, binding) {
  const loaded = readJson(join(kept, 'loaded.json'));
  const size = statSync(join(kept, 'gdal.node'), { throwIfNoEntry: false })?.size;
  if (!isUsable(loaded, size)) return false;
  const aside = join(home, 'lib/binding-new');
  rmSync(aside, { recursive: true, force: true });
  cpSync(kept, aside, { recursive: true });
  replaceFolder(aside, binding);
  return true;
}

/**
 * Keep a copy of a binary that loaded. The copy's appearance is the mark that the step is done.
 * @param {Omit<Loaded, 'bytes'>} loaded
 * @param {string} binding
 * @param {string} kept
 * @param {string} origin
 */
function keep(loaded, binding, kept, origin) {
  const aside = join(toolchain, 'gdal-new');
  rmSync(aside, { recursive: true, force: true });
  cpSync(binding, aside, { recursive: true });
  const bytes = statSync(join(aside, 'gdal.node')).size;
  writeWhole(join(aside, 'loaded.json'), JSON.stringify({ ...loaded, bytes }));
  replaceFolder(aside, kept);
  return `GDAL ${loaded.gdal} ${origin} and loads${loaded.library ? ` (with ${loaded.library})` : ''}`;
}

/** @param {Node} node @returns {string} */
function downloadAddress(node) {
  const { version } = places(node.abi);
  // The same variable that node-pre-gyp reads, for those who keep copies of such binaries.
  const host = process.env.npm_config_gdal_binary_host_mirror ?? readJson(join(home, 'package.json')).binary.host;
  return `${host}v${version}/node-v${node.abi}-${process.platform}-${process.arch}.tar.gz`;
}

/** @param {string} address @returns {Promise<boolean>} */
async function isReachable(address) {
  // Behind a proxy only the downloading program itself can tell.
  if (process.env.http_proxy ?? process.env.HTTP_PROXY ?? process.env.npm_config_proxy) return true;
  try {
    return (await fetch(address, { method: 'HEAD', signal: AbortSignal.timeout(PROBE_TIME) })).ok;
  } catch {
    return false; // No name, no route, no answer: all mean that it is compiled instead.
  }
}

/** @param {Node} node @param {Runner} runner @returns {Promise<Omit<Loaded, 'bytes'> | undefined>} */
async function download(node, runner) {
  const job = {
    name: 'gdal-download',
    command: node.path,
    args: [preGyp, 'install'],
    cwd: home,
    timeout: DOWNLOAD_TIME,
  };
  try {
    await runJob({ ...job, env: nodeEnvironment(node) }, runner);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    runner.say(`      The download failed: ${error.message}`);
    return undefined;
  }
  return await tryLoad(node, runner);
}

/** @param {Node} node @param {Runner} runner */
async function compile(node, runner) {
  /** @type {Record<string, string>} */
  const env = { ...nodeEnvironment(node), npm_config_node_gyp: join(nodeModules, 'node-gyp/bin/node-gyp.js') };
  // Headers beside the program that will run the result. Without them node-gyp downloads its own.
  if (headersAbi(node.home) === node.abi) env.npm_config_nodedir = node.home;
  await runJob(
    {
      name: 'gdal-compile',
      command: node.path,
      args: [preGyp, 'rebuild', '--build-from-source', '--shared_gdal', '-j', 'max'],
      cwd: home,
      env,
      advice:
        'GDAL 3.6 or later with its headers and a C++17 compiler are needed; the lines above name what is missing.',
    },
    runner,
  );
}

/** @param {Node} node @param {Runner} runner @returns {Promise<Omit<Loaded, 'bytes'> | undefined>} */
async function tryLoad(node, runner) {
  if (!existsSync(join(places(node.abi).binding, 'gdal.node'))) return undefined;
  try {
    return await load(node, runner);
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/**
 * Load the binary in the Node.js that will run it, in a process of its own: a broken one may end the process.
 * @param {Node} node
 * @param {Runner} runner
 * @returns {Promise<Omit<Loaded, 'bytes'>>}
 */
async function load(node, runner) {
  const check = join(root, 'tools/bootstrap/gdal-check.mjs');
  const output = await runJob({ name: 'gdal-check', command: node.path, args: [check], timeout: 60_000 }, runner);
  return JSON.parse(output.split('\n').at(-1) ?? '');
}
