import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';

const PROJECT = join(import.meta.dirname, '../..');
/** Official schemas in folders like their addresses, when somebody has put them there: `schemas.stacspec.org/v1.1.0/…`. */
const SCHEMAS = join(PROJECT, '../shared/schemas/stac');
/** It writes some lines about every object. */
const MAX_OUTPUT_BYTES = 64 * 2 ** 20;

export const hasStacSchemas = existsSync(SCHEMAS);
if (!hasStacSchemas)
  console.info('stac-node-validator is not asked: there are no official schemas at ../shared/schemas/stac.');

/** How many objects were found so by each schema: `Catalog`, `Collection`, `Item`, or the address of an extension. */
export type Counts = Readonly<Record<string, number>>;

export interface Verdict {
  readonly valid: Counts;
  readonly invalid: Counts;
  /** All that the validator wrote, with the reasons. */
  readonly text: string;
}

/**
 * Lets stac-node-validator check answers, with no schema from the network. Of lists it looks at the collections and items.
 *
 * @param answers JSON
 */
export async function validateStac(answers: readonly string[]): Promise<Verdict> {
  const folder = await mkdtemp(join(tmpdir(), 'alidade-validator-'));
  try {
    const files = answers.map((_, index) => join(folder, `${index}.json`));
    for (const [index, file] of files.entries()) await writeFile(file, answers[index]!);
    const config = join(folder, 'validator.config');
    await writeFile(config, JSON.stringify({ files, schemaMap: await schemaMap(), verbose: true }));
    return verdictOf(await runValidator(config));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Its other form, an object of addresses and files, is read wrongly by version 1.3. */
async function schemaMap(): Promise<string> {
  const found = await readdir(SCHEMAS, { recursive: true, withFileTypes: true });
  const schemas = found.filter((file) => file.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return schemas.map((file) => `https://${relative(SCHEMAS, file).replaceAll(sep, '/')}=${file}`).join(';');
}

function runValidator(config: string): Promise<string> {
  const program = join(PROJECT, 'node_modules/stac-node-validator/bin/cli.js');
  // It ends with an error for invalid files, whose reasons are in what it wrote.
  return new Promise((resolve) => {
    execFile(process.execPath, [program, '--config', config], { maxBuffer: MAX_OUTPUT_BYTES }, (_, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
}

/** A schema that cannot be had or read is a line too, with that instead of `valid`. */
function verdictOf(text: string): Verdict {
  const lines = [...text.matchAll(/^--- (\S+): (.*)$/gm)];
  const namesOf = (isValid: boolean): string[] =>
    lines.filter(([, , said]) => (said === 'valid') === isValid).map(([, name]) => name!);
  return { valid: countsOf(namesOf(true)), invalid: countsOf(namesOf(false)), text };
}

/** How often each name occurs. */
export function countsOf(names: readonly string[]): Counts {
  return Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, { length }]) => [name, length]));
}
