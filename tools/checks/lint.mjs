// The checks beside the tests: types, lint, format, import rules, import graph, documented dependencies, generated files.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { nodeEnvironment } from '../bootstrap/node.mjs';
import { nodeModules, root } from '../bootstrap/paths.mjs';

/** @typedef {{ readonly name: string, readonly script: string, readonly args: readonly string[] }} Check */

/** The longest first, so that the shorter ones fill the second processor meanwhile. */
const checks = [
  { name: 'Lint', script: 'oxlint/bin/oxlint', args: ['--type-aware', '--deny-warnings', '--threads=2'] },
  { name: 'Types', script: 'typescript-native/bin/tsc', args: ['--noEmit', '--pretty'] },
  { name: 'Types of tools/', script: 'typescript-native/bin/tsc', args: ['--noEmit', '--pretty', '-p', 'tools'] },
  { name: 'Types of web/', script: 'typescript-native/bin/tsc', args: ['--noEmit', '--pretty', '-p', 'web'] },
  { name: 'Format', script: 'oxfmt/bin/oxfmt', args: ['--check', '.'] },
  {
    name: 'Import rules',
    script: 'dependency-cruiser/bin/dependency-cruiser.mjs',
    args: ['api', 'src', 'web/src', 'tools', 'test'],
  },
  { name: 'Import graph', script: join(root, 'tools/checks/import-graph.mjs'), args: [] },
  { name: 'Generated files', script: join(root, 'tools/generated/check.ts'), args: [] },
  { name: 'Documented dependencies', script: join(root, 'tools/checks/documented-dependencies.mjs'), args: [] },
];

/**
 * Run all checks, two at a time.
 * @param {import('../bootstrap/node.mjs').Node} node
 * @param {AbortSignal} signal
 * @returns {Promise<number>} how many failed
 */
export async function runChecks(node, signal) {
  const waiting = checks.map(forThisCheckout).filter((check) => check !== undefined);
  let failed = 0;
  const work = async () => {
    for (let check = waiting.shift(); check && !signal.aborted; check = waiting.shift()) {
      const began = Date.now();
      const { passed, output } = await runCheck(check, node, signal);
      const seconds = ((Date.now() - began) / 1000).toFixed(1);
      console.log(`${passed ? 'ok    ' : 'FAILED'} ${check.name} (${seconds} s)`);
      if (passed) continue;
      failed += 1;
      console.log(output.trimEnd());
    }
  };
  await Promise.all([work(), work()]);
  signal.throwIfAborted();
  return failed;
}

/**
 * `npm run lint`
 * @param {import('../bootstrap/node.mjs').Node} node
 * @param {AbortSignal} signal
 * @returns {Promise<number>} exit code
 */
export async function runLint(node, signal) {
  const failed = await runChecks(node, signal);
  console.log(failed === 0 ? 'All checks passed.' : `${failed} of the checks failed.`);
  return failed === 0 ? 0 : 1;
}

/**
 * Folders that are not there yet are not asked for: the programs take an unknown folder as an error.
 * @param {Check} check
 * @returns {Check | undefined}
 */
function forThisCheckout(check) {
  const project = check.args.indexOf('-p');
  if (project > 0 && !existsSync(join(root, check.args[project + 1] ?? '', 'tsconfig.json'))) return undefined;
  if (!check.script.startsWith('dependency-cruiser')) return check;
  return { ...check, args: check.args.filter((folder) => existsSync(join(root, folder))) };
}

/**
 * @param {Check} check
 * @param {import('../bootstrap/node.mjs').Node} node
 * @param {AbortSignal} signal
 * @returns {Promise<{ readonly passed: boolean, readonly output: string }>}
 */
function runCheck({ script, args }, node, signal) {
  const path = script.startsWith(root) ? script : join(nodeModules, script);
  return new Promise((resolve) => {
    const child = spawn(node.path, [path, ...args], {
      cwd: root,
      env: { ...process.env, ...nodeEnvironment(node) },
      signal,
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += String(chunk)));
    child.stderr.on('data', (chunk) => (output += String(chunk)));
    child.once('error', (error) => resolve({ passed: false, output: output + error.message }));
    child.once('close', (code) => resolve({ passed: code === 0, output }));
  });
}
