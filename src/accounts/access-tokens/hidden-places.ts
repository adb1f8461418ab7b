import type { Caller } from '../../access/index.ts';
import type { TokenPlaces } from './places.ts';
import type { AccessTokenRow } from './store.ts';

/**
 * Tokens as their user may see them: without the names of datasets that he may no longer read. A dataset that was moved or
 * renamed may have a name that is none of his business.
 */
export async function hidePlaces(
  tokens: readonly AccessTokenRow[],
  caller: Caller,
  dataset: TokenPlaces['dataset'],
): Promise<AccessTokenRow[]> {
  const readable = new Map<string, boolean>();
  for (const { datasetId, organizationSlug, datasetSlug } of tokens) {
    if (datasetId === null || organizationSlug === null || datasetSlug === null || readable.has(datasetId)) continue;
    const grant = await dataset(organizationSlug, datasetSlug, caller);
    readable.set(datasetId, grant?.id === datasetId && grant.permissions.canRead);
  }
  return tokens.map((token) =>
    token.datasetId === null || readable.get(token.datasetId)
      ? token
      : { ...token, organizationSlug: null, datasetSlug: null },
  );
}
