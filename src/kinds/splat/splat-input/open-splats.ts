import { OperationRefusal, type ProgramVoice } from '../../../engine/for-children.ts';
import type { ModelPlace } from '../../mesh/place/model-place.ts';
import { megabytes } from '../memory.ts';
import { type ReadSplats, splatBytes, type ShDegree } from '../model/splat-model.ts';
import { placeOfSplats } from '../place/place-of-splats.ts';
import { readSplats } from '../read/read-splats.ts';
import type { SplatRequest } from './request.ts';

/** Splats in memory, and where they lie. */
export interface OpenedSplats extends ReadSplats {
  /** Null: nothing says where they lie, or nothing that fits. */
  readonly place: ModelPlace | null;
  /** Coordinates of the file times this are those of `place`; null: nothing says so, which counts as 1. */
  readonly scale: number | null;
  /** What their owner should know, in whole sentences. */
  readonly warnings: readonly string[];
}

/** Node.js itself, GDAL, and the pieces of a file that is read or written. */
const BASE_BYTES = 400e6;

/**
 * Reads splats; tells first what memory they take.
 *
 * @param workBytes memory that the work needs for one splat, beside the splats
 * @throws OperationRefusal for a file that cannot be read, or whose splats do not fit into memory
 */
export async function openSplats(
  { source, memoryBytes }: SplatRequest,
  workBytes: number,
  voice: ProgramVoice,
  progress: (share: number) => void,
): Promise<OpenedSplats> {
  const allow = (count: number, degree: ShDegree): void => {
    const needed = BASE_BYTES + count * (splatBytes(degree) + workBytes);
    const told = `${count} splats with harmonics of degree ${degree}`;
    if (needed > memoryBytes)
      throw new OperationRefusal(
        `It has ${told}, which take ${megabytes(needed)} of memory; a tool may take ${megabytes(memoryBytes)}. Cut it into parts.`,
      );
    voice.tell(`${told}: up to ${megabytes(needed)} of memory are needed.`);
  };
  const read = await readSplats(source, progress, { allow });
  const { place, scale, problems } = placeOfSplats({ ...source.place, bounds: read.bounds });
  const sentence = `${read.dropped} splats of the file cannot be drawn and are left out.`;
  return { ...read, place, scale, warnings: [...(read.dropped > 0 ? [sentence] : []), ...problems] };
}
