import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

const PROJECT = join(import.meta.dirname, '../..');
/** Official schemas in folders like their addresses, when somebody has put them there: `schemas.stacspec.org/v1.1.0/…`. */
const SCHEMAS = join(PROJECT, '../shared/schemas/stac');

export const hasStacSchemas = existsSync(SCHEMAS);
if (!hasStacSchemas)
  console.info('stac-node-validator is not asked: there are no official schemas at ../shared/schemas/stac.');

/**
 * Lets stac-node-validator check files, with no schema from the network.
 *
 * @param folder for its configuration
 * @returns what it wrote; ends with the numbers of valid and invalid files
 */
export async function validateStac(files: readonly string[], folder: string): Promise<string> {
  const found = await readdir(SCHEMAS, { recursive: true, withFileTypes: true });
  const schemas = found.filter((file) => file.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  // Its other form, an object of addresses and files, is read wrongly by version 1.3.
  const schemaMap = schemas.map((file) => `https://${relative(SCHEMAS, file).replaceAll(sep, '/')}=${file}`).join(';');
  const config = join(folder, 'validator.json');
  await writeFile(config, JSON.stringify({ schemaMap }));
  const program = join(PROJECT, 'node_modules/stac-node-validator/bin/cli.js');
  // It ends with an error for invalid files, whose reasons are in what it wrote.
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...files, '--config', config], (_, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
}
