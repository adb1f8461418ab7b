// Step 1: the Node.js that runs Alidade. The running one when it is new enough, else the pinned one from npm.
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { runJob } from './child.mjs';
import { Failure } from './failure.mjs';
import { readIfThere, readJson, replaceFolder } from './file-system.mjs';
import { npmCommand } from './npm.mjs';
import { nodeModules, root, toolchain } from './paths.mjs';
import { compareVersions } from './version.mjs';

/** Runs TypeScript as it is, has node:sqlite, and is a long-term release. */
export const minimumNode = '24.0.0';

/** Exact version and checksum of the pinned one stand in this folder's package.json and package-lock.json. */
const manifest = join(root, 'tools/bootstrap/node');
const packageName = `node-${process.platform}-${process.arch}`;

/**
 * @typedef {object} Node
 * @property {string} path the program
 * @property {string} version
 * @property {string} abi number of the interface that compiled modules are built for
 * @property {string} home the folder that has `bin` and `include`
 */

/** @returns {string} the pinned version */
export function pinnedVersion() {
  const version = readJson(join(manifest, 'package.json'))?.optionalDependencies[packageName];
  if (version) return version;
  throw new Failure(`Alidade needs Node.js ${minimumNode} or later; this one is ${process.version}.`, {
    advice: `install Node.js 24 from https://nodejs.org (there is none on npm for ${process.platform}-${process.arch}).`,
  });
}

/** @returns {Node} the Node.js that runs Alidade, whether it is installed yet or not */
export function chooseNode() {
  if (compareVersions(process.version, minimumNode) >= 0) {
    const home = dirname(dirname(process.execPath));
    return { path: process.execPath, version: process.version, abi: process.versions.modules, home };
  }
  const version = pinnedVersion();
  const home = join(toolchain, `node-${version}`);
  return { path: join(home, 'bin/node'), version: `v${version}`, abi: headersAbi(home) ?? '', home };
}

/**
 * Interface number in the header files of a Node.js, undefined where there are none.
 * @param {string} home
 * @returns {string | undefined}
 */
export function headersAbi(home) {
  const header = readIfThere(join(home, 'include/node/node_version.h'));
  return header && /^#define NODE_MODULE_VERSION (\d+)/m.exec(header)?.[1];
}

/**
 * Environment in which scripts that say "node" get this one, and find the programs of the packages.
 * @param {Node} node
 * @returns {Record<string, string>}
 */
export function nodeEnvironment(node) {
  const path = [dirname(node.path), join(nodeModules, '.bin'), process.env.PATH ?? ''].join(delimiter);
  return { PATH: path, npm_node_execpath: node.path, NODE: node.path };
}

/**
 * Install the pinned Node.js aside and move it into its place when it runs.
 * @param {import('./child.mjs').Runner} runner
 * @returns {Promise<string>} what was done
 */
export async function installNode(runner) {
  const version = pinnedVersion();
  const aside = join(toolchain, 'node-new');
  rmSync(aside, { recursive: true, force: true });
  mkdirSync(aside, { recursive: true });
  cpSync(manifest, aside, { recursive: true });
  const npm = npmCommand(process.execPath);
  await runJob(
    {
      name: 'node',
      command: npm.command,
      args: [...npm.args, 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=http'],
      cwd: aside,
      advice: 'check that the npm registry can be reached (npm ping), and run the same command again.',
    },
    runner,
  );
  const installed = join(aside, 'node_modules', packageName);
  const tried = await runJob({ name: 'node-check', command: join(installed, 'bin/node'), args: ['--version'] }, runner);
  if (!tried.includes(`v${version}`))
    throw new Failure(`The installed Node.js answers "${tried}" instead of ${version}.`);
  replaceFolder(installed, join(toolchain, `node-${version}`));
  rmSync(aside, { recursive: true, force: true });
  return `Node.js ${version} is in .toolchain/ (the installed ${process.version} stays as it is)`;
}

/** @param {Node} node @returns {boolean} */
export function isNodeThere(node) {
  return node.path === process.execPath || existsSync(node.path);
}
