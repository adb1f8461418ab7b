import { rename, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type BuildOutput,
  type OutputFacts,
  type OutputRequest,
  requireWritten,
  runBuildProgram,
  withToldFailures,
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
  build: withToldFailures('It cannot be made into 3D Tiles.', build),
  // Null of a file that is built says that its tiles failed, or are not made yet: a state of their own beside that of the build.
  properties: ({ tiles, levels, triangles, bytes }) => ({
    tiles3d: tiles === undefined ? null : { tiles, levels, triangles, bytes },
  }),
};

async function build(given: OutputRequest): Promise<OutputFacts> {
  const { made, factsOf, scratch, report, log } = given;
  const nexus = join(made(NEXUS_KIND), NEXUS.path);
  const output = join(scratch, 'made');
  const { placing, origin } = factsOf(NEXUS_KIND) as NexusFacts;
  const request: TilesBuild = { nexus, output, place: placing, origin };
  report({ percent: 0, phase: 'Making 3D Tiles' });
  const { answer, cost } = await runBuildProgram<BuiltTiles>(given, nexusToTiles, request, {
    memoryLimitBytes: MEMORY_BYTES,
    phaseAt: () => 'Making 3D Tiles',
    hidden: [[nexus, 'the Nexus']],
  });
  const { tiles, levels, triangles, bytes } = answer;
  await requireWritten(join(output, TILESET.path), 'The program');
  for (const name of [TILESET.path, CONTENTS]) await rename(join(output, name), join(scratch, name));
  await rmdir(output);
  log(`${tiles} tiles of ${levels} levels, ${Math.ceil(bytes / 1e6)} MB: ${cost}`);
  report({ percent: 100, phase: 'Done' });
  return { tiles, levels, triangles, bytes };
}
