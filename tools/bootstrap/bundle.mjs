// Step: the service and the client as few files, bundled when their sources or packages changed. Loading the sources themselves
// takes three seconds of a processor at each start.
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runJob } from './child.mjs';
import { fingerprint, readIfThere, replaceFolder, writeWhole } from './file-system.mjs';
import { nodeEnvironment } from './node.mjs';
import { bundle, main, root, toolchain } from './paths.mjs';

const sources = join(root, 'src');
const bundler = join(root, 'tools/bundle-server.mjs');
const stamp = join(toolchain, 'bundle.stamp');

/** @returns {string} */
function currentFingerprint() {
  return fingerprint(root, [sources, bundler, join(root, 'package-lock.json')], isNoSource);
}

/**
 * What plays no part in the bundle.
 * @param {string} path relative to the repository
 * @returns {boolean}
 */
export const isNoSource = (path) => /\/(testing|assembly)$|\.test\.ts$/.test(path);

/** @returns {boolean} */
export function isBundleBuilt() {
  if (!existsSync(join(sources, 'main.ts'))) return true; // Not all sources are in this checkout.
  return existsSync(main) && readIfThere(stamp) === currentFingerprint();
}

/**
 * @param {import('./node.mjs').Node} node
 * @param {import('./child.mjs').Runner} runner
 * @returns {Promise<string>} what was done
 */
export async function buildBundle(node, runner) {
  const aside = join(toolchain, 'bundle-new');
  rmSync(aside, { recursive: true, force: true });
  // Taken before: what is edited meanwhile is bundled at the next start.
  const state = currentFingerprint();
  await runJob({ name: 'bundle', command: node.path, args: [bundler, aside], env: nodeEnvironment(node) }, runner);
  replaceFolder(aside, bundle);
  writeWhole(stamp, state);
  return 'the service is bundled';
}
