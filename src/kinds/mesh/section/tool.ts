import { extname, join } from 'node:path';
import Type, { type Static } from 'typebox';
import { ownProgram } from '../../../engine/index.ts';
import { fail } from '../../../errors/index.ts';
import { refuseParameter, type RunningTask, type Tool } from '../../../tasks/index.ts';
import {
  lineField,
  orNull,
  OUTPUT_WORDS,
  outputPathField,
  outputPathOf,
  replaceField,
  runOwnProgram,
  withWords,
} from '../../../tasks/tool-kit/index.ts';
import {
  MESH_OFFERS,
  meshField,
  modelLineField,
  requireModel,
  sourceOf,
  stemOf,
  vectorField,
} from '../mesh-input/tool-kit.ts';
import {
  DRAWING_FORMATS,
  type MeshSectionAnswer,
  type MeshSectionRequest,
  SECTION_DRIVERS,
  type SectionCut,
  type SectionFormat,
} from './request.ts';

const program = ownProgram('mesh-section', import.meta.resolve('./program.ts'));

const Parameters = withWords(
  Type.Object(
    {
      path: meshField('Model to cut, as it was uploaded.'),
      cut: Type.Enum(['line', 'height', 'plane'], {
        default: 'line',
        description: 'Plane to cut with: upright along a line, level at a height, or through a point by its normal.',
      }),
      line: orNull(
        lineField('Line in longitude and latitude along which the model is cut, from its start to its end.'),
      ),
      lineInModel: orNull(
        modelLineField(
          'x and y of the line in the coordinates of the model, instead of `line`: also of a model without a place.',
        ),
      ),
      height: orNull(
        Type.Number({ minimum: -1e6, maximum: 1e6, description: 'Height of a level plane, in units of the model.' }),
      ),
      point: orNull(vectorField('x, y and z of a place in the plane, in the coordinates of the model with z up.')),
      normal: orNull(vectorField('Direction at right angles to the plane: x, y and z, with z up.')),
      drawing: Type.Enum([...DRAWING_FORMATS, 'none'], {
        default: 'svg',
        description: 'Drawing of the section with lengths and heights, beside the new file.',
      }),
      outputPath: orNull(
        outputPathField(
          'Path of the new file in the dataset (.gpkg, .geojson or .dxf); the drawing gets the same name. Default: beside the model.',
          '{path}_section.gpkg',
        ),
      ),
      replace: replaceField(),
    },
    { additionalProperties: false },
  ),
  {
    path: 'Model',
    cut: {
      title: 'Plane',
      choices: { line: 'Upright along a line', height: 'Level at a height', plane: 'Through a point' },
    },
    line: { title: 'Line', when: { parameter: 'cut', is: ['line'] } },
    lineInModel: { title: 'Line in the coordinates of the model', when: { parameter: 'cut', is: ['line'] } },
    height: { title: 'Height', when: { parameter: 'cut', is: ['height'] } },
    point: { title: 'Point', when: { parameter: 'cut', is: ['plane'] } },
    normal: { title: 'Normal', when: { parameter: 'cut', is: ['plane'] } },
    drawing: { title: 'Drawing', choices: { svg: 'SVG', png: 'PNG', none: 'None' } },
    ...OUTPUT_WORDS,
  },
);
type Parameters = Static<typeof Parameters>;

/** Lines of 100,000 positions and a drawing: more is known when the model is cut. */
const USUAL_BYTES = 10_000_000;
const FORMATS = Object.keys(SECTION_DRIVERS) as SectionFormat[];

export const meshSection: Tool<typeof Parameters> = {
  id: 'mesh-section',
  version: '1',
  title: 'Section of model',
  description: 'Cuts a model by a plane: the lines of the section with lengths and areas, and a drawing of it.',
  parameters: Parameters,
  access: 'write',
  artifact: null,
  offers: MESH_OFFERS,
  async plan({ parameters, entries }) {
    cutOf(parameters);
    const { output } = outputsOf(parameters);
    const entry = await requireModel(entries, parameters.path, 'shape');
    return {
      path: entry.path,
      // It reads the files beside it as well: buffers, where it lies.
      reads: 'dataset',
      creates: parameters.replace ? undefined : output,
      estimatedBytes: USUAL_BYTES,
    };
  },
  run,
};

/** @throws `invalid-input` for a plane that is not told, or told in two ways */
function cutOf({ cut, line, lineInModel, height, point, normal }: Parameters): SectionCut {
  if (cut === 'height') {
    if (height === null) throw refuseParameter('height', 'A level plane needs a height.');
    return { kind: cut, height };
  }
  if (cut === 'plane') {
    if (point === null || normal === null)
      throw refuseParameter(point === null ? 'point' : 'normal', 'A plane needs a point and a normal.');
    return { kind: cut, point, normal };
  }
  if ((line === null) === (lineInModel === null))
    throw refuseParameter('line', 'Give a line, either in longitude and latitude or in the coordinates of the model.');
  return { kind: cut, line: (line ?? lineInModel)!.coordinates, isInDegrees: line !== null };
}

function outputsOf({ path, outputPath, drawing }: Parameters): { output: string; picture: string | null } {
  const output = outputPathOf({ path, outputPath }, '_section.gpkg', FORMATS);
  return { output, picture: drawing === 'none' ? null : `${stemOf(output)}.${drawing}` };
}

async function run(task: RunningTask<Parameters>) {
  const { path, drawing, replace } = task.parameters;
  const entry = await requireModel(task.entries, path, 'shape');
  const { output, picture } = outputsOf(task.parameters);
  // The plan names one new file: the other one is looked for before the work begins.
  if (!replace && picture !== null && (await task.entries.find(picture)) !== undefined)
    throw fail('conflict', `${picture} already exists. Choose another outputPath, or set replace.`);
  const format = FORMATS.find((each) => `.${each}` === extname(output).toLowerCase())!;
  const [made, drawn] = [join(task.folder, `section.${format}`), join(task.folder, `drawing.${drawing}`)];
  const request: MeshSectionRequest = {
    source: await sourceOf(task, entry),
    cut: cutOf(task.parameters),
    format,
    output: made,
    drawing: drawing === 'none' ? null : { format: drawing, path: drawn },
  };
  const answer = await runOwnProgram<MeshSectionAnswer>(task, program, request, { phase: 'cutting' });
  const { warnings, ...facts } = answer;
  for (const warning of warnings) task.log(warning);
  await task.write(output, made, { replace });
  if (picture !== null) await task.write(picture, drawn, { replace });
  return { facts: { outputPath: output, drawingPath: picture, ...facts } };
}
