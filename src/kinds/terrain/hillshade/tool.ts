import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import type { ReliefRequest } from './request.ts';
import { ownProgram } from '../../../engine/index.ts';
import { EntryType } from '../../../inspection/index.ts';
import type { RunningTask, Tool } from '../../../tasks/index.ts';
import {
  bandField,
  heightUnitField,
  outputFields,
  TERRAIN_OFFERS,
  TERRAIN_WORDS,
  terrainField,
} from '../tool-fields.ts';
import { runOwnProgram, outputPathOf, OUTPUT_WORDS, rare, withWords } from '../../../tasks/tool-kit/index.ts';
import { withEntryRaster, pixelsOf } from '../../raster/index.ts';

const program = ownProgram('terrain-relief', import.meta.resolve('./program.ts'));

const Parameters = withWords(
  Type.Object(
    {
      path: terrainField('A raster of heights.'),
      kind: Type.Enum(['hillshade', 'slope', 'aspect', 'roughness'], {
        default: 'hillshade',
        description: 'What is made of it: shaded relief, steepness, direction of the way down, or unevenness.',
      }),
      azimuth: Type.Number({
        minimum: 0,
        maximum: 360,
        default: 315,
        description: 'Direction the light of a hillshade comes from, in degrees from north, clockwise.',
      }),
      altitude: Type.Number({
        minimum: 0,
        maximum: 90,
        default: 45,
        description: 'Height of the light above the horizon, in degrees.',
      }),
      multidirectional: rare(
        Type.Boolean({
          default: false,
          description: 'Light from four directions at once, instead of one.',
        }),
      ),
      zFactor: rare(
        Type.Number({
          // A terrain that is flatter or steeper than that by a factor is one of another unit.
          minimum: 0.001,
          maximum: 1000,
          default: 1,
          description: 'Factor by which heights are exaggerated.',
        }),
      ),
      slopeUnit: rare(Type.Enum(['degrees', 'percent'], { default: 'degrees', description: 'Unit of a slope.' })),
      band: bandField,
      heightUnit: heightUnitField,
      ...outputFields('_hillshade.tif (or _slope.tif …)', '{path}_{kind}.tif'),
    },
    { additionalProperties: false },
  ),
  {
    path: 'Terrain',
    kind: {
      title: 'Kind',
      choices: { hillshade: 'Hillshade', slope: 'Slope', aspect: 'Aspect', roughness: 'Roughness' },
    },
    azimuth: { title: 'Direction of the light (°)', when: { parameter: 'kind', is: ['hillshade'] } },
    altitude: { title: 'Height of the light (°)', when: { parameter: 'kind', is: ['hillshade'] } },
    multidirectional: { title: 'Light from four directions', when: { parameter: 'kind', is: ['hillshade'] } },
    zFactor: 'Exaggeration of heights',
    slopeUnit: {
      title: 'Unit of the slope',
      choices: { degrees: 'Degrees', percent: 'Percent' },
      when: { parameter: 'kind', is: ['slope'] },
    },
    ...TERRAIN_WORDS,
    ...OUTPUT_WORDS,
  },
);
type Parameters = Static<typeof Parameters>;

/** Bytes of a value in the file, about as much as overviews and compression leave of it, and the copy it is made of. */
const BYTES_A_PIXEL = { hillshade: 2, slope: 8, aspect: 8, roughness: 8 } as const;

export const hillshade: Tool<typeof Parameters> = {
  id: 'hillshade',
  version: '1',
  title: 'Hillshade, slope and aspect',
  description: 'Makes a raster of a terrain’s form: shaded relief, slope, aspect or roughness.',
  parameters: Parameters,
  access: 'write',
  artifact: null,
  offers: TERRAIN_OFFERS,
  async plan({ parameters, entries }) {
    const entry = await entries.require(parameters.path, [EntryType.GeoRaster]);
    const output = outputOf(parameters);
    return {
      path: entry.path,
      reads: [entry],
      creates: parameters.replace ? undefined : output,
      estimatedBytes: pixelsOf(entry) * BYTES_A_PIXEL[parameters.kind],
    };
  },
  run,
};

const outputOf = (parameters: Parameters): string =>
  outputPathOf(parameters, `_${parameters.kind}.tif`, ['tif', 'tiff']);

async function run(task: RunningTask<Parameters>) {
  const { path, kind, azimuth, altitude, multidirectional, zFactor, slopeUnit, band, heightUnit, replace } =
    task.parameters;
  const entry = await task.entries.require(path, [EntryType.GeoRaster]);
  const output = join(task.folder, 'relief.tif');
  const facts = await withEntryRaster(task, entry, (source) => {
    const light = { azimuth: multidirectional ? null : azimuth, altitude };
    const request: ReliefRequest = { source, band, heightUnit, output, kind, zFactor, light, slopeUnit };
    return runOwnProgram<Record<string, unknown>>(task, program, request, { phase: 'computing' });
  });
  const outputPath = outputOf(task.parameters);
  await task.write(outputPath, output, { replace });
  return { facts: { outputPath, ...facts } };
}
