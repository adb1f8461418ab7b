import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const told = new Map<string, string>();

/** Programs that were looked for and are not installed, as sentences. */
export const missingPrograms = (): readonly string[] => [...told.values()];

/** Path of a program; undefined, having said once which Debian package has it, where it is not installed. */
export function installed(name: string, debianPackage: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/lib/cgi-bin'];
  const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  if (found === undefined && !told.has(name)) {
    told.set(name, `Not compared with ${name}, which is not installed (Debian package ${debianPackage}).`);
  }
  return found;
}
