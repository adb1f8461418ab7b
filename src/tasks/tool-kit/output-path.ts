import { posix } from 'node:path';
import { checkEntryPath } from '../../datasets/index.ts';
import { refuseParameter } from '../index.ts';

export interface OutputChoice {
  readonly path: string;
  readonly outputPath: string | null;
}

/**
 * Where a tool writes: the path asked for, or one beside the source.
 *
 * @param suffix takes the place of the source's extension: `_contours.gpkg`
 * @param extensions those the tool can write, lower-case, without dot
 */
export function outputPathOf(
  { path, outputPath }: OutputChoice,
  suffix: string,
  extensions: readonly string[],
): string {
  const chosen = outputPath ?? path.slice(0, path.length - posix.extname(path).length) + suffix;
  const checked = checkEntryPath(chosen);
  const extension = posix.extname(checked).slice(1).toLowerCase();
  if (!extensions.includes(extension))
    throw refuseParameter(
      'outputPath',
      `The output ${checked} is to end with ${extensions.map((each) => `.${each}`).join(' or ')}.`,
    );
  return checked;
}
