// Programs of the system: which are missing, which Debian packages have them, and how they get there.
import { spawnSync } from 'node:child_process';
import { runJob } from './child.mjs';
import { Failure } from './failure.mjs';
import { findProgram } from './npm.mjs';

/**
 * @typedef {{ readonly program: string, readonly package: string }} Need a program, and the Debian package that has it
 *
 * @typedef {object} System
 * @property {boolean} hasApt
 * @property {boolean} isRoot
 * @property {boolean} hasSudo sudo works without a password
 * @property {boolean} isConsistent no interrupted dpkg run waits to be finished
 * @property {readonly string[]} known packages that the package lists offer
 *
 * @typedef {object} AptPlan
 * @property {readonly (readonly string[])[]} commands in this order
 * @property {string} [refusal] why nothing can be installed by us
 * @property {string} [byHand] the command a person has to run instead
 */

/**
 * @param {readonly Need[]} needs
 * @param {(program: string) => unknown} find
 * @returns {readonly string[]} packages whose programs are missing, each once
 */
export function missingPackages(needs, find = findProgram) {
  return [...new Set(needs.filter((need) => !find(need.program)).map((need) => need.package))];
}

/**
 * What has to be called so that the packages are there.
 * @param {readonly string[]} packages
 * @param {System} system
 * @returns {AptPlan}
 */
export function planApt(packages, system) {
  if (packages.length === 0) return { commands: [] };
  if (!system.hasApt) {
    return {
      commands: [],
      refusal: `this system has no apt-get`,
    };
  }
  // The lock timeout: another package manager (unattended upgrades) may be at work.
  const apt = ['apt-get', '-o', 'DPkg::Lock::Timeout=600'];
  const install = [...apt, 'install', '-y', '--no-install-recommends', ...packages];
  const update = [...apt, 'update'];
  if (!system.isRoot && !system.hasSudo) {
    return {
      commands: [],
      refusal: 'installing system packages needs root, and sudo asks for a password',
      byHand: `sudo apt-get update && sudo apt-get install --no-install-recommends ${packages.join(' ')}`,
    };
  }
  const commands = [
    ...(system.isConsistent ? [] : [['dpkg', '--configure', '-a']]),
    ...(packages.every((name) => system.known.includes(name)) ? [] : [update]),
    install,
  ];
  const prefix = system.isRoot ? ['env'] : ['sudo', '-n', 'env'];
  return { commands: commands.map((command) => [...prefix, 'DEBIAN_FRONTEND=noninteractive', ...command]) };
}

/**
 * Names of the packages that `apt-cache policy` offers a version of.
 * @param {string} policy its output in English
 * @returns {readonly string[]}
 */
export function parsePolicy(policy) {
  return [...policy.matchAll(/^(\S+):\n(?: .*\n)*? {2}Candidate: (?!\(none\))\S/gm)].map((match) => String(match[1]));
}

/** @param {readonly string[]} packages @returns {System} */
export function inspectSystem(packages) {
  const hasApt = Boolean(findProgram('apt-get'));
  const isRoot = process.getuid?.() === 0;
  const hasSudo = !isRoot && hasApt && outputOf('sudo', ['-n', 'true']) !== undefined;
  if (!hasApt) return { hasApt, isRoot, hasSudo, isConsistent: true, known: [] };
  return {
    hasApt,
    isRoot,
    hasSudo,
    isConsistent: outputOf('dpkg', ['--audit']) === '',
    known: parsePolicy(outputOf('apt-cache', ['policy', ...packages]) ?? ''),
  };
}

/**
 * Install what is missing of the named programs; says beforehand what and why.
 * @param {readonly Need[]} needs
 * @param {string} why
 * @param {import('./child.mjs').Runner & { readonly say: (line: string) => void }} runner
 * @returns {Promise<readonly string[]>} the packages that were installed
 */
export async function ensurePrograms(needs, why, runner) {
  const packages = missingPackages(needs);
  const plan = planApt(packages, inspectSystem(packages));
  if (plan.refusal) {
    const advice = plan.byHand
      ? `run this, then the same command again:\n\n    ${plan.byHand}\n`
      : `install them with your system's package manager, and run the same command again.`;
    throw new Failure(`Debian packages are missing: ${packages.join(' ')}. ${why}, but ${plan.refusal}.`, { advice });
  }
  if (packages.length > 0)
    runner.say(`      Installing Debian packages: ${packages.join(' ')} (and what they depend on). ${why}.`);
  const refresh = plan.commands.find((command) => command.at(-1) === 'update') === undefined;
  for (const command of plan.commands) {
    try {
      await runApt(command, runner);
    } catch (error) {
      // Package lists that are some weeks old name files that the mirrors no longer have.
      if (!refresh || !command.includes('install') || !(error instanceof Failure)) throw error;
      await runApt([...command.slice(0, command.indexOf('install')), 'update'], runner);
      await runApt(command, runner);
    }
  }
  return packages;
}

/** @param {readonly string[]} command @param {import('./child.mjs').Runner} runner */
async function runApt(command, runner) {
  const [program = '', ...args] = command;
  await runJob({ name: 'apt', command: program, args, patient: true }, runner);
}

/** Output of a short command, undefined when it failed. @param {string} command @param {readonly string[]} args */
function outputOf(command, args) {
  const run = spawnSync(command, args, { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } });
  return run.status === 0 ? run.stdout.trimEnd() + (run.stdout ? '\n' : '') : undefined;
}
