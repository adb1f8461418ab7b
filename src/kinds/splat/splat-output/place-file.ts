import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fail } from '../../../errors/index.ts';
import type { RunningTask } from '../../../tasks/index.ts';
import { stemOf } from '../splat-input/tool-kit.ts';

interface NewFile {
  readonly path: string;
  readonly source: string;
  readonly replace: boolean;
}

/**
 * Writes the place of splats beside their new file.
 *
 * @returns the path of the file; null for an unknown place. A file of the source with the same name stays
 */
export async function writePlace(
  task: Pick<RunningTask<unknown>, 'entries' | 'folder' | 'write'>,
  { path, source, replace }: NewFile,
  text: string | null,
): Promise<string | null> {
  if (text === null) return null;
  const placePath = `${stemOf(path)}.geo.json`;
  const isThere = (await task.entries.find(placePath)) !== undefined;
  if (isThere && stemOf(path) === stemOf(source)) return placePath;
  if (isThere && !replace)
    throw fail('conflict', `${placePath} already exists. Choose another outputPath, or set replace.`);
  const file = join(task.folder, 'place');
  await writeFile(file, text);
  await task.write(placePath, file, { replace });
  return placePath;
}
