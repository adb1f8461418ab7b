import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const SCHEMAS = fileURLToPath(new URL('../../../shared/schemas/', import.meta.url));

/** The official schemas of OGC lie beside the repository; tests that need them are skipped where they do not. */
export const hasXmlSchemas = existsSync(join(SCHEMAS, 'catalog.xml'));
export const NO_XML_SCHEMAS = 'the official XML schemas are not beside the checkout (../shared/schemas)';

const run = promisify(execFile);
/** Schemas of GML take a second; a minute hangs. */
const TIMEOUT_MS = 60_000;

/**
 * Holds a document to an official schema, by xmllint, without the network.
 *
 * @param schema below `ogc/`, such as `wfs/2.0/wfs.xsd`, or one of `own`; one that ends in `.dtd` is a DTD
 * @param own schemas that no standard has, by name
 * @returns what is wrong, a line each; empty for a valid document
 */
export async function schemaFaults(
  document: string,
  schema: string,
  own: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'alidade-schemas-'));
  const path = schema in own ? join(folder, schema) : join(SCHEMAS, 'ogc', schema);
  try {
    for (const [name, text] of Object.entries(own)) await writeFile(join(folder, name), text);
    if (!existsSync(path)) throw new Error(`There is no schema ${schema}`);
    const file = join(folder, 'document.xml');
    await writeFile(file, document);
    const how = schema.endsWith('.dtd') ? ['--dtdvalid', path] : ['--schema', path];
    const environment = { ...process.env, XML_CATALOG_FILES: join(SCHEMAS, 'catalog.xml') };
    await run('xmllint', ['--nonet', '--noout', ...how, file], { env: environment, timeout: TIMEOUT_MS });
    return [];
  } catch (error) {
    const { stderr } = error as { readonly stderr?: string };
    if (stderr === undefined) throw error;
    return stderr.replaceAll(`${folder}/`, '').trim().split('\n');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
