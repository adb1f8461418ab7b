import { readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type BuildOutput,
  type OutputFacts,
  type OutputRequest,
  refusal,
  requireWritten,
  runCost,
  toWriteFailure,
} from '../../../builds/index.ts';
import { ownProgram } from '../../../engine/index.ts';
import type { Vector3 } from '../../../geodata/place/box.ts';
import { EntryType } from '../../../inspection/index.ts';
import { NEXUS, NEXUS_KIND } from '../nexus/artifacts.ts';
import type { ModelPlace } from '../place/model-place.ts';
import { CONTENTS, TILES, TILES_KIND, TILESET } from './artifacts.ts';
import type { BuiltTiles, TilesBuild } from './nexus-to-tiles.ts';

export const nexusToTiles = ownProgram('nexus-to-tiles', import.meta.resolve('./program.ts'));

/** Three threads with a large picture each, and the nodes of 10 million triangles. */
const MEMORY_BYTES = 2 * 2 ** 30;

/** What the build of the Nexus found of the model. */
interface NexusFacts extends OutputFacts {
  /** Coordinates of the model, with z up, that lie at the zero of the Nexus. */
  readonly origin: Vector3;
  /** Null for a model that lies nowhere. */
  readonly placing: ModelPlace | null;
}

/** The model as 3D Tiles, for programs that read no Nexus. The build is done without them: their failure is a line in its log. */
export const tiles3dOutput: BuildOutput = {
  kind: TILES_KIND,
  made: 'by-build',
  buildClass: 'mesh',
  folder: TILES_KIND,
  title: TILESET.title,
  artifacts: [TILESET, TILES],
  after: NEXUS_KIND,
  optional: true,
  appliesTo: (type) => type === EntryType.Model,
  async build(request) {
    try {
      return await build(request);
    } catch (error) {
      throw refusal(error, 'It cannot be made into 3D Tiles.') ?? (await toWriteFailure(error, request.scratch));
    }
  },
  // Null of a file that is built says that its tiles failed, or are not made yet: a state of their own beside that of the build.
  properties: ({ tiles, levels, triangles, bytes }) => ({
    tiles3d: tiles === undefined ? null : { tiles, levels, triangles, bytes },
  }),
};

const PHASE = { phase: 'Making 3D Tiles' } as const;

async function build({ made, factsOf, scratch, engine, signal, report, log }: OutputRequest): Promise<OutputFacts> {
  const files = { request: join(scratch, 'request.json'), answer: join(scratch, 'answer.json') };
  const nexus = join(made(NEXUS_KIND), NEXUS.path);
  const output = join(scratch, 'made');
  const { placing, origin } = factsOf(NEXUS_KIND) as NexusFacts;
  const request: TilesBuild = { nexus, output, place: placing, origin };
  await writeFile(files.request, JSON.stringify(request), { flag: 'wx', signal });
  report({ percent: 0, ...PHASE });
  const run = await engine.run(nexusToTiles, [files.request, files.answer], {
    signal,
    temporaryFolder: scratch,
    memoryLimitBytes: MEMORY_BYTES,
    onProgress: (percent) => report({ percent, ...PHASE }),
    onLine: (line) => isBar(line) || log(line.replaceAll(nexus, 'the Nexus').replaceAll(scratch, 'the build folder')),
  });
  const { tiles, levels, triangles, bytes } = JSON.parse(await readFile(files.answer, 'utf8')) as BuiltTiles;
  for (const file of Object.values(files)) await rm(file);
  await requireWritten(join(output, TILESET.path), 'The program');
  for (const name of [TILESET.path, CONTENTS]) await rename(join(output, name), join(scratch, name));
  await rmdir(output);
  log(`${tiles} tiles of ${levels} levels, ${Math.ceil(bytes / 1e6)} MB: ${runCost(run)}`);
  report({ percent: 100, phase: 'Done' });
  return { tiles, levels, triangles, bytes };
}

/** The bar of progress, which is shown otherwise. */
const isBar = (line: string): boolean => line.startsWith('0...');
