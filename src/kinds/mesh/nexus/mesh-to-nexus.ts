import { stat } from 'node:fs/promises';
import { OperationRefusal, type ProgramVoice, requireFreeSpace } from '../../../engine/for-children.ts';
import type { Vector3 } from '../../../geodata/place/box.ts';
import { boxOfModel, modelFacts, type ModelFacts } from '../model/model-facts.ts';
import { namedPictures } from '../model/named-pictures.ts';
import { readModel } from '../model/read-model.ts';
import type { TriangleModel } from '../model/triangle-model.ts';
import type { ModelSource } from '../model-source.ts';
import { placeOfModel } from '../place/place-of-model.ts';
import { openAhead } from '../textures/open-ahead.ts';
import type { OpenedBefore } from '../textures/open-pictures.ts';
import { buildNexus } from './build-nexus.ts';

export interface NexusRequest {
  readonly source: ModelSource;
  /** File to write. */
  readonly output: string;
  readonly scratch: string;
  /** Whether its geometry is compressed. */
  readonly isCompressed: boolean;
}

/** What catalogs tell of a Nexus, and programs that read it. */
export interface NexusFacts extends ModelFacts {
  /** Where the zero of its positions lies, in the coordinates of the model with z up. */
  readonly origin: Vector3;
  /** Its positions are multiples of it. */
  readonly positionStep: number;
  readonly levels: number;
  readonly nodes: number;
  /** Nodes that are always shown. */
  readonly roots: number;
}

export interface NexusAnswer {
  readonly facts: NexusFacts;
  readonly bytes: number;
}

/** Shares of the time at which reading ends, and building. */
const READ_SHARE = 0.35;
/** Bytes of all nodes by triangle of the model, twice: once in the order in which they are made, once in the file. */
const [COMPRESSED_BYTES, PLAIN_BYTES] = [32, 160] as const;
/** It takes longer to read than a thread takes to start: 0.3 s. */
const AHEAD_BYTES = 16 * 2 ** 20;

export async function meshToNexus(request: NexusRequest, voice: ProgramVoice): Promise<NexusAnswer> {
  const { source, output, scratch, isCompressed } = request;
  const { model, pictures } = await read(request, (share) => voice.progress(READ_SHARE * share));
  if (model.triangles.length === 0) throw new OperationRefusal('It has no triangle.');
  const box = boxOfModel(model);
  const place = placeOfModel({ ...source.place, bounds: box, up: 'z' });
  const count = model.triangles.length / 3;
  const needed = count * (isCompressed ? COMPRESSED_BYTES : PLAIN_BYTES);
  voice.tell(`${count} triangles: up to ${Math.ceil(needed / 1e6)} MB of the disk are needed, and more for pictures.`);
  await requireFreeSpace(scratch, needed);
  const built = await buildNexus(model, { output, scratch, isCompressed, pictures }, (share) =>
    voice.progress(READ_SHARE + (1 - READ_SHARE) * share),
  );
  const { levels, nodes, roots, step, bytes, problems } = built;
  for (const line of [...model.warnings, ...problems]) voice.tell(line);
  const facts = modelFacts(model, box, source.up, place, problems);
  return { facts: { ...facts, origin: model.origin, positionStep: step, levels, nodes, roots }, bytes };
}

/** The model, and the pictures that were opened meanwhile. */
interface Read {
  readonly model: TriangleModel;
  readonly pictures?: OpenedBefore | undefined;
}

async function read({ source: { model }, scratch }: NexusRequest, progress: (share: number) => void): Promise<Read> {
  const named = namedPictures(model);
  if (named.length === 0 || (await stat(model.path)).size < AHEAD_BYTES)
    return { model: await readModel(model, progress) };
  const ahead = await openAhead(named, scratch);
  try {
    return { model: await readModel(model, progress), pictures: await ahead.opened() };
  } finally {
    await ahead.close();
  }
}
