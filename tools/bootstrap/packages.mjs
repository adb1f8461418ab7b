// Step 2: the npm packages, exactly as the lock file says.
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runJob } from './child.mjs';
import { Failure } from './failure.mjs';
import { readJson } from './file-system.mjs';
import { nodeEnvironment } from './node.mjs';
import { npmCommand } from './npm.mjs';
import { nodeModules, root } from './paths.mjs';

/** npm writes this record at the very end of an installation: it is there only when everything else is. */
const record = join(nodeModules, '.package-lock.json');

/**
 * @typedef {{ readonly version?: string, readonly integrity?: string, readonly optional?: boolean,
 *   readonly link?: boolean }} LockedPackage
 * @typedef {{ readonly packages?: Readonly<Record<string, LockedPackage>> }} PackageLock
 */

/**
 * Whether what is installed is what is asked for. Optional packages may be absent: they are for other machines.
 * @param {PackageLock | undefined} wanted package-lock.json
 * @param {PackageLock | undefined} installed npm's record in node_modules
 * @returns {boolean}
 */
export function isInstalled(wanted, installed) {
  if (!wanted?.packages || !installed?.packages) return false;
  const found = installed.packages;
  return Object.entries(wanted.packages).every(([path, entry]) => {
    const there = found[path];
    if (path === '' || (entry.optional && !there)) return true;
    return there?.version === entry.version && there?.integrity === entry.integrity;
  });
}

/** @returns {boolean} */
export function arePackagesThere() {
  return isInstalled(readJson(join(root, 'package-lock.json')), readJson(record));
}

/**
 * Not `npm ci`: it refuses a lock file that lacks optional packages for other machines, and it empties node_modules,
 * GDAL's binary included, for every small change. `npm install` takes the locked versions and checks their sums as well;
 * whether the result is what the lock file says is checked here.
 *
 * No package's own install script runs: the one that is needed (GDAL) is a step of its own, with its choices shown.
 * @param {import('./node.mjs').Node} node
 * @param {import('./child.mjs').Runner} runner
 * @returns {Promise<string>} what was done
 */
export async function installPackages(node, runner) {
  // Without npm's record an installation was cut short, and any package in it may be half there.
  if (!existsSync(record)) rmSync(nodeModules, { recursive: true, force: true });
  rmSync(record, { force: true });
  const npm = npmCommand(node.path);
  const advice = 'check that the npm registry can be reached (npm ping), and run the same command again.';
  await runJob(
    {
      name: 'packages',
      command: npm.command,
      args: [
        ...npm.args,
        'install',
        '--no-save',
        '--ignore-scripts',
        '--include=dev',
        '--no-audit',
        '--no-fund',
        '--loglevel=http',
      ],
      env: { ...nodeEnvironment(node), NODE_ENV: undefined },
      advice,
    },
    runner,
  );
  if (!arePackagesThere()) {
    throw new Failure('What npm installed is not what package-lock.json names; package.json and it are out of step.', {
      advice: 'Run "npm install" after a change of package.json, and commit package-lock.json as well.',
    });
  }
  return 'the packages of package-lock.json are installed';
}
