import Type, { type Static } from 'typebox';
import { ownProgram } from '../../../engine/index.ts';
import { EntryType } from '../../../inspection/index.ts';
import { refuseParameter, type RunningTask, type Tool } from '../../../tasks/index.ts';
import { orNull, rare, withWords } from '../../../tasks/tool-kit/index.ts';
import { MAX_DEGREE, type ShDegree } from '../model/splat-model.ts';
import { countOf, SPLAT_OFFERS, splatField } from '../splat-input/tool-kit.ts';
import { BYTES_A_SPLAT, degreeIn } from '../splat-output/formats.ts';
import { formatField, outputFields, SPLAT_OUTPUT_WORDS, splatOutputOf } from '../splat-output/output-fields.ts';
import { runSplatProgram } from '../splat-output/run-splat-program.ts';
import type { CleanRules, SplatCleanAnswer, SplatCleanRequest } from './request.ts';

const program = ownProgram('splat-clean', import.meta.resolve('./program.ts'));

const length = (description: string) => orNull(Type.Number({ exclusiveMinimum: 0, maximum: 1e9, description }));

const Parameters = withWords(
  Type.Object(
    {
      path: splatField('Splats to clean, as they were uploaded.'),
      format: formatField(),
      deviations: Type.Number({
        minimum: 0,
        maximum: 100,
        default: 3,
        description:
          'A splat is removed when its mean distance to its neighbours is above the mean of all splats by more than this many standard deviations. 0: the rule is not used.',
      }),
      neighbours: rare(
        Type.Integer({
          minimum: 1,
          maximum: 64,
          default: 16,
          description: 'Nearest neighbours whose mean distance is measured.',
        }),
      ),
      minNeighbours: Type.Integer({
        minimum: 0,
        maximum: 64,
        default: 3,
        description:
          'A splat is removed when it has fewer neighbours than this within the radius. 0: the rule is not used.',
      }),
      radius: length(
        'Radius in which neighbours are counted, in units of the file. Default: ten times the median distance to the nearest neighbour, or six times the scale of the splat where that is more.',
      ),
      maxOpacity: Type.Number({
        minimum: 0,
        maximum: 1,
        default: 0.1,
        description: 'Oversized splats with an opacity below this are removed, 0 to 1. 0: the rule is not used.',
      }),
      maxScale: length(
        'Standard deviation along the longest axis above which a splat is oversized, in units of the file. Default: twenty times the median of all splats.',
      ),
      ...outputFields('_clean'),
    },
    { additionalProperties: false },
  ),
  {
    path: 'Gaussian splats',
    deviations: 'Maximum distance (standard deviations)',
    neighbours: 'Neighbours to measure',
    minNeighbours: 'Minimum number of neighbours',
    radius: 'Radius for neighbours (units of the file)',
    maxOpacity: 'Opacity of oversized splats (0 to 1)',
    maxScale: 'Maximum scale of transparent splats (units of the file)',
    ...SPLAT_OUTPUT_WORDS,
  },
);
type Parameters = Static<typeof Parameters>;

export const splatClean: Tool<typeof Parameters> = {
  id: 'splat-clean',
  version: '1',
  title: 'Clean Gaussian splats',
  description:
    'Removes floaters: splats far from all others, splats with few neighbours, and large ones that are nearly transparent.',
  parameters: Parameters,
  access: 'write',
  artifact: null,
  offers: SPLAT_OFFERS,
  async plan({ parameters, entries }) {
    rulesOf(parameters);
    const output = splatOutputOf(parameters, '_clean');
    const entry = await entries.require(parameters.path, [EntryType.GaussianSplat]);
    const degree = degreeIn(parameters.format, Math.min(MAX_DEGREE, countOf(entry, 'shDegree')) as ShDegree);
    return {
      path: entry.path,
      // The tool also reads the sidecars, which tell where the splats lie.
      reads: 'dataset',
      creates: parameters.replace ? undefined : output,
      estimatedBytes: countOf(entry, 'splatCount') * BYTES_A_SPLAT[parameters.format](degree),
    };
  },
  run,
};

/** Reads the rules. @throws `invalid-input` if none is used */
function rulesOf({ deviations, neighbours, minNeighbours, radius, maxOpacity, maxScale }: Parameters): CleanRules {
  if (deviations === 0 && minNeighbours === 0 && maxOpacity === 0)
    throw refuseParameter('deviations', 'No rule is used. Set deviations, minNeighbours or maxOpacity above 0.');
  return { deviations, neighbours, minNeighbours, radius, maxOpacity, maxScale };
}

function run(task: RunningTask<Parameters>) {
  return runSplatProgram<SplatCleanRequest, SplatCleanAnswer>(
    task,
    { program, suffix: '_clean', phase: 'cleaning splats' },
    {
      rules: rulesOf(task.parameters),
    },
  );
}
