import { join } from 'node:path';
import {
  type BuildOutput,
  type OutputFacts,
  type OutputRequest,
  requireWritten,
  runBuildProgram,
  withToldFailures,
} from '../../../builds/index.ts';
import { EngineError, ownProgram } from '../../../engine/index.ts';
import { examine, EntryType } from '../../../inspection/index.ts';
import { localOriginOf } from '../../mesh/place/model-place.ts';
import { findPlaceSources } from '../../mesh/place/place-sources.ts';
import { MEMORY_BYTES } from '../memory.ts';
import { splatFormatOf } from '../recognize.ts';
import { BOUNDS, GEOREF, GSPLAT_KIND, RAD } from './artifacts.ts';
import type { RadAnswer, RadRequest } from './splats-to-rad.ts';

export const splatsToRad = ownProgram('splats-to-rad', import.meta.resolve('./program.ts'));

/** Splats with levels of detail, of which viewers read what they show. */
export const radOutput: BuildOutput = {
  kind: GSPLAT_KIND,
  made: 'by-build',
  buildClass: 'mesh',
  folder: GSPLAT_KIND,
  title: RAD.title,
  artifacts: [RAD, BOUNDS, GEOREF],
  appliesTo: (type) => type === EntryType.GaussianSplat,
  build: withToldFailures('It cannot be built.', build),
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

/** Progress of the program at which reading ends, in percent. */
const READ = 10;
const phaseAt = (percent: number): string => (percent < READ ? 'Reading splats' : 'Building levels of detail');

async function build(output: OutputRequest): Promise<OutputFacts> {
  const { source: path, name, size, neighbours, scratch, report, log } = output;
  report({ percent: 0, phase: phaseAt(0) });
  const format = splatFormatOf(await examine({ path, name, size, neighbours }));
  if (format === null) throw new EngineError('refused', 'It is none of the formats of Gaussian splats.');
  const place = await findPlaceSources(name, neighbours, await output.metadata('projection'));
  const request: RadRequest = { source: { path, format }, name, place, scratch, memoryBytes: MEMORY_BYTES };
  const { answer, cost } = await runBuildProgram<RadAnswer>(output, splatsToRad, request, {
    memoryLimitBytes: MEMORY_BYTES,
    phaseAt,
    hidden: [[path, 'the file']],
  });
  const { facts, bytes } = answer;
  await requireWritten(join(scratch, RAD.path), 'The program');
  const { splats, treeSplats, levels } = facts;
  log(`${splats} splats, ${treeSplats} in ${levels} levels, ${Math.ceil(bytes / 1e6)} MB: ${cost}`);
  report({ percent: 100, phase: 'Done' });
  return { ...facts };
}
