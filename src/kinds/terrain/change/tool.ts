import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import type { ChangeAnswer, ChangeRequest } from './request.ts';
import { ownProgram } from '../../../engine/index.ts';
import { EntryType } from '../../../inspection/index.ts';
import { refuseParameter, type RunningTask, type Tool } from '../../../tasks/index.ts';
import {
  bandField,
  heightUnitField,
  outputFields,
  TERRAIN_OFFERS,
  TERRAIN_WORDS,
  terrainField,
} from '../tool-fields.ts';
import { orNull, OUTPUT_WORDS, rare, runOwnProgram, outputPathOf, withWords } from '../../../tasks/tool-kit/index.ts';
import { withEntryRaster, pixelsOf } from '../../raster/index.ts';

const program = ownProgram('terrain-change', import.meta.resolve('./program.ts'));

const metres = (description: string) => orNull(Type.Number({ minimum: 0, maximum: 1000, description }));

const Parameters = withWords(
  Type.Object(
    {
      path: terrainField('The earlier terrain, whose grid the result has.'),
      laterPath: terrainField('The later terrain.'),
      threshold: metres('Metres that a difference is to be more than to count as a change.'),
      heightError: rare(metres('Standard error of a height of the earlier terrain, in metres.')),
      laterHeightError: rare(metres('Standard error of a height of the later terrain, in metres.')),
      band: bandField,
      heightUnit: heightUnitField,
      ...outputFields('_change.tif'),
    },
    { additionalProperties: false },
  ),
  {
    path: 'Earlier terrain',
    laterPath: 'Later terrain',
    threshold: 'Least change (m)',
    heightError: 'Error of an earlier height (m)',
    laterHeightError: 'Error of a later height (m)',
    ...TERRAIN_WORDS,
    ...OUTPUT_WORDS,
  },
);
type Parameters = Static<typeof Parameters>;

/** The result, and the later terrain: as it is and on the grid. */
const BYTES_A_PIXEL = 12;
/** Standard normal deviate that 95 percent of errors are within. */
const NORMAL_95 = 1.96;

export const change: Tool<typeof Parameters> = {
  id: 'change',
  version: '1',
  title: 'Change of height',
  description:
    'Makes a raster of the difference between two terrains, with the volumes of what was raised and lowered.',
  parameters: Parameters,
  access: 'write',
  artifact: null,
  offers: TERRAIN_OFFERS,
  async plan({ parameters, entries }) {
    thresholdOf(parameters);
    const before = await entries.require(parameters.path, [EntryType.GeoRaster]);
    const after = await entries.require(parameters.laterPath, [EntryType.GeoRaster]);
    const output = outputOf(parameters);
    return {
      path: before.path,
      reads: [before, after],
      creates: parameters.replace ? undefined : output,
      estimatedBytes: Math.max(pixelsOf(before), pixelsOf(after)) * BYTES_A_PIXEL,
    };
  },
  run,
};

const outputOf = (parameters: Parameters): string => outputPathOf(parameters, '_change.tif', ['tif', 'tiff']);

/** As given, or the limit of detection of two surveys: 1.96 √(σ₁² + σ₂²). */
function thresholdOf({ threshold, heightError, laterHeightError }: Parameters): number {
  if (threshold !== null && (heightError !== null || laterHeightError !== null))
    throw refuseParameter('threshold', 'A threshold is given, or follows from the errors of the heights: not both.');
  return threshold ?? NORMAL_95 * Math.hypot(heightError ?? 0, laterHeightError ?? 0);
}

async function run(task: RunningTask<Parameters>) {
  const { path, laterPath, band, heightUnit, replace } = task.parameters;
  const before = await task.entries.require(path, [EntryType.GeoRaster]);
  const after = await task.entries.require(laterPath, [EntryType.GeoRaster]);
  const output = join(task.folder, 'change.tif');
  const facts = await withEntryRaster(task, before, (earlier) =>
    withEntryRaster(task, after, (later) => {
      const request: ChangeRequest = {
        before: { source: earlier, band, heightUnit },
        after: { source: later, band, heightUnit },
        output,
        scratch: join(task.folder, 'aligned.tif'),
        threshold: thresholdOf(task.parameters),
      };
      return runOwnProgram<ChangeAnswer>(task, program, request, { phase: 'subtracting' });
    }),
  );
  const outputPath = outputOf(task.parameters);
  await task.write(outputPath, output, { replace });
  return { facts: { outputPath, ...facts } };
}
