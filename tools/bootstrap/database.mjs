// Step: an empty database, which a first start copies. To make one takes PostgreSQL six seconds.
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runJob } from './child.mjs';
import { readJson, replaceFolder } from './file-system.mjs';
import { nodeEnvironment } from './node.mjs';
import { nodeModules, root, toolchain } from './paths.mjs';

/** No other version of the package is left there. */
const place = join(toolchain, 'empty-database');

/** @returns {string} version of what makes the database */
const version = () => readJson(join(nodeModules, '@electric-sql/pglite/package.json'))?.version ?? '';

/** @returns {boolean} */
export function isDatabaseMade() {
  return existsSync(join(place, version(), 'PG_VERSION'));
}

/**
 * @param {import('./node.mjs').Node} node
 * @param {import('./child.mjs').Runner} runner
 * @returns {Promise<string>} what was done
 */
export async function makeDatabase(node, runner) {
  const aside = join(toolchain, 'empty-database-new');
  rmSync(aside, { recursive: true, force: true });
  mkdirSync(aside, { recursive: true });
  const program = join(root, 'tools/make-empty-database.mjs');
  await runJob(
    { name: 'database', command: node.path, args: [program, join(aside, version())], env: nodeEnvironment(node) },
    runner,
  );
  replaceFolder(aside, place);
  return 'an empty database is made';
}
