import type { FeaturePage, Features } from '../../kinds/vector/index.ts';
import { etagOfParts } from '../answers.ts';
import { queryOf, type OgcCall } from '../service.ts';
import type { FeatureRequest, TypeQuery } from './feature-request.ts';

/** What an answer shows: pages of one type or more, and how many match on all pages. */
export interface FoundFeatures {
  readonly parts: readonly { readonly type: TypeQuery; readonly page: FeaturePage }[];
  readonly matched: number;
  readonly returned: number;
}

/** Finds the features of a request, the types one after the other as if they were one. */
export async function findFeatures(
  { queries, offset, limit }: FeatureRequest,
  features: Features,
  signal: AbortSignal,
): Promise<FoundFeatures> {
  const parts: { type: TypeQuery; page: FeaturePage }[] = [];
  let [matched, returned] = [0, 0];
  for (const type of queries) {
    const page = await features.find(
      type.layer.file,
      { ...type.query, offset: Math.max(0, offset - matched), limit: limit - returned },
      signal,
    );
    parts.push({ type, page });
    matched += page.matched;
    returned += page.ids.length;
  }
  return { parts, matched, returned };
}

/**
 * The validator of an answer: the words of the question, the versions of the files, and the names that types and features have,
 * which other files have a say in.
 */
export function etagOfFeatures({ request, view, address }: OgcCall, { parts }: FoundFeatures): string {
  const shown = parts.map(({ type, page }) => [type.layer.safeName, page.file.version]);
  return etagOfParts([queryOf(request), address.href, view.below, shown]);
}
