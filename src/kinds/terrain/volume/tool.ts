import { writeFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import Type, { type Static } from 'typebox';
import type { EntryRow } from '../../../datasets/index.ts';
import type { AreaSource, VolumeAnswer, VolumeRequest } from './request.ts';
import { ownProgram } from '../../../engine/index.ts';
import { fail } from '../../../errors/index.ts';
import { EntryType } from '../../../inspection/index.ts';
import { withVectorSource } from '../../vector/index.ts';
import { refuseParameter, type RunningTask, type TaskEntries, type Tool } from '../../../tasks/index.ts';
import { bandField, heightUnitField, TERRAIN_OFFERS, TERRAIN_WORDS, terrainField } from '../tool-fields.ts';
import { reportOf, totalOf } from './report.ts';
import type { RasterSource } from '../../../geodata/raster-source.ts';
import { areaField, orNull, pathField, rare, runOwnProgram, withWords } from '../../../tasks/tool-kit/index.ts';
import { fileOf, withEntryRaster, pixelsOf } from '../../raster/index.ts';

const program = ownProgram('terrain-volume', import.meta.resolve('./program.ts'));

const Parameters = withWords(
  Type.Object(
    {
      path: terrainField('A raster of heights.'),
      area: orNull(areaField('Area within which volumes are measured. Either this or `areaPath`.')),
      areaPath: orNull(pathField('Vector file whose polygons are the areas.', [EntryType.Vector])),
      base: Type.Enum(['plane', 'lowest', 'triangulated', 'elevation', 'surface'], {
        default: 'plane',
        description:
          'What lies below: a plane fitted to the border, its lowest point, triangles between its points, a height, or another terrain.',
      }),
      elevation: orNull(
        Type.Number({ minimum: -1e6, maximum: 1e6, description: 'Height of the base, in units of the file.' }),
      ),
      basePath: orNull(terrainField('Terrain that is the base.')),
      heightError: rare(
        orNull(Type.Number({ minimum: 0, maximum: 1000, description: 'Standard error of a height, in metres.' })),
      ),
      band: bandField,
      heightUnit: heightUnitField,
      format: Type.Enum(['markdown', 'json'], { default: 'markdown', description: 'Form of the report.' }),
    },
    { additionalProperties: false },
  ),
  {
    path: 'Terrain',
    area: 'Area',
    areaPath: 'File with areas',
    base: {
      title: 'Measured against',
      choices: {
        plane: 'A plane fitted to the border of the area',
        lowest: 'The lowest point of the border',
        triangulated: 'Triangles between the points of the border',
        elevation: 'A height',
        surface: 'Another terrain',
      },
    },
    elevation: { title: 'Height of the base', when: { parameter: 'base', is: ['elevation'] } },
    basePath: { title: 'Terrain of the base', when: { parameter: 'base', is: ['surface'] } },
    heightError: 'Error of a height (m)',
    ...TERRAIN_WORDS,
    format: { title: 'Report', choices: { markdown: 'Text with tables (Markdown)', json: 'For programs (JSON)' } },
  },
);
type Parameters = Static<typeof Parameters>;

/** A report, of a thousand areas. */
const REPORT_BYTES = 2 ** 18;
/** A terrain that is put on the grid of another: the copy of it has its own pixels, the result those of the other. */
const ALIGNING_BYTES_A_PIXEL = 4;
/** Areas whose figures are facts of the task, some kilobytes; all are in the report. */
const AREAS_IN_FACTS = 20;

export const volume: Tool<typeof Parameters> = {
  id: 'volume',
  version: '1',
  title: 'Volume',
  description: 'Measures cut and fill between a terrain and a base within areas, as of stockpiles and pits.',
  parameters: Parameters,
  access: 'read',
  artifact: 'md',
  offers: TERRAIN_OFFERS,
  async plan({ parameters, entries }) {
    const { terrain, areas, base } = await entriesOf(parameters, entries);
    const aligning = base === null ? 0 : (pixelsOf(terrain) + pixelsOf(base)) * ALIGNING_BYTES_A_PIXEL;
    return {
      path: terrain.path,
      reads: [terrain, areas, base].filter((entry) => entry !== null),
      estimatedBytes: REPORT_BYTES + aligning,
    };
  },
  run,
};

interface Entries {
  readonly terrain: EntryRow;
  readonly areas: EntryRow | null;
  readonly base: EntryRow | null;
}

async function entriesOf(
  { path, area, areaPath, base, elevation, basePath }: Parameters,
  entries: TaskEntries,
): Promise<Entries> {
  if ((area === null) === (areaPath === null))
    throw refuseParameter('area', 'A volume needs either an area or areaPath, a vector file with polygons.');
  if ((base === 'elevation') !== (elevation !== null))
    throw refuseParameter('elevation', 'The base “elevation” needs an elevation, and no other base has one.');
  if ((base === 'surface') !== (basePath !== null))
    throw refuseParameter('basePath', 'The base “surface” needs basePath, another terrain, and no other base has one.');
  return {
    terrain: await entries.require(path, [EntryType.GeoRaster]),
    areas: areaPath === null ? null : await entries.require(areaPath, [EntryType.Vector]),
    base: basePath === null ? null : await entries.require(basePath, [EntryType.GeoRaster]),
  };
}

async function run(task: RunningTask<Parameters>) {
  const { parameters } = task;
  const { terrain, areas, base } = await entriesOf(parameters, task.entries);
  const answer = await withEntryRaster(task, terrain, (source) =>
    withBase(task, base, (surface) =>
      withArea(task, areas, (area) => {
        const { band, heightUnit, heightError } = parameters;
        const scratch = join(task.folder, 'base.tif');
        const request: VolumeRequest = { source, band, heightUnit, area, base: surface, heightError, scratch };
        return runOwnProgram<VolumeAnswer>(task, program, request, { phase: 'measuring' });
      }),
    ),
  );
  const isJson = parameters.format === 'json';
  const file = join(task.folder, 'report');
  const head = { terrain: terrain.path, base: baseInWords(parameters), heightError: parameters.heightError };
  await writeFile(file, isJson ? `${JSON.stringify({ ...head, ...answer }, null, 2)}\n` : reportOf(head, answer));
  return {
    artifact: { file, name: `${parse(terrain.path).name}_volume.${isJson ? 'json' : 'md'}` },
    facts: {
      measure: answer.measure,
      total: { count: answer.areas.length, ...totalOf(answer.areas) },
      areas: answer.areas.slice(0, AREAS_IN_FACTS),
    },
  };
}

const baseInWords = ({ base, elevation, basePath }: Parameters): string =>
  ({
    plane: 'a plane fitted to the border of each area',
    lowest: 'the lowest height on the border of each area',
    triangulated: 'triangles between the heights on the border of each area',
    elevation: `the height ${elevation}`,
    surface: `the terrain ${basePath}`,
  })[base];

function withBase<T>(
  task: RunningTask<Parameters>,
  entry: EntryRow | null,
  work: (base: VolumeRequest['base']) => Promise<T>,
): Promise<T> {
  const { base: kind, elevation } = task.parameters;
  if (kind === 'elevation') return work({ kind, elevation: elevation! });
  if (kind !== 'surface') return work({ kind });
  return withEntryRaster(task, entry!, (source: RasterSource) =>
    work({ kind, surface: { source, band: 1, heightUnit: null } }),
  );
}

async function withArea<T>(
  task: RunningTask<Parameters>,
  entry: EntryRow | null,
  work: (area: AreaSource) => Promise<T>,
): Promise<T> {
  if (entry === null) return work({ polygon: task.parameters.area! });
  // Wrapped, as null is the answer for a file that is none.
  const done = await withVectorSource(fileOf(task, entry), task.engine, async (vector) => ({
    value: await work({ vector }),
  }));
  if (done === null) throw fail('invalid-input', `${entry.path} is no vector file.`);
  return done.value;
}
