import { writeFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import Type, { type Static } from 'typebox';
import { ownProgram } from '../../../engine/index.ts';
import { refuseParameter, type RunningTask, type Tool } from '../../../tasks/index.ts';
import { areaField, orNull, rare, runOwnProgram, withWords } from '../../../tasks/tool-kit/index.ts';
import { MESH_OFFERS, meshField, modelAreaField, requireModel, sourceOf } from '../mesh-input/tool-kit.ts';
import { reportOf } from './report.ts';
import type { MeshVolumeAnswer, MeshVolumeRequest, VolumeBase } from './request.ts';

const program = ownProgram('mesh-volume', import.meta.resolve('./program.ts'));

const Parameters = withWords(
  Type.Object(
    {
      path: meshField('Model to measure, as it was uploaded.'),
      area: orNull(areaField('Area within which volumes are measured. Default: all of the model.')),
      areaInModel: rare(
        orNull(modelAreaField('The area in the coordinates of the model with z up, instead of `area`.')),
      ),
      base: Type.Enum(['plane', 'lowest', 'elevation', 'none'], {
        default: 'plane',
        description:
          'What lies below: a plane fitted to the border of the area, its lowest point, or a height. None: only the volume that a closed model encloses.',
      }),
      elevation: orNull(
        Type.Number({ minimum: -1e6, maximum: 1e6, description: 'Height of the base, in units of the model.' }),
      ),
      format: Type.Enum(['markdown', 'json'], { default: 'markdown', description: 'Form of the report.' }),
    },
    { additionalProperties: false },
  ),
  {
    path: 'Model',
    area: 'Area',
    areaInModel: 'Area in the coordinates of the model',
    base: {
      title: 'Measured against',
      choices: {
        plane: 'A plane fitted to the border of the area',
        lowest: 'The lowest point of the border',
        elevation: 'A height',
        none: 'Nothing: the volume of a closed model',
      },
    },
    elevation: { title: 'Height of the base', when: { parameter: 'base', is: ['elevation'] } },
    format: { title: 'Report', choices: { markdown: 'Text with tables (Markdown)', json: 'For programs (JSON)' } },
  },
);
type Parameters = Static<typeof Parameters>;

const REPORT_BYTES = 2 ** 14;

export const meshVolume: Tool<typeof Parameters> = {
  id: 'mesh-volume',
  version: '1',
  title: 'Volume of model',
  description: 'Measures cut and fill between a model and a plane, and the volume that a closed model encloses.',
  parameters: Parameters,
  access: 'read',
  artifact: 'md',
  offers: MESH_OFFERS,
  async plan({ parameters, entries }) {
    areaOf(parameters);
    baseOf(parameters);
    const entry = await requireModel(entries, parameters.path, 'shape');
    // It reads the files beside it as well: buffers, where it lies.
    return { path: entry.path, reads: 'dataset', estimatedBytes: REPORT_BYTES };
  },
  run,
};

function areaOf({ area, areaInModel }: Parameters): MeshVolumeRequest['area'] {
  if (area !== null && areaInModel !== null)
    throw refuseParameter(
      'areaInModel',
      'Give one area: in longitude and latitude, or in the coordinates of the model.',
    );
  if (area !== null) return { polygon: area, isInDegrees: true };
  return areaInModel === null ? null : { polygon: areaInModel, isInDegrees: false };
}

function baseOf(parameters: Parameters): VolumeBase {
  const { base, elevation } = parameters;
  if ((base === 'elevation') !== (elevation !== null))
    throw refuseParameter('elevation', 'The base “elevation” needs an elevation, and no other base has one.');
  if ((base === 'plane' || base === 'lowest') && areaOf(parameters) === null)
    throw refuseParameter('area', 'A base by the border of an area needs an area. Draw one, or choose another base.');
  if (base === 'elevation') return { kind: base, elevation: elevation! };
  return { kind: base };
}

async function run(task: RunningTask<Parameters>) {
  const { path, format } = task.parameters;
  const entry = await requireModel(task.entries, path, 'shape');
  const base = baseOf(task.parameters);
  const request: MeshVolumeRequest = { source: await sourceOf(task, entry), area: areaOf(task.parameters), base };
  const answer = await runOwnProgram<MeshVolumeAnswer>(task, program, request, { phase: 'measuring' });
  const { warnings, ...facts } = answer;
  for (const warning of warnings) task.log(warning);
  const isJson = format === 'json';
  const head = { model: entry.path, base: baseInWords(base) };
  const file = join(task.folder, 'report');
  await writeFile(file, isJson ? `${JSON.stringify({ ...head, ...answer }, null, 2)}\n` : reportOf(head, answer));
  return { artifact: { file, name: `${parse(path).name}_volume.${isJson ? 'json' : 'md'}` }, facts: { ...facts } };
}

function baseInWords(base: VolumeBase): string {
  if (base.kind === 'elevation') return `the height ${base.elevation}`;
  if (base.kind === 'lowest') return 'the lowest height of the model on the border of the area';
  return base.kind === 'plane' ? 'a plane fitted to the border of the area' : 'none';
}
