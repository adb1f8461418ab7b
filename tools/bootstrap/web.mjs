// Step 4: the web application, built when its sources or packages changed.
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runJob } from './child.mjs';
import { fingerprint, readIfThere, replaceFolder, writeWhole } from './file-system.mjs';
import { nodeEnvironment } from './node.mjs';
import { nodeModules, root, toolchain } from './paths.mjs';

const sources = join(root, 'web');
const built = join(sources, 'dist');
const stamp = join(toolchain, 'web.stamp');
/** What the configuration of the build imports. */
const plugins = ['chunks', 'compressed', 'spark', 'texts'].map((name) => join(root, `tools/vite-${name}.mjs`));

/** @returns {string} */
function currentFingerprint() {
  const inputs = [sources, ...plugins, join(root, 'package-lock.json')];
  return fingerprint(root, inputs, isNoSource);
}

/**
 * What plays no part in the built application.
 * @param {string} path relative to the repository
 * @returns {boolean}
 */
export function isNoSource(path) {
  return path === 'web/dist' || /(^|\/)node_modules$|\.test\.tsx?$/.test(path);
}

/** @returns {boolean} */
export function isWebBuilt() {
  if (!existsSync(join(sources, 'vite.config.ts'))) return true; // No web application in this checkout.
  return existsSync(join(built, 'index.html')) && readIfThere(stamp) === currentFingerprint();
}

/**
 * @param {import('./node.mjs').Node} node
 * @param {import('./child.mjs').Runner} runner
 * @returns {Promise<string>} what was done
 */
export async function buildWeb(node, runner) {
  const aside = join(toolchain, 'web-new');
  rmSync(aside, { recursive: true, force: true });
  // Taken before the build: what is edited while it runs is built at the next start.
  const state = currentFingerprint();
  const vite = join(nodeModules, 'vite/bin/vite.js');
  await runJob(
    {
      name: 'web',
      command: node.path,
      args: [vite, 'build', sources, '--config', join(sources, 'vite.config.ts'), '--outDir', aside, '--emptyOutDir'],
      env: { ...nodeEnvironment(node), NODE_ENV: 'production' },
    },
    runner,
  );
  replaceFolder(aside, built);
  writeWhole(stamp, state);
  return 'the web application is built';
}
