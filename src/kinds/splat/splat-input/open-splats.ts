import { OperationRefusal, type ProgramVoice } from '../../../engine/for-children.ts';
import type { ModelPlace } from '../../mesh/place/model-place.ts';
import { megabytes } from '../memory.ts';
import { type ReadSplats, splatBytes } from '../model/splat-model.ts';
import { placeOfSplats } from '../place/place-of-splats.ts';
import { readSplats } from '../read/read-splats.ts';
import type { SplatDemand } from '../read/splat-reader.ts';
import type { SplatRequest } from './request.ts';

/** Splats in memory, and their place. */
interface OpenedSplats extends ReadSplats {
  /** Place of the splats; null if it is unknown. */
  readonly place: ModelPlace | null;
  /** Factor from coordinates of the file to those of `place`; null if unknown, which counts as 1. */
  readonly scale: number | null;
  /** Warnings for the user, as whole sentences. */
  readonly warnings: readonly string[];
}

/** Bytes of Node.js itself, of GDAL, and of the pieces of files. */
const BASE_BYTES = 400e6;

/**
 * Reads splats. It logs the memory that they need beforehand.
 *
 * @param workBytes memory per splat that the tool needs, in addition to the splats
 * @throws OperationRefusal for a file that cannot be read, or whose splats exceed the memory limit
 */
export async function openSplats(
  { source, memoryBytes }: SplatRequest,
  workBytes: number,
  voice: ProgramVoice,
  progress: (share: number) => void,
): Promise<OpenedSplats> {
  const allow = ({ count, shDegree, readingBytes }: SplatDemand): void => {
    const needed = BASE_BYTES + count * splatBytes(shDegree) + Math.max(readingBytes, count * workBytes);
    const told = `${count} splats with harmonics of degree ${shDegree}`;
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
