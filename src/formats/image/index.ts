import type { Engine } from '../../engine/index.ts';
import type { Candidate, Signature } from '../candidate.ts';
import { contentFault } from '../content-fault.ts';
import { EntryType } from '../entry-type.ts';
import { type FileFacts, type FormatFamily, genericFacts, unplacedFacts } from '../file-facts.ts';

const PICTURES: readonly (Signature | null)[] = ['jpeg', 'png', 'gif', 'webp', 'tiff'];

/** Pictures by content. A name that promises a picture while the content does not is no picture. */
export const imageFamily: FormatFamily = {
  name: 'image',
  recognizes: ({ signature }) => PICTURES.includes(signature),
  inspect: pictureFacts,
};

/**
 * The size of a picture. `warning` is what is already known to be wrong with the file; a file whose header cannot even be
 * read as a picture becomes Generic.
 */
export async function pictureFacts(
  candidate: Candidate,
  engine: Engine,
  signal: AbortSignal,
  warning?: string,
): Promise<FileFacts> {
  try {
    const { width, height } = await engine.call('image-facts', { path: candidate.path }, { signal });
    return unplacedFacts(EntryType.Image, { width, height }, warning);
  } catch (error) {
    const fault = contentFault(error);
    return genericFacts(warning ?? `This file cannot be read as a picture. ${fault}`);
  }
}
