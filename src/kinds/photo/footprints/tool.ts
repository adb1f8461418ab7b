import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import type { EntryRow } from '../../../datasets/index.ts';
import type { FootprintsAnswer, FootprintsRequest } from './request.ts';
import { type VectorExportAnswer, type VectorExportRequest, exportProgram } from '../../vector/index.ts';
import { ownProgram } from '../../../engine/index.ts';
import { fail } from '../../../errors/index.ts';
import { EntryType } from '../../../inspection/index.ts';
import { refuseParameter, type RunningTask, type TaskEntries, type Tool } from '../../../tasks/index.ts';
import { photoViewOf } from './photo-view.ts';
import {
  orNull,
  OUTPUT_WORDS,
  outputPathField,
  pathField,
  pathsField,
  rare,
  replaceField,
  runOwnProgram,
  outputPathOf,
  withWords,
} from '../../../tasks/tool-kit/index.ts';
import { withEntryRaster } from '../../raster/index.ts';

const program = ownProgram('photo-footprints', import.meta.resolve('./program.ts'));

const Parameters = withWords(
  Type.Object(
    {
      paths: pathsField('Photos, and folders of them.', [EntryType.GeoImage, EntryType.Directory], { minItems: 1 }),
      outputPath: outputPathField(
        'Path of the new layer, a GeoPackage (.gpkg) or GeoJSON (.geojson).',
        'footprints.gpkg',
        {
          default: 'footprints.gpkg',
        },
      ),
      groundHeight: orNull(
        Type.Number({
          // From the Dead Sea to the highest summits, and some more.
          minimum: -1000,
          maximum: 10_000,
          description: 'Height of level ground in metres, from the same zero as the altitudes of the photos.',
        }),
      ),
      terrainPath: orNull(pathField('Terrain that the photos are laid on.', [EntryType.GeoRaster])),
      altitudes: rare(
        Type.Enum(['relative', 'absolute'], {
          default: 'relative',
          description: 'On a terrain: altitudes of the photos above the ground below them, or those above the sea.',
        }),
      ),
      altitudeOffset: rare(
        Type.Number({
          minimum: -1000,
          maximum: 1000,
          default: 0,
          description:
            'Metres added to the altitudes above the sea: of the ellipsoid to those of the ground, for example.',
        }),
      ),
      replace: replaceField(),
    },
    { additionalProperties: false },
  ),
  {
    paths: 'Photos',
    ...OUTPUT_WORDS,
    groundHeight: 'Height of the ground (m)',
    terrainPath: 'Terrain',
    altitudes: {
      title: 'Altitudes of the photos',
      choices: { relative: 'Above the ground below', absolute: 'Above the sea' },
    },
    altitudeOffset: 'Added to altitudes (m)',
  },
);

type Parameters = Static<typeof Parameters>;

/** Photos of one layer: more than a large survey has. What is said of each is held in memory. */
const MAX_PHOTOS = 100_000;
/** Bytes of a footprint in a GeoPackage. */
const BYTES_A_PHOTO = 500;
/** Photos without a footprint that are named. */
const MAX_NAMED = 20;

/** Lays photos on the ground: a layer with the area that each shows. */
export const georeference: Tool<typeof Parameters> = {
  id: 'georeference',
  version: '1',
  title: 'Footprints of photos',
  description: 'Makes a layer of the ground that each photo shows, by its position, direction and camera.',
  parameters: Parameters,
  access: 'write',
  artifact: null,
  offers: [
    { on: 'file', types: [EntryType.GeoImage], parameter: 'paths' },
    { on: 'files', types: [EntryType.GeoImage], parameter: 'paths' },
    { on: 'folder', parameter: 'paths' },
  ],
  async plan({ parameters, entries }) {
    const output = outputOf(parameters);
    const [photos, terrain] = [await photosBelow(entries, parameters.paths), await terrainOf(parameters, entries)];
    const reads = terrain === undefined ? photos : [...photos, terrain];
    const creates = parameters.replace ? undefined : output;
    return { path: output, reads, creates, estimatedBytes: photos.length * BYTES_A_PHOTO };
  },
  run,
};

const outputOf = ({ outputPath }: Parameters): string =>
  outputPathOf({ path: outputPath, outputPath }, '.gpkg', ['gpkg', 'geojson']);

