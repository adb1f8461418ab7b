import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import { checkEntryPath, type EntryRow } from '../../../datasets/index.ts';
import { ownProgram } from '../../../engine/index.ts';
import { EntryType } from '../../../inspection/index.ts';
import { refuseParameter, type RunningTask, type TaskEntries, type Tool } from '../../../tasks/index.ts';
import {
  orNull,
  OUTPUT_WORDS,
  outputPathField,
  pathsField,
  replaceField,
  runOwnProgram,
  withWords,
} from '../../../tasks/tool-kit/index.ts';
import { cloudFileOf } from '../cloud-input/cloud-file.ts';
import { pointsOf, readsOf, stemOf } from '../cloud-input/tool-kit.ts';
import type { MergeAnswer, MergeRequest } from './request.ts';

const program = ownProgram('pointcloud-merge', import.meta.resolve('./program.ts'));

/** What is known of each is in memory: some megabytes of a cloud of 10^9 points. */
const MOST_CLOUDS = 1000;

const Parameters = withWords(
  Type.Object(
    {
      paths: pathsField('Point clouds to merge, all in the same coordinate system.', [EntryType.PointCloud], {
        minItems: 2,
        maxItems: MOST_CLOUDS,
      }),
      format: Type.Enum(['copc.laz', 'laz'], {
        default: 'copc.laz',
        description: 'Format of the new file; `outputPath` ends with it.',
      }),
      outputPath: orNull(
        outputPathField(
          'Path of the new file in the dataset. Default: beside the first cloud, with _merged added to its name.',
          '{paths}_merged.{format}',
        ),
      ),
      replace: replaceField(),
    },
    { additionalProperties: false },
  ),
  {
    paths: 'Point clouds',
    format: { title: 'Format', choices: { 'copc.laz': 'COPC', laz: 'LAZ' } },
    ...OUTPUT_WORDS,
  },
);
type Parameters = Static<typeof Parameters>;

const BYTES_A_POINT = 12;

export const pointCloudMerge: Tool<typeof Parameters> = {
  id: 'pointcloud-merge',
  version: '1',
  title: 'Merge point clouds',
  description:
    'Makes one point cloud of several that have the same coordinate system. All values of their points are kept.',
  parameters: Parameters,
  access: 'write',
  artifact: null,
  offers: [{ on: 'files', types: [EntryType.PointCloud], parameter: 'paths' }],
  async plan({ parameters, entries }) {
    const output = outputOf(parameters);
    const clouds = await cloudsOf(parameters, entries);
    const points = clouds.reduce((sum, entry) => sum + pointsOf(entry), 0);
    const creates = parameters.replace ? undefined : output;
    return { path: output, reads: readsOf(clouds), creates, estimatedBytes: points * BYTES_A_POINT };
  },
  run,
};

async function cloudsOf({ paths }: Parameters, entries: TaskEntries): Promise<readonly EntryRow[]> {
  const clouds: EntryRow[] = [];
  for (const path of paths) clouds.push(await entries.require(path, [EntryType.PointCloud]));
  return clouds;
}

function outputOf({ paths, outputPath, format }: Parameters): string {
  const chosen = checkEntryPath(outputPath ?? `${stemOf(paths[0]!)}_merged.${format}`);
  if (chosen.toLowerCase().endsWith(`.${format}`)) return chosen;
  throw refuseParameter('outputPath', `The path of a file in this format must end with .${format}.`);
}

async function run(task: RunningTask<Parameters>) {
  const { format, replace } = task.parameters;
  const clouds = await cloudsOf(task.parameters, task.entries);
  const outputPath = outputOf(task.parameters);
  const output = join(task.folder, `merged.${format}`);
  const files: MergeRequest['clouds'][number][] = [];
  for (const entry of clouds) files.push({ cloud: await cloudFileOf(task, entry), name: entry.path });
  const request: MergeRequest = {
    clouds: files,
    format,
    output,
    scratch: task.folder,
  };
  const answer = await runOwnProgram<MergeAnswer>(task, program, request, { phase: 'merging points' });
  const { points, isExact, timesDiffer, scale } = answer;
  if (!isExact)
    task.log(
      `The clouds have steps of coordinates that no common one divides. Coordinates moved by at most half of ${scale.join(', ')}.`,
    );
  if (timesDiffer) task.log('GPS times of the clouds have different starts, and cannot be compared.');
  await task.write(outputPath, output, { replace });
  return { facts: { outputPath, clouds: clouds.length, points, exact: isExact } };
}
