import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Version of the service, as package.json has it. */
export async function readVersion(): Promise<string> {
  const file = join(import.meta.dirname, '../../package.json');
  return (JSON.parse(await readFile(file, 'utf8')) as { version: string }).version;
}
