import { extname, join } from 'node:path';
import Type, { type Static } from 'typebox';
import type { ContourAnswer, ContourRequest } from './request.ts';
import { ownProgram } from '../../../engine/index.ts';
import { EntryType } from '../../../inspection/index.ts';
import { refuseParameter, type RunningTask, type Tool } from '../../../tasks/index.ts';
import { bandField, outputFields, TERRAIN_OFFERS, TERRAIN_WORDS, terrainField } from '../tool-fields.ts';
import { orNull, OUTPUT_WORDS, rare, runOwnProgram, outputPathOf, withWords } from '../../../tasks/tool-kit/index.ts';
import { withEntryRaster, pixelsOf } from '../../raster/index.ts';

const program = ownProgram('terrain-contours', import.meta.resolve('./program.ts'));

/** Heights on Earth and beyond, in any unit. */
const HEIGHT_RANGE = { minimum: -1_000_000, maximum: 1_000_000 } as const;

const Parameters = withWords(
  Type.Object(
    {
      path: terrainField('A raster of heights.'),
      interval: orNull(
        Type.Number({
          exclusiveMinimum: 0,
          maximum: HEIGHT_RANGE.maximum,
          description: 'Height between two contours, in units of the file. Either this or `levels`.',
        }),
      ),
      base: rare(Type.Number({ ...HEIGHT_RANGE, default: 0, description: 'Height from which the interval counts.' })),
      levels: orNull(
        Type.Array(Type.Number(HEIGHT_RANGE), {
          // More are an interval.
          minItems: 1,
          maxItems: 1000,
          uniqueItems: true,
          description: 'Heights of the contours, in units of the file.',
        }),
      ),
      field: rare(
        Type.String({
          pattern: '^[A-Za-z_][A-Za-z0-9_]{0,30}$',
          default: 'elevation',
          description: 'Name of the attribute with the height.',
        }),
      ),
      withZ: rare(
        Type.Boolean({ default: false, description: 'Whether each position has the height as well (3D lines).' }),
      ),
      smoothing: rare(
        Type.Integer({
          // Each doubles the positions.
          minimum: 0,
          maximum: 3,
          default: 0,
          description: 'How often corners of the lines are cut.',
        }),
      ),
      tolerance: rare(
        Type.Number({
          minimum: 0,
          maximum: 1000,
          default: 0,
          description: 'Metres by which a line may leave its place to have fewer positions.',
        }),
      ),
      band: bandField,
      ...outputFields('_contours.gpkg'),
    },
    { additionalProperties: false },
  ),
  {
    path: 'Terrain',
    interval: 'Interval',
    base: 'Count from',
    levels: 'Heights',
    field: 'Attribute with the height',
    withZ: 'Lines in 3D',
    smoothing: 'Smoothing',
    tolerance: 'Tolerance (m)',
    band: TERRAIN_WORDS.band,
    ...OUTPUT_WORDS,
  },
);
type Parameters = Static<typeof Parameters>;

/** Contours of a survey at usual intervals were a tenth to a half of their raster's pixels in bytes. */
const BYTES_A_PIXEL = 1;

export const contours: Tool<typeof Parameters> = {
  id: 'contours',
  version: '1',
  title: 'Contours',
  description: 'Makes a vector layer of the lines of equal height of a terrain.',
  parameters: Parameters,
  access: 'write',
  artifact: null,
  offers: TERRAIN_OFFERS,
  async plan({ parameters, entries }) {
    levelsOf(parameters);
    const entry = await entries.require(parameters.path, [EntryType.GeoRaster]);
    const { path: output } = outputOf(parameters);
    const creates = parameters.replace ? undefined : output;
    return { path: entry.path, reads: [entry], creates, estimatedBytes: pixelsOf(entry) * BYTES_A_PIXEL };
  },
  run,
};

const FORMATS: readonly ContourRequest['format'][] = ['gpkg', 'geojson', 'fgb'];

function outputOf(parameters: Parameters): { readonly path: string; readonly format: ContourRequest['format'] } {
  const path = outputPathOf(parameters, '_contours.gpkg', FORMATS);
  return { path, format: FORMATS.find((format) => `.${format}` === extname(path).toLowerCase())! };
}

function levelsOf({ interval, base, levels }: Parameters): ContourRequest['levels'] {
  if ((interval === null) === (levels === null))
    throw refuseParameter('interval', 'Contours need either an interval or levels.');
  return levels ?? { interval: interval!, base };
}

async function run(task: RunningTask<Parameters>) {
  const { path, field, withZ, smoothing, tolerance, band, replace } = task.parameters;
  const entry = await task.entries.require(path, [EntryType.GeoRaster]);
  const { path: outputPath, format } = outputOf(task.parameters);
  const output = join(task.folder, `contours.${format}`);
  const facts = await withEntryRaster(task, entry, (source) => {
    const levels = levelsOf(task.parameters);
    const shape = { field, withZ, smoothing, tolerance };
    const request: ContourRequest = { source, band, heightUnit: null, output, format, levels, ...shape };
    return runOwnProgram<ContourAnswer>(task, program, request, { phase: 'tracing' });
  });
  await task.write(outputPath, output, { replace });
  return { facts: { outputPath, ...facts } };
}
