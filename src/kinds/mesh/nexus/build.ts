import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ownProgram } from '../../../engine/index.ts';
import { EntryType } from '../../../inspection/index.ts';
import {
  type BuildOutput,
  type OutputFacts,
  type OutputRequest,
  refusal,
  requireWritten,
  runCost,
  toWriteFailure,
} from '../../../builds/index.ts';
import type { ModelPlace } from '../place/model-place.ts';
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
  async build(request) {
    try {
      return await build(request);
    } catch (error) {
      throw refusal(error, 'It cannot be built.') ?? (await toWriteFailure(error, request.scratch));
    }
  },
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

/** Longitude, latitude and height of the zero of a model in metres around it. */
function localOriginOf(placing: unknown): { readonly localOrigin?: ModelPlace['origin'] } {
  const place = placing as ModelPlace | null | undefined;
  return place?.projection === null ? { localOrigin: place.origin } : {};
}

async function build(output: OutputRequest): Promise<OutputFacts> {
  const { scratch, engine, signal, report, log } = output;
  const files = { request: join(scratch, 'request.json'), answer: join(scratch, 'answer.json') };
  const target = join(scratch, NEXUS.path);
  report({ percent: 0, phase: 'Reading the model' });
  const found = await findModelSource(output);
  const isCompressed = output.settings?.compressModels ?? true;
  const request: NexusRequest = { source: found, output: target, scratch, isCompressed };
  await writeFile(files.request, JSON.stringify(request), { flag: 'wx', signal });
  const hidden = [found.model.path, ...Object.values(found.model.files)];
  const run = await engine.run(meshToNexus, [files.request, files.answer], {
    signal,
    temporaryFolder: scratch,
    memoryLimitBytes: MEMORY_BYTES,
    onProgress: (percent) =>
      report({ percent, phase: percent < 35 ? 'Reading the model' : 'Building levels of detail' }),
    onLine: (line) => isBar(line) || log(withoutPaths(line, hidden, scratch)),
  });
  const { facts, bytes } = JSON.parse(await readFile(files.answer, 'utf8')) as NexusAnswer;
  for (const file of Object.values(files)) await rm(file);
  await requireWritten(target, 'The program');
  const { triangles, nodes, levels } = facts;
  log(`${triangles} triangles in ${nodes} nodes of ${levels} levels, ${Math.ceil(bytes / 1e6)} MB: ${runCost(run)}`);
  report({ percent: 100, phase: 'Done' });
  return { ...facts };
}

/** The bar of progress, which is shown otherwise. */
const isBar = (line: string): boolean => line.startsWith('0...');

const withoutPaths = (line: string, files: readonly string[], scratch: string): string =>
  files.reduce((text, path) => text.replaceAll(path, 'the file'), line).replaceAll(scratch, 'the build folder');
