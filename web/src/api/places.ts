import type { Answer } from '../../../api/routes.ts';
import { inDataset, pathOfLink, type DatasetRef } from './addresses.ts';
import { withoutTypes, type FilePart } from './file-part.ts';
import { callWithNext } from './http.ts';

/** Places of photos or videos, as columns. */
export type Places = Answer<'GET /orgs/{orgSlug}/ds/{dsSlug}/places'>;

/** The service sends 10,000 places at a time. More than 50,000 a map cannot draw quickly. */
const MOST_PAGES = 5;

/** Places of the files of a type in a part of the dataset, in the order of their paths, page by page. */
export async function placesOf(
  ref: DatasetRef,
  type: number,
  part: FilePart,
  signal: AbortSignal,
): Promise<readonly Places[]> {
  const pages: Places[] = [];
  let after: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { value, next } = await callWithNext('GET /orgs/{orgSlug}/ds/{dsSlug}/places', {
      path: inDataset(ref),
      query: { type, after, path: pathOfLink() || undefined, ...withoutTypes(part) },
      byLink: true,
      signal,
    });
    pages.push(value);
    if (next === null) break;
    after = next;
  }
  return pages;
}
