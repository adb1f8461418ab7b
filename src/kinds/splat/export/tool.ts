import Type, { type Static } from 'typebox';
import { ownProgram } from '../../../engine/index.ts';
import { EntryType } from '../../../inspection/index.ts';
import { refuseParameter, type RunningTask, type Tool } from '../../../tasks/index.ts';
import { areaField, orNull, rare, withWords } from '../../../tasks/tool-kit/index.ts';
import { MAX_DEGREE, type ShDegree } from '../model/splat-model.ts';
import { countOf, SPLAT_OFFERS, splatField } from '../splat-input/tool-kit.ts';
import { formatField, outputFields, SPLAT_OUTPUT_WORDS, splatOutputOf } from '../splat-output/output-fields.ts';
import { runSplatProgram } from '../splat-output/run-splat-program.ts';
import { BYTES_A_SPLAT, degreeIn } from '../splat-output/formats.ts';
import type { SplatExportAnswer, SplatExportRequest, SplatSelection } from './request.ts';
import { wrongLimits } from './select.ts';

const program = ownProgram('splat-export', import.meta.resolve('./program.ts'));

/** Range of the coordinates of any CRS. Earth-centred ones have eight digits. */
const coordinate = { minimum: -1e9, maximum: 1e9 };
const limit = (description: string) => rare(orNull(Type.Number({ ...coordinate, description })));
const planePosition = Type.Tuple([Type.Number(coordinate), Type.Number(coordinate)]);
/** Maximum positions and rings of an area, as for other tools. */
const [MAX_POSITIONS, MAX_RINGS] = [10_000, 100];

const Parameters = withWords(
  Type.Object(
    {
      path: splatField('Splats to export, as they were uploaded.'),
      format: formatField(),
      area: orNull(areaField('Polygon in longitude and latitude. Only splats inside it are written.')),
      areaInCrs: rare(
        orNull(
          Type.Object(
            {
              type: Type.Literal('Polygon'),
              coordinates: Type.Array(Type.Array(planePosition, { minItems: 4, maxItems: MAX_POSITIONS }), {
                minItems: 1,
                maxItems: MAX_RINGS,
              }),
            },
            {
              additionalProperties: false,
              description: 'Polygon in x and y of the file, instead of `area`. It needs no place on Earth.',
              'x-input': 'none',
            },
          ),
        ),
      ),
      minX: limit('Lowest x of the splats to write, in coordinates of the file.'),
      maxX: limit('Highest x of the splats to write, in coordinates of the file.'),
      minY: limit('Lowest y of the splats to write, in coordinates of the file.'),
      maxY: limit('Highest y of the splats to write, in coordinates of the file.'),
      minZ: limit('Lowest z of the splats to write, in coordinates of the file.'),
      maxZ: limit('Highest z of the splats to write, in coordinates of the file.'),
      minOpacity: orNull(
        Type.Number({ minimum: 0, maximum: 1, description: 'Opacity, 0 to 1, below which splats are dropped.' }),
      ),
      maxScale: orNull(
        Type.Number({
          exclusiveMinimum: 0,
          maximum: 1e9,
          description:
            'Standard deviation along the longest axis above which splats are dropped, in units of the file. A splat is seen to about three times as far from its centre.',
        }),
      ),
      shDegree: orNull(
        Type.Integer({
          minimum: 0,
          maximum: MAX_DEGREE,
          description:
            'Highest degree of spherical harmonics to keep, 0 to 3. Without harmonics (0) splats look alike from all sides. Default: all.',
        }),
      ),
      ...outputFields('_export'),
    },
    { additionalProperties: false },
  ),
  {
    path: 'Gaussian splats',
    area: 'Area',
    areaInCrs: 'Area in the coordinates of the file',
    minX: 'Lowest x',
    maxX: 'Highest x',
    minY: 'Lowest y',
    maxY: 'Highest y',
    minZ: 'Lowest z',
    maxZ: 'Highest z',
    minOpacity: 'Minimum opacity (0 to 1)',
    maxScale: 'Maximum scale (units of the file)',
    shDegree: 'Degree of spherical harmonics',
    ...SPLAT_OUTPUT_WORDS,
  },
);
type Parameters = Static<typeof Parameters>;

export const splatExport: Tool<typeof Parameters> = {
  id: 'splat-export',
  version: '1',
  title: 'Export Gaussian splats',
  description: 'Writes splats, or some of them, as a new file: by area, box, opacity and size, in another format.',
  parameters: Parameters,
  access: 'write',
  artifact: null,
  offers: SPLAT_OFFERS,
  async plan({ parameters, entries }) {
    selectionOf(parameters);
    const { path, format, shDegree } = parameters;
    const output = splatOutputOf(parameters, '_export');
    const entry = await entries.require(path, [EntryType.GaussianSplat]);
    const degree = Math.min(MAX_DEGREE, countOf(entry, 'shDegree'), shDegree ?? MAX_DEGREE) as ShDegree;
    return {
      path: entry.path,
      // The tool also reads the sidecars, which tell where the splats lie.
      reads: 'dataset',
      creates: parameters.replace ? undefined : output,
      estimatedBytes: countOf(entry, 'splatCount') * BYTES_A_SPLAT[format](degreeIn(format, degree)),
    };
  },
  run,
};

/** Reads the rules. @throws `invalid-input` for two areas, and for limits in the wrong order */
function selectionOf(parameters: Parameters): SplatSelection {
  const { area, areaInCrs, minX, minY, minZ, maxX, maxY, maxZ, minOpacity, maxScale } = parameters;
  if (area !== null && areaInCrs !== null)
    throw refuseParameter('areaInCrs', 'Choose one area: give either area or areaInCrs.');
  const box = { minX, minY, minZ, maxX, maxY, maxZ };
  const [wrong] = wrongLimits(box);
  if (wrong !== undefined)
    throw refuseParameter(wrong, 'The lowest coordinate of a box must not be above the highest.');
  return { box, area, areaInCrs, minOpacity, maxScale };
}

function run(task: RunningTask<Parameters>) {
  return runSplatProgram<SplatExportRequest, SplatExportAnswer>(
    task,
    { program, suffix: '_export', phase: 'exporting splats' },
    {
      selection: selectionOf(task.parameters),
      shDegree: task.parameters.shDegree as ShDegree | null,
    },
  );
}
