import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes a shell script with the name of one of GDAL's programs into a folder, which then serves as the program path. */
export async function writeProgram(folder: string, name: string, text: string): Promise<void> {
  const file = join(folder, name);
  await writeFile(file, `#!/bin/sh\n${text}\n`);
  await chmod(file, 0o755);
}
