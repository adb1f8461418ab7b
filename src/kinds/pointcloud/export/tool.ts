import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import { checkEntryPath } from '../../../datasets/index.ts';
import { ownProgram } from '../../../engine/index.ts';
import { EntryType } from '../../../inspection/index.ts';
import { refuseParameter, type RunningTask, type Tool } from '../../../tasks/index.ts';
import {
  crsField,
  orNull,
  OUTPUT_WORDS,
  outputPathField,
  rare,
  replaceField,
  runOwnProgram,
  withWords,
} from '../../../tasks/tool-kit/index.ts';
import { AREA_WORDS, areaFields, areaOf } from '../cloud-input/area-fields.ts';
import { RETURN_CHOICES } from '../cloud-input/return-choices.ts';
import { cloudFileOf } from '../cloud-input/cloud-file.ts';
import { classesField, CLOUD_OFFERS, cloudField, pointsOf, shareOf, readsOf, stemOf } from '../cloud-input/tool-kit.ts';
import { POINT_FORMATS, type PointFormat } from '../cloud-output/point-file.ts';
import type { CloudExportAnswer, CloudExportRequest } from './request.ts';

const program = ownProgram('pointcloud-export', import.meta.resolve('./program.ts'));

const Parameters = withWords(
  Type.Object(
    {
      path: cloudField('Point cloud to export, as it was uploaded.'),
      format: Type.Enum([...POINT_FORMATS], {
        default: 'laz',
        description: 'Format of the new file; `outputPath` ends with it. LAZ, LAS and COPC are LAS 1.4.',
      }),
      ...areaFields,
      classes: orNull(classesField),
      returns: Type.Enum([...RETURN_CHOICES], {
        default: 'all',
        description: 'Returns of the laser pulse to keep.',
      }),
      spacing: orNull(
        Type.Number({
          exclusiveMinimum: 0,
          maximum: 100_000,
          description: 'Minimum distance between two points, in units of the coordinate system of the cloud.',
        }),
      ),
      every: rare(
        orNull(
          Type.Integer({
            minimum: 2,
            maximum: 1_000_000,
            description: 'Keep each n-th of the chosen points, in the order of the file. Instead of `spacing`.',
          }),
        ),
      ),
      crs: orNull(crsField('Coordinate system of the new file. Default: that of the cloud.')),
      outputPath: orNull(
        outputPathField(
          'Path of the new file in the dataset. Default: beside the cloud, with _export added to its name.',
          '{path}_export.{format}',
        ),
      ),
      replace: replaceField(),
    },
    { additionalProperties: false },
  ),
  {
    path: 'Point cloud',
    format: {
      title: 'Format',
      choices: { laz: 'LAZ', las: 'LAS', 'copc.laz': 'COPC', ply: 'PLY (binary)', csv: 'Table (CSV)' },
    },
    ...AREA_WORDS,
    classes: 'Classes',
    returns: {
      title: 'Returns',
      choices: {
        all: 'All',
        first: 'First of each pulse',
        last: 'Last of each pulse',
        intermediate: 'Between first and last',
        single: 'Single returns',
      },
    },
    spacing: 'Minimum distance between points',
    every: 'Keep each n-th point',
    crs: 'Coordinate system',
    ...OUTPUT_WORDS,
  },
);
type Parameters = Static<typeof Parameters>;

/** Bytes of a point in the new file, about. */
const BYTES_A_POINT: Readonly<Record<PointFormat, number>> = { laz: 12, las: 36, 'copc.laz': 12, ply: 60, csv: 150 };

export const pointCloudExport: Tool<typeof Parameters> = {
  id: 'pointcloud-export',
  version: '1',
  title: 'Export point cloud',
  description:
    'Writes a point cloud, or a part of it, as a new file: by area, class and return, thinned, in another coordinate system or format.',
  parameters: Parameters,
  access: 'write',
  artifact: null,
  offers: CLOUD_OFFERS,
  async plan({ parameters, entries }) {
    const area = areaOf(parameters);
    if (parameters.spacing !== null && parameters.every !== null)
      throw refuseParameter('every', 'Give either spacing or every, not both.');
    const entry = await entries.require(parameters.path, [EntryType.PointCloud]);
    const output = outputOf(parameters);
    const points = (pointsOf(entry) * shareOf(entry, area)) / (parameters.every ?? 1);
    const estimatedBytes = Math.ceil(points * BYTES_A_POINT[parameters.format]);
    return {
      path: entry.path,
      reads: readsOf([entry]),
      creates: parameters.replace ? undefined : output,
      estimatedBytes,
    };
  },
  run,
};

function outputOf({ path, outputPath, format }: Parameters): string {
  const chosen = checkEntryPath(outputPath ?? `${stemOf(path)}_export.${format}`);
  if (chosen.toLowerCase().endsWith(`.${format}`)) return chosen;
  throw refuseParameter('outputPath', `The path of a file in this format must end with .${format}.`);
}

async function run(task: RunningTask<Parameters>) {
  const { path, format, classes, returns, spacing, every, crs, replace } = task.parameters;
  const entry = await task.entries.require(path, [EntryType.PointCloud]);
  const outputPath = outputOf(task.parameters);
  const output = join(task.folder, `export.${format}`);
  const request: CloudExportRequest = {
    cloud: await cloudFileOf(task, entry),
    area: areaOf(task.parameters),
    classes,
    returns,
    every: every ?? 1,
    spacing,
    crs,
    format,
    output,
    scratch: task.folder,
  };
  const { points } = await runOwnProgram<CloudExportAnswer>(task, program, request, { phase: 'exporting points' });
  await task.write(outputPath, output, { replace });
  return { facts: { outputPath, points } };
}
