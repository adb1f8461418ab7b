import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import { ownProgram } from '../../../engine/index.ts';
import { fail } from '../../../errors/index.ts';
import { EntryType } from '../../../inspection/index.ts';
import { refuseParameter, type RunningTask, type Tool } from '../../../tasks/index.ts';
import {
  lineField,
  orNull,
  OUTPUT_WORDS,
  outputPathField,
  outputPathOf,
  rare,
  replaceField,
  runOwnProgram,
  withWords,
} from '../../../tasks/tool-kit/index.ts';
import { cloudFileOf } from '../cloud-input/cloud-file.ts';
import { CLOUD_OFFERS, classesField, cloudField, planeLineField, readsOf, stemOf } from '../cloud-input/tool-kit.ts';
import { type CloudProfileAnswer, type CloudProfileRequest, PROFILE_COLOURS } from './request.ts';

const program = ownProgram('pointcloud-profile', import.meta.resolve('./program.ts'));

const Parameters = withWords(
  Type.Object(
    {
      path: cloudField('Point cloud to read, as it was uploaded.'),
      line: orNull(lineField('Line of the profile in longitude and latitude.')),
      lineInCrs: rare(
        orNull(planeLineField('Line of the profile in the coordinates of the cloud, instead of `line`.')),
      ),
      width: Type.Number({
        minimum: 0.001,
        maximum: 10_000,
        default: 1,
        description: 'Width of the corridor around the line, in metres. Points inside the corridor are shown.',
      }),
      classes: orNull(classesField),
      colour: Type.Enum([...PROFILE_COLOURS], {
        default: 'auto',
        description: 'Colours of the picture. Auto: colours of the points if they have any, otherwise their classes.',
      }),
      outputPath: orNull(
        outputPathField(
          'Path of the new table (.csv) in the dataset; the picture gets the same name with .png. Default: beside the cloud.',
          '{path}_profile.csv',
        ),
      ),
      replace: replaceField(),
    },
    { additionalProperties: false },
  ),
  {
    path: 'Point cloud',
    line: 'Line',
    lineInCrs: 'Line in the coordinates of the cloud',
    width: 'Width (m)',
    classes: 'Classes',
    colour: {
      title: 'Colours',
      choices: { auto: 'Automatic', class: 'Class', rgb: 'Colours of the points', height: 'Height' },
    },
    ...OUTPUT_WORDS,
  },
);
type Parameters = Static<typeof Parameters>;

/** A table of 200,000 points and a picture: more is known when the corridor is read. */
const USUAL_BYTES = 30_000_000;

export const pointCloudProfile: Tool<typeof Parameters> = {
  id: 'pointcloud-profile',
  version: '1',
  title: 'Profile of point cloud',
  description:
    'Takes the points in a corridor along a line: a table with their distances, and a picture from the side.',
  parameters: Parameters,
  access: 'write',
  artifact: null,
  offers: CLOUD_OFFERS,
  async plan({ parameters, entries }) {
    const { path, line, lineInCrs, replace } = parameters;
    if ((line === null) === (lineInCrs === null))
      throw refuseParameter(
        'line',
        'Give a line, either in longitude and latitude or in the coordinates of the cloud.',
      );
    const entry = await entries.require(path, [EntryType.PointCloud]);
    const { table } = outputsOf(parameters);
    return {
      path: entry.path,
      reads: readsOf([entry]),
      creates: replace ? undefined : table,
      estimatedBytes: USUAL_BYTES,
    };
  },
  run,
};

function outputsOf({ path, outputPath }: Parameters): { readonly table: string; readonly picture: string } {
  const table = outputPathOf({ path, outputPath: outputPath ?? `${stemOf(path)}_profile.csv` }, '', ['csv']);
  return { table, picture: `${table.slice(0, -'.csv'.length)}.png` };
}

async function run(task: RunningTask<Parameters>) {
  const { path, line, lineInCrs, width, classes, colour, replace } = task.parameters;
  const entry = await task.entries.require(path, [EntryType.PointCloud]);
  const outputs = outputsOf(task.parameters);
  // The plan names one new file: the other one is looked for before the work begins.
  if (!replace && (await task.entries.find(outputs.picture)) !== undefined)
    throw fail('conflict', `${outputs.picture} already exists. Choose another outputPath, or set replace.`);
  const [table, picture] = [join(task.folder, 'profile.csv'), join(task.folder, 'profile.png')];
  const request: CloudProfileRequest = {
    cloud: await cloudFileOf(task, entry),
    line: line?.coordinates ?? null,
    lineInCrs: lineInCrs?.coordinates ?? null,
    width,
    classes,
    colour,
    table,
    picture,
  };
  const facts = await runOwnProgram<CloudProfileAnswer>(task, program, request, { phase: 'reading points' });
  await task.write(outputs.table, table, { replace });
  await task.write(outputs.picture, picture, { replace });
  return { facts: { outputPath: outputs.table, picturePath: outputs.picture, ...facts } };
}
