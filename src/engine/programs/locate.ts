import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OWN_PROGRAMS, type ProgramName, STAND_IN_NAMES } from './names.ts';

const STAND_IN = fileURLToPath(new URL('./gdal-utility.ts', import.meta.url));

/** What to start for a program: an executable and the arguments that come before the caller's. */
export interface Launch {
  readonly file: string;
  readonly leading: readonly string[];
}

/**
 * GDAL's own program where PATH has one. Where GDAL came as the prebuilt library of `gdal-async` there is none: then a
 * small program of ours runs the same code through the library. Null when neither can do it.
 */
export async function locateProgram(name: ProgramName, searchPath: string): Promise<Launch | null> {
  const own = OWN_PROGRAMS[name];
  if (own !== undefined) return { file: process.execPath, leading: [fileURLToPath(own)] };
  for (const folder of searchPath.split(delimiter).filter(isAbsolute)) {
    const file = join(folder, name);
    const executable = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (executable) return { file, leading: [] };
  }
  return STAND_IN_NAMES.includes(name) ? { file: process.execPath, leading: [STAND_IN, name] } : null;
}
