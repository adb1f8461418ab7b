// Every direct dependency has its line in docs/dependencies.md that says what it is for, and no line lacks its dependency.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * @param {readonly string[]} dependencies names of package.json
 * @param {string} page the documentation: a table whose first column is the name in backticks, or a list of such names
 * @returns {readonly string[]} complaints
 */
export function compareDependencies(dependencies, page) {
  const documented = [...page.matchAll(/^(?:\||-|\*)\s*`([^`]+)`/gm)].map((match) => match[1] ?? '');
  return [
    ...dependencies
      .filter((name) => !documented.includes(name))
      .map((name) => `${name} is a dependency, but docs/dependencies.md has no line for it.`),
    ...documented
      .filter((name) => !dependencies.includes(name))
      .map((name) => `docs/dependencies.md has a line for ${name}, which is no dependency any more.`),
  ];
}

/** @param {string} path @returns {string} */
function read(path) {
  return readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const manifest = JSON.parse(read('package.json'));
  const names = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
  const complaints = compareDependencies(names, read('docs/dependencies.md'));
  for (const complaint of complaints) console.error(complaint);
  process.exitCode = complaints.length === 0 ? 0 : 1;
}
