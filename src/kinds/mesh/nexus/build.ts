import { join } from 'node:path';
import { ownProgram } from '../../../engine/index.ts';
import { EntryType } from '../../../inspection/index.ts';
import {
  type BuildOutput,
  type OutputFacts,
  type OutputRequest,
  requireWritten,
  runBuildProgram,
  withToldFailures,
} from '../../../builds/index.ts';
import { localOriginOf } from '../place/model-place.ts';
import { findModelSource } from '../model-source.ts';
import { NEXUS, NEXUS_FOLDER, NEXUS_KIND } from './artifacts.ts';
import type { NexusAnswer, NexusRequest } from './mesh-to-nexus.ts';

export const meshToNexus = ownProgram('mesh-to-nexus', import.meta.resolve('./program.ts'));

/** Four threads and a model of 10 million triangles. */
const MEMORY_BYTES = 2 * 2 ** 30;

/** A model whose parts are there at several levels of detail, so that viewers read what they show. */
export const nxsOutput: BuildOutput = {
  kind: NEXUS_KIND,
  made: 'by-build',
  buildClass: 'mesh',
  folder: NEXUS_FOLDER,
  title: NEXUS.title,
  artifacts: [NEXUS],
  appliesTo: (type) => type === EntryType.Model,
  build: withToldFailures('It cannot be built.', build),
  properties: ({
    min,
    max,
    place,
    placing,
    needsSystem: _needsSystem,
    levels,
    nodes,
    roots,
    origin,
    positionStep,
    ...facts
  }) =>
    min === undefined
      ? {}
      : {
          ...facts,
          bounds: { min, max },
          georeferenced: place !== null,
          ...localOriginOf(placing),
          nexus: { levels, nodes, roots, origin, positionStep },
        },
  needsSystem: ({ needsSystem }) => needsSystem === true,
};

const phaseAt = (percent: number): string => (percent < 35 ? 'Reading the model' : 'Building levels of detail');

async function build(output: OutputRequest): Promise<OutputFacts> {
  const { scratch, report, log } = output;
  const target = join(scratch, NEXUS.path);
  report({ percent: 0, phase: 'Reading the model' });
  const found = await findModelSource(output);
  const isCompressed = output.settings?.compressModels ?? true;
  const request: NexusRequest = { source: found, output: target, scratch, isCompressed };
  const { answer, cost } = await runBuildProgram<NexusAnswer>(output, meshToNexus, request, {
    memoryLimitBytes: MEMORY_BYTES,
    phaseAt,
    hidden: [found.model.path, ...Object.values(found.model.files)].map((path) => [path, 'the file']),
  });
  const { facts, bytes } = answer;
  await requireWritten(target, 'The program');
  const { triangles, nodes, levels } = facts;
  log(`${triangles} triangles in ${nodes} nodes of ${levels} levels, ${Math.ceil(bytes / 1e6)} MB: ${cost}`);
  report({ percent: 100, phase: 'Done' });
  return { ...facts };
}
