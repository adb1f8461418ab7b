// `npm test`: the checks, then Vitest. `npm run test:full`: the tests that it leaves out, without the checks.
// The last line says how many tests passed, failed and were skipped.
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from '../bootstrap/chromium.mjs';
import { readJson } from '../bootstrap/file-system.mjs';
import { logs, main, nodeModules } from '../bootstrap/paths.mjs';
import { handOver } from '../hand-over.mjs';
import { runChecks } from './lint.mjs';
import { makeTestFolder } from './test-folder.mjs';

const results = join(logs, 'vitest.json');

/**
 * @typedef {object} VitestResults the part of its JSON report that is read here
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {readonly { readonly status: string, readonly assertionResults: readonly unknown[] }[]} testResults
 */

/**
 * @param {import('../bootstrap/node.mjs').Node} node
 * @param {readonly string[]} args arguments for Vitest; with any, the checks are left out
 * @param {AbortSignal} signal
 * @returns {Promise<number>} exit code
 */
export async function runTests(node, args, signal) {
  const began = Date.now();
  if (args.length === 0 && process.env.ALIDADE_TESTS === undefined) {
    heading('Checks');
    const failed = await runChecks(node, signal);
    if (failed > 0) {
      heading('Result');
      console.log(`${failed} of the checks failed, so the tests were not run. "npm run lint" runs the checks alone.`);
      console.log(summaryOf(undefined));
      return 1;
    }
    console.log(`Checks took ${secondsSince(began)} s.`);
  }

  heading('Tests');
  const testsBegan = Date.now();
  rmSync(results, { force: true });
  process.env.CHROMIUM = findChromium();
  process.env.ALIDADE_MAIN = main;
  // Options alone, such as `-t NAME`, choose among the tests of `npm test`.
  if (args.some((word) => word.includes('/'))) process.env.ALIDADE_TESTS ??= 'named';
  const vitest = join(nodeModules, 'vitest/vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${results}`];
  const code = await inTestFolder(() => handOver(node, [vitest, 'run', ...reporters, ...args], signal));

  heading('Result');
  console.log(`Tests took ${secondsSince(testsBegan)} s, everything ${secondsSince(began)} s.`);
  console.log(summaryOf(readJson(results)));
  return code;
}

/**
 * Runs tests with a folder in memory for their temporary files. `npm run test:full` has files of gigabytes, and shows on a real
 * disk what survives a kill. A `TMPDIR` that is set stays.
 * @param {() => Promise<number>} run
 * @returns {Promise<number>}
 */
async function inTestFolder(run) {
  const isForTheDisk = process.env.ALIDADE_TESTS === 'full' || process.env.TMPDIR !== undefined;
  const folder = isForTheDisk ? undefined : makeTestFolder();
  console.log(`Temporary files are in ${folder ?? tmpdir()}.`);
  if (folder === undefined) return await run();
  process.env.TMPDIR = folder;
  try {
    return await run();
  } finally {
    delete process.env.TMPDIR;
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {VitestResults | undefined} report none: Vitest did not come to its end, which counts as one failure
 * @returns {string} "N passed, N failed, N skipped"
 */
export function summaryOf(report) {
  if (!report) return '0 passed, 1 failed, 0 skipped';
  // A file that could not even be loaded has no tests to count.
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  ).length;
  const skipped = report.numPendingTests + report.numTodoTests;
  return `${report.numPassedTests} passed, ${report.numFailedTests + broken} failed, ${skipped} skipped`;
}

/** @param {string} text */
function heading(text) {
  console.log(`\n== ${text} ${'='.repeat(60 - text.length)}`);
}

/** @param {number} began @returns {string} */
function secondsSince(began) {
  return ((Date.now() - began) / 1000).toFixed(1);
}
