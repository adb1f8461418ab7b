import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import { ownProgram } from '../../../engine/index.ts';
import { EntryType } from '../../../inspection/index.ts';
import { refuseParameter, type RunningTask, type Tool } from '../../../tasks/index.ts';
import {
  orNull,
  OUTPUT_WORDS,
  outputPathField,
  outputPathOf,
  rare,
  replaceField,
  runOwnProgram,
  withWords,
} from '../../../tasks/tool-kit/index.ts';
import { AREA_WORDS, areaFields, areaOf } from '../cloud-input/area-fields.ts';
import { cloudFileOf } from '../cloud-input/cloud-file.ts';
import { boundsOf, CLOUD_OFFERS, cloudField, shareOf, readsOf, stemOf } from '../cloud-input/tool-kit.ts';
import { GROUND_CHOICES, SURFACE_KINDS, type SurfaceAnswer, type SurfaceRequest } from './request.ts';

const program = ownProgram('pointcloud-raster', import.meta.resolve('./program.ts'));

const Parameters = withWords(
  Type.Object(
    {
      path: cloudField('Point cloud to read, as it was uploaded.'),
      kind: Type.Enum([...SURFACE_KINDS], {
        default: 'dsm',
        description:
          'What a pixel holds: the highest point (DSM), the mean height of ground points (DTM), the number of points, or their mean intensity.',
      }),
      resolution: Type.Number({
        exclusiveMinimum: 0,
        maximum: 100_000,
        description: 'Side of a pixel, in units of the coordinate system of the cloud.',
      }),
      ...areaFields,
      fillRadius: Type.Integer({
        minimum: 0,
        // 4,000 pixels lie within it.
        maximum: 32,
        default: 0,
        description:
          'Fill pixels without points from pixels within this radius (inverse distance). 0: leave them empty.',
      }),
      ground: Type.Enum([...GROUND_CHOICES], {
        default: 'auto',
        description:
          'Ground points of a DTM: those of class 2, or those that a ground filter finds. Auto: class 2 if the cloud has such points.',
      }),
      filterCell: rare(
        Type.Number({
          minimum: 0.1,
          maximum: 100,
          default: 1,
          description: 'Cell size of the ground filter, in metres.',
        }),
      ),
      filterSlope: rare(
        Type.Number({
          minimum: 0.01,
          maximum: 2,
          default: 0.15,
          description: 'Steepest slope of the ground, as rise by run, for the ground filter.',
        }),
      ),
      filterWindow: rare(
        Type.Number({
          minimum: 1,
          maximum: 200,
          default: 18,
          description: 'Radius of the largest object that the ground filter removes, in metres.',
        }),
      ),
      filterThreshold: rare(
        Type.Number({
          minimum: 0.01,
          maximum: 10,
          default: 0.5,
          description: 'Height above the ground up to which points count as ground, in metres.',
        }),
      ),
      outputPath: orNull(
        outputPathField(
          'Path of the new GeoTIFF in the dataset. Default: beside the cloud, with the kind added to its name.',
          '{path}_{kind}.tif',
        ),
      ),
      replace: replaceField(),
    },
    { additionalProperties: false },
  ),
  {
    path: 'Point cloud',
    kind: {
      title: 'Kind',
      choices: {
        dsm: 'Surface model (DSM)',
        dtm: 'Terrain model (DTM)',
        count: 'Number of points',
        intensity: 'Intensity',
      },
    },
    resolution: 'Pixel size',
    ...AREA_WORDS,
    fillRadius: 'Fill gaps within (pixels)',
    ground: {
      title: 'Ground points',
      choices: { auto: 'Automatic', classes: 'Class 2', filter: 'Ground filter' },
      when: { parameter: 'kind', is: ['dtm'] },
    },
    filterCell: { title: 'Filter: cell size (m)', when: { parameter: 'kind', is: ['dtm'] } },
    filterSlope: { title: 'Filter: slope', when: { parameter: 'kind', is: ['dtm'] } },
    filterWindow: { title: 'Filter: object radius (m)', when: { parameter: 'kind', is: ['dtm'] } },
    filterThreshold: { title: 'Filter: height (m)', when: { parameter: 'kind', is: ['dtm'] } },
    ...OUTPUT_WORDS,
  },
);
type Parameters = Static<typeof Parameters>;

/** Windows of the ground filter, in cells: each takes a pass over all of them. */
const MOST_WINDOWS = 100;
/** Bytes of a pixel, about as much as overviews and compression leave of it. */
const BYTES_A_PIXEL = 4;

export const pointCloudRaster: Tool<typeof Parameters> = {
  id: 'pointcloud-raster',
  version: '1',
  title: 'Raster from point cloud',
  description:
    'Makes a GeoTIFF of a point cloud: a surface model, a terrain model, the number of points or the intensity.',
  parameters: Parameters,
  access: 'write',
  artifact: null,
  offers: CLOUD_OFFERS,
  async plan({ parameters, entries }) {
    const area = areaOf(parameters);
    const { filterWindow, filterCell, resolution, replace } = parameters;
    if (filterWindow / filterCell > MOST_WINDOWS)
      throw refuseParameter(
        'filterWindow',
        `The filter radius can be at most ${MOST_WINDOWS} cells. Choose a smaller radius or a larger filterCell.`,
      );
    const entry = await entries.require(parameters.path, [EntryType.PointCloud]);
    const [lowX, lowY, highX, highY] = boundsOf(entry) ?? [0, 0, 0, 0];
    const pixels = (((highX - lowX) / resolution) * (highY - lowY)) / resolution;
    const estimatedBytes = Math.ceil(pixels * shareOf(entry, area) * BYTES_A_PIXEL);
    const creates = replace ? undefined : outputOf(parameters);
    return { path: entry.path, reads: readsOf([entry]), creates, estimatedBytes };
  },
  run,
};

function outputOf(parameters: Parameters): string {
  const { path, kind, outputPath } = parameters;
  return outputPathOf({ path, outputPath: outputPath ?? `${stemOf(path)}_${kind}.tif` }, '', ['tif', 'tiff']);
}

async function run(task: RunningTask<Parameters>) {
  const { parameters } = task;
  const { kind, resolution, fillRadius, ground, filterCell, filterSlope, filterWindow, filterThreshold } = parameters;
  const entry = await task.entries.require(parameters.path, [EntryType.PointCloud]);
  const outputPath = outputOf(parameters);
  const output = join(task.folder, 'surface.tif');
  const request: SurfaceRequest = {
    cloud: await cloudFileOf(task, entry),
    area: areaOf(parameters),
    kind,
    ground,
    filter: { cell: filterCell, slope: filterSlope, window: filterWindow, threshold: filterThreshold },
    resolution,
    fillRadius,
    output,
    scratch: task.folder,
  };
  const facts = await runOwnProgram<SurfaceAnswer>(task, program, request, { phase: 'computing pixels' });
  await task.write(outputPath, output, { replace: parameters.replace });
  return { facts: { outputPath, ...facts } };
}
