import { readFile, rm, writeFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
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
import { EngineError, ownProgram } from '../../../engine/index.ts';
import { examine, EntryType } from '../../../inspection/index.ts';
import type { ModelPlace } from '../../mesh/place/model-place.ts';
import { findPlaceSources } from '../../mesh/place/place-sources.ts';
import { splatFormatOf } from '../recognize.ts';
import { BOUNDS, GEOREF, GSPLAT_KIND, RAD } from './artifacts.ts';
import type { RadAnswer, RadRequest } from './splats-to-rad.ts';

export const splatsToRad = ownProgram('splats-to-rad', import.meta.resolve('./program.ts'));

/** Memory of the program: 5 million splats with harmonics of degree 3 take 4 GB; larger scenes half of what the machine has. */
const MEMORY_BYTES = Math.max(4 * 2 ** 30, totalmem() / 2);

/** Splats with levels of detail, so that viewers read what they show. */
export const radOutput: BuildOutput = {
  kind: GSPLAT_KIND,
  made: 'by-build',
  buildClass: 'mesh',
  folder: GSPLAT_KIND,
  title: RAD.title,
  artifacts: [RAD, BOUNDS, GEOREF],
  appliesTo: (type) => type === EntryType.GaussianSplat,
  async build(request) {
    try {
      return await build(request);
    } catch (error) {
      throw refusal(error, 'It cannot be built.') ?? (await toWriteFailure(error, request.scratch));
    }
  },
  properties: ({ min, max, place, placing, scale, needsSystem: _needsSystem, treeSplats, levels, splats, ...facts }) =>
    min === undefined
      ? {}
      : {
          ...facts,
          splatCount: splats,
          bounds: { min, max },
          georeferenced: place !== null,
          // Builds that an earlier version made do not say.
          ...(typeof scale === 'number' ? { scale } : {}),
          ...localOriginOf(placing),
          gsplat: { splats: treeSplats, levels },
        },
  needsSystem: ({ needsSystem }) => needsSystem === true,
};

/** Longitude, latitude and height of the zero of splats in metres around it. */
function localOriginOf(placing: unknown): { readonly localOrigin?: ModelPlace['origin'] } {
  const place = placing as ModelPlace | null | undefined;
  return place?.projection === null ? { localOrigin: place.origin } : {};
}

/** Progress of the program at which the splats are read, in percent. */
const READ = 10;
const phaseAt = (percent: number): string => (percent < READ ? 'Reading splats' : 'Building levels of detail');

async function build(output: OutputRequest): Promise<OutputFacts> {
  const { source: path, name, size, neighbours, scratch, engine, signal, report, log } = output;
  report({ percent: 0, phase: phaseAt(0) });
  const format = splatFormatOf(await examine({ path, name, size, neighbours }));
  if (format === null) throw new EngineError('refused', 'It is none of the formats of Gaussian splats.');
  const place = await findPlaceSources(name, neighbours, await output.metadata('projection'));
  const files = { request: join(scratch, 'request.json'), answer: join(scratch, 'answer.json') };
  const request: RadRequest = { source: { path, format }, name, place, scratch, memoryBytes: MEMORY_BYTES };
  await writeFile(files.request, JSON.stringify(request), { flag: 'wx', signal });
  const run = await engine.run(splatsToRad, [files.request, files.answer], {
    signal,
    temporaryFolder: scratch,
    memoryLimitBytes: MEMORY_BYTES,
    onProgress: (percent) => report({ percent, phase: phaseAt(percent) }),
    onLine: (line) => isBar(line) || log(line.replaceAll(path, 'the file').replaceAll(scratch, 'the build folder')),
  });
  await requireWritten(files.answer, 'The program');
  const { facts, bytes } = JSON.parse(await readFile(files.answer, 'utf8')) as RadAnswer;
  for (const file of Object.values(files)) await rm(file);
  await requireWritten(join(scratch, RAD.path), 'The program');
  const { splats, treeSplats, levels } = facts;
  log(`${splats} splats, ${treeSplats} in ${levels} levels, ${Math.ceil(bytes / 1e6)} MB: ${runCost(run)}`);
  report({ percent: 100, phase: 'Done' });
  return { ...facts };
}

/** The bar of progress, which is shown otherwise. */
const isBar = (line: string): boolean => line.startsWith('0...');