async function run(task: RunningTask<Parameters>) {
  const { parameters, entries, folder } = task;
  const output = outputOf(parameters);
  const photos = await photosBelow(entries, parameters.paths);
  const views = photos.map((photo) => photoViewOf(photo));
  const seen = views.filter((view) => typeof view !== 'string');
  const geoJson = join(folder, 'footprints.geojson');
  const answer = await footprints(task, { photos: seen, output: geoJson, altitudeOffset: parameters.altitudeOffset });
  const reasons = new Map<EntryRow, string>();
  for (const [index, view] of views.entries()) if (typeof view === 'string') reasons.set(photos[index]!, view);
  const projected = photos.filter((photo) => !reasons.has(photo));
  for (const [index, reason] of answer.without) reasons.set(projected[index]!, reason);
  if (answer.footprints === 0) throw fail('invalid-input', `No photo has a footprint: ${summary(reasons)}.`);
  if (reasons.size > 0) task.log(`${reasons.size} photos have no footprint: ${summary(reasons)}.`);
  const file = output.toLowerCase().endsWith('.gpkg') ? await geoPackageOf(task, geoJson) : geoJson;
  await task.write(output, file, { replace: parameters.replace });
  const without = [...reasons].slice(0, MAX_NAMED).map(([{ path }, reason]) => ({ path, reason }));
  return { facts: { path: output, footprints: answer.footprints, leftOut: reasons.size, without } };
}

/** @throws `invalid-input` when there are none, or too many */
async function photosBelow(entries: TaskEntries, paths: readonly string[]): Promise<readonly EntryRow[]> {
  for (const path of paths) await entries.require(path);
  const photos: EntryRow[] = [];
  for await (const entry of entries.below(paths)) {
    if (entry.type !== EntryType.GeoImage && entry.type !== EntryType.Image) continue;
    photos.push(entry);
    if (photos.length > MAX_PHOTOS)
      throw fail('invalid-input', `More than ${MAX_PHOTOS} photos are not laid out at once. Choose fewer.`);
  }
  if (photos.length === 0) throw refuseParameter('paths', 'There is no photo among the paths.');
  return photos;
}

async function terrainOf(
  { terrainPath, groundHeight }: Parameters,
  entries: TaskEntries,
): Promise<EntryRow | undefined> {
  if (terrainPath === null) return undefined;
  if (groundHeight !== null)
    throw refuseParameter(
      'groundHeight',
      'The ground is level at groundHeight, or that of terrainPath; give one of them.',
    );
  return entries.require(terrainPath, [EntryType.GeoRaster]);
}

async function footprints(
  task: RunningTask<Parameters>,
  request: Omit<FootprintsRequest, 'ground'>,
): Promise<FootprintsAnswer> {
  const { groundHeight, altitudes } = task.parameters;
  const work = (ground: FootprintsRequest['ground']): Promise<FootprintsAnswer> =>
    runOwnProgram(task, program, { ...request, ground }, { phase: 'projecting', to: 80 });
  const terrain = await terrainOf(task.parameters, task.entries);
  if (terrain === undefined)
    return work(groundHeight === null ? { kind: 'relative' } : { kind: 'level', height: groundHeight });
  return withEntryRaster(task, terrain, (source) =>
    work({
      kind: 'terrain',
      fromAltitude: altitudes === 'absolute',
      terrain: { source, band: 1, heightUnit: null },
    }),
  );
}

async function geoPackageOf(task: RunningTask<Parameters>, path: string): Promise<string> {
  const folder = join(task.folder, 'layer');
  await mkdir(folder);
  const request: VectorExportRequest = {
    path,
    format: 'geojson',
    stem: 'footprints',
    layers: null,
    output: 'GPKG',
    folder,
    crs: null,
    bbox: null,
    conditions: [],
    any: false,
    fields: null,
  };
  const { file } = await runOwnProgram<VectorExportAnswer>(task, exportProgram, request, {
    phase: 'writing',
    from: 80,
  });
  return file;
}

/** Each reason with its number of photos. */
function summary(reasons: ReadonlyMap<EntryRow, string>): string {
  const counts = new Map<string, number>();
  for (const reason of reasons.values()) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].map(([reason, count]) => `${reason} (${count})`).join(', ');
}
