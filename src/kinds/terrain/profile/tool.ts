import { writeFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import Type, { type Static } from 'typebox';
import type { ProfileAnswer, ProfileRequest } from './request.ts';
import { ownProgram } from '../../../engine/index.ts';
import { EntryType } from '../../../inspection/index.ts';
import type { RunningTask, Tool } from '../../../tasks/index.ts';
import { bandField, heightUnitField, TERRAIN_OFFERS, TERRAIN_WORDS, terrainField } from '../tool-fields.ts';
import { outlineOf, profileCsv, profileGeoJson } from './profile-file.ts';
import { lineField, orNull, runOwnProgram, withWords } from '../../../tasks/tool-kit/index.ts';
import { withEntryRaster } from '../../raster/index.ts';

const program = ownProgram('terrain-profile', import.meta.resolve('./program.ts'));

const Parameters = withWords(
  Type.Object(
    {
      path: terrainField('A raster of heights.'),
      line: lineField('Line along which heights are read.'),
      spacing: orNull(
        Type.Number({
          minimum: 0.001,
          maximum: 1_000_000,
          description: 'Metres between two samples; without it about a pixel.',
        }),
      ),
      format: Type.Enum(['csv', 'geojson'], { default: 'csv', description: 'Form of the file.' }),
      band: bandField,
      heightUnit: heightUnitField,
    },
    { additionalProperties: false },
  ),
  {
    path: 'Terrain',
    line: 'Line',
    spacing: 'Distance between samples (m)',
    format: { title: 'File', choices: { csv: 'Table (CSV)', geojson: 'Line with heights (GeoJSON)' } },
    ...TERRAIN_WORDS,
  },
);
type Parameters = Static<typeof Parameters>;

/** Samples of four numbers, 20,000 at most. */
const FILE_BYTES = 2 ** 20;
/** Samples among the facts of the task, which are some kilobytes. */
const SAMPLES_IN_FACTS = 200;

export const profile: Tool<typeof Parameters> = {
  id: 'profile',
  version: '1',
  title: 'Profile',
  description:
    'Reads the heights of a terrain along a line: distances, ascent and descent, as a table or a line with heights.',
  parameters: Parameters,
  access: 'read',
  artifact: 'csv',
  offers: TERRAIN_OFFERS,
  async plan({ parameters, entries }) {
    const entry = await entries.require(parameters.path, [EntryType.GeoRaster]);
    return { path: entry.path, reads: [entry], estimatedBytes: FILE_BYTES };
  },
  run,
};

async function run(task: RunningTask<Parameters>) {
  const { path, line, spacing, format, band, heightUnit } = task.parameters;
  const entry = await task.entries.require(path, [EntryType.GeoRaster]);
  const { places, ...facts } = await withEntryRaster(task, entry, (source) => {
    const request: ProfileRequest = { source, band, heightUnit, line: line.coordinates, spacing };
    return runOwnProgram<ProfileAnswer>(task, program, request, { phase: 'reading heights' });
  });
  const file = join(task.folder, 'profile');
  await writeFile(file, format === 'csv' ? profileCsv(places) : profileGeoJson(places));
  return {
    artifact: { file, name: `${parse(path).name}_profile.${format}` },
    facts: { ...facts, profile: outlineOf(places, SAMPLES_IN_FACTS) },
  };
}
