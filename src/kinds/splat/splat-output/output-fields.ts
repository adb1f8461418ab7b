import Type from 'typebox';
import { checkEntryPath } from '../../../datasets/index.ts';
import { refuseParameter } from '../../../tasks/index.ts';
import { orNull, OUTPUT_WORDS, outputPathField, replaceField } from '../../../tasks/tool-kit/index.ts';
import { stemOf } from '../splat-input/tool-kit.ts';
import { SPLAT_FORMATS, type SplatOutputFormat } from './formats.ts';

export const formatField = () =>
  Type.Enum([...SPLAT_FORMATS], {
    default: 'ply',
    description: 'Format of the new file; `outputPath` ends with it. A .splat has no spherical harmonics.',
  });

/** Fields for the path of the new file. @param suffix of the default name, such as `_export` */
export const outputFields = (suffix: string) => ({
  outputPath: orNull(
    outputPathField(
      `Path of the new file in the dataset. Default: beside the source, with ${suffix} added to its name.`,
      `{path}${suffix}.{format}`,
    ),
  ),
  replace: replaceField(),
});

export const SPLAT_OUTPUT_WORDS = {
  format: {
    title: 'Format',
    choices: { ply: 'PLY (all values)', spz: 'SPZ (small)', splat: 'SPLAT (without harmonics)' },
  },
  ...OUTPUT_WORDS,
} as const;

interface Choice {
  readonly path: string;
  readonly outputPath: string | null;
  readonly format: SplatOutputFormat;
}

/** Determines the path of the new file. @throws `invalid-input` for a path without the extension of the format */
export function splatOutputOf({ path, outputPath, format }: Choice, suffix: string): string {
  const chosen = checkEntryPath(outputPath ?? `${stemOf(path)}${suffix}.${format}`);
  if (chosen.toLowerCase().endsWith(`.${format}`)) return chosen;
  throw refuseParameter('outputPath', `The path of a file in this format must end with .${format}.`);
}
