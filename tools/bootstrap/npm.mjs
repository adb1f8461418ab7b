import { existsSync, realpathSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/**
 * The npm at hand (the one that runs us, else the first in PATH), as a command run by the given Node.js: npm names that
 * Node.js to the packages' engine checks.
 * @param {string} node
 * @returns {{ readonly command: string, readonly args: readonly string[] }}
 */
export function npmCommand(node) {
  const calling = process.env.npm_execpath ?? '';
  const script = calling.endsWith('npm-cli.js') ? calling : npmInPath();
  return script ? { command: node, args: [script] } : { command: 'npm', args: [] };
}

/** @returns {string | undefined} npm's script; undefined when the npm in PATH is no link to it */
function npmInPath() {
  const program = findProgram('npm');
  const script = program && realpathSync(program);
  return script?.endsWith('npm-cli.js') ? script : undefined;
}

/**
 * @param {string} name a program, or a file by its whole path
 * @param {string} [path]
 * @returns {string | undefined} the first program of that name in PATH
 */
export function findProgram(name, path = process.env.PATH ?? '') {
  if (isAbsolute(name)) return existsSync(name) ? name : undefined;
  return path
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));
}
