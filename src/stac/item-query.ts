import type { SearchPosition } from '../datasets/index.ts';
import { readItemToken } from './page-token.ts';
import { readFilter, readLimit, type ItemFilter, type SearchInput } from './search-parameters.ts';

/** What is asked for a page of items. */
export interface ItemQuery {
  readonly filter: ItemFilter;
  readonly after: SearchPosition | undefined;
  readonly limit: number;
}

/** @throws `invalid-input` with the reason */
export function readItemQuery(
  input: SearchInput & { readonly limit?: number | undefined; readonly token?: string | undefined },
): ItemQuery {
  return {
    filter: readFilter(input),
    after: input.token === undefined ? undefined : readItemToken(input.token),
    limit: readLimit(input.limit),
  };
}
