import { copyFile, link } from 'node:fs/promises';
import { join } from 'node:path';
import { type Box3, isFarFromZero } from '../../../geodata/place/box.ts';
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
import { EPT_NAME, isEptTile } from '../ept/artifacts.ts';
import { findEptTiles } from '../ept/ept-tiles.ts';
import { COPC, COPC_FOLDER } from './artifacts.ts';
import type { CopcAnswer, CopcRequest } from './build-copc.ts';

export const pointCloudToCopc = ownProgram('pointcloud-to-copc', import.meta.resolve('./program.ts'));

/** Three threads of 350 MB, and what is written and read. */
const MEMORY_BYTES = 1.5 * 2 ** 30;

/** A cloud whose points are arranged as an octree, so that viewers read what they show. */
export const copcOutput: BuildOutput = {
  kind: 'copc',
  made: 'by-build',
  buildClass: 'pointcloud',
  folder: COPC_FOLDER,
  title: COPC.title,
  artifacts: [COPC],
  appliesTo: (type) => type === EntryType.PointCloud,
  leavesOut: isEptTile,
  build: withToldFailures('It cannot be built.', build),
  properties: ({ min, max, place: _place, ...facts }) => ({
    ...facts,
    ...(min === undefined ? {} : { bounds: { min, max } }),
  }),
  needsSystem: ({ projection, min, max }) =>
    projection === null && min !== undefined && isFarFromZero({ min, max } as Box3),
};

const phaseAt = (percent: number): string => (percent < 50 ? 'Reading points' : 'Arranging points');

async function build(output: OutputRequest): Promise<OutputFacts> {
  const { source, scratch, report, log } = output;
  const target = join(scratch, COPC.path);
  const request: CopcRequest = {
    path: source,
    output: target,
    scratch,
    projection: (await output.metadata('projection')) ?? null,
    tiles: await tilesOf(output),
  };
  report({ percent: 0, phase: 'Reading points' });
  const { answer, cost } = await runBuildProgram<CopcAnswer>(output, pointCloudToCopc, request, {
    memoryLimitBytes: MEMORY_BYTES,
    phaseAt,
    hidden: [[source, 'the file']],
  });
  const { isSound, facts, nodes } = answer;
  if (isSound) await takeAsItIs(source, target, log);
  await requireWritten(target, 'The program');
  log(`${facts.pointCount} points in ${nodes} nodes: ${cost}`);
  report({ percent: 100, phase: 'Done' });
  return { ...facts };
}

/** Files of the tiles of an Entwine point tile; null for every other file. */
async function tilesOf({ name, source, neighbours, engine, signal }: OutputRequest): Promise<readonly string[] | null> {
  return name === EPT_NAME ? (await findEptTiles(source, neighbours, engine, signal)).paths : null;
}

/** The file itself becomes the output, under a second name: no byte is stored twice. */
async function takeAsItIs(source: string, target: string, log: (line: string) => void): Promise<void> {
  log('It is a sound COPC, and is served as it is.');
  try {
    await link(source, target);
  } catch (error) {
    // Builds lie on another file system than files, or on one without second names.
    if (!['EXDEV', 'EPERM', 'ENOTSUP', 'EMLINK'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    log('It is copied: builds lie on another file system than files.');
    await copyFile(source, target);
  }
}
