import type { Engine } from '../../engine/index.ts';
import type { PhotoFacts } from './read/photo-facts.child.ts';
import { photoFacts } from './read/operations.ts';
import { plainPhotoFacts } from './read/plain-photo.ts';
import { describePhoto, isPhoto } from './recognize.ts';
import {
  type Candidate,
  type Signature,
  contentFault,
  type FileFacts,
  type FormatFamily,
  genericFacts,
  PICTURE_EXTENSIONS,
} from '../../inspection/index.ts';

const PICTURES: readonly (Signature | null)[] = ['jpeg', 'png', 'gif', 'webp', 'heif', 'tiff'];

/** Pictures by content. A name that promises a picture while the content does not is no picture. */
export const imageFamily: FormatFamily = {
  name: 'image',
  byContent: true,
  promisedBy: PICTURE_EXTENSIONS,
  recognizes: ({ signature }) => PICTURES.includes(signature),
  inspect: (candidate, engine, signal) => pictureFacts(candidate, engine, signal),
};

/**
 * What a picture and its metadata say. `warning` is what is already known to be wrong with the file, which does not count when
 * a camera made it; a file whose header cannot even be read as a picture becomes Generic.
 */
export async function pictureFacts(
  candidate: Candidate,
  engine: Engine,
  signal: AbortSignal,
  warning?: string,
): Promise<FileFacts> {
  let facts: PhotoFacts;
  try {
    const raw = candidate.extension === 'dng';
    facts =
      plainPhotoFacts(candidate.head) ?? (await engine.call(photoFacts, { path: candidate.path, raw }, { signal }));
  } catch (error) {
    const fault = contentFault(error);
    return genericFacts(warning ?? `This file cannot be read as a picture. ${fault}`);
  }
  return describePhoto(facts, isPhoto(facts) ? undefined : warning);
}
