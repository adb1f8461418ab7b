import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import { pathOfModule } from '../source-tree.ts';
import type { Program } from './supervised-program.ts';

/** What to start for a program: an executable and the arguments that come before the caller's. */
export interface Launch {
  readonly file: string;
  readonly leading: readonly string[];
}

/**
 * The program of the PATH, or the module that stands in for it: where GDAL came as the prebuilt library of `gdal-async`, none of
 * its programs is in the PATH. Null when there is neither.
 */
export async function locateProgram(program: Program, searchPath: string): Promise<Launch | null> {
  const { name, module, isOwn } = program;
  if (isOwn && module !== undefined) return { file: process.execPath, leading: [pathOfModule(module)] };
  for (const folder of searchPath.split(delimiter).filter(isAbsolute)) {
    const file = join(folder, name);
    const executable = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (executable) return { file, leading: [] };
  }
  return module === undefined ? null : { file: process.execPath, leading: [pathOfModule(module), name] };
}
