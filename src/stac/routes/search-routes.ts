import { route, type Route } from '../../http/index.ts';
import { addressesOf } from '../addresses.ts';
import { sendDocument } from './answers.ts';
import { readCollectionId } from '../collection-id.ts';
import { presentPostedPage, presentSearchPage } from '../item-pages.ts';
import { readItemQuery } from '../item-query.ts';
import { ItemsBody, searchBody, searchQuery } from '../schemas.ts';
import { readNames } from '../search-parameters.ts';
import type { Stac } from '../service.ts';
import { GEOJSON_TYPE } from '../stac-document.ts';
import type { OriginOf } from './origin.ts';

const search = {
  path: '/stac/search',
  access: 'anonymous',
  scoped: true,
  plain: true,
  tag: 'STAC',
  response: { 200: ItemsBody },
} as const;

/** Search for items in all collections that the caller may read. */
export function searchRoutes(stac: Stac, originOf: OriginOf): Route[] {
  return [
    route({
      ...search,
      method: 'GET',
      summary: 'Search for items by box or geometry, time, ids and collections',
      query: searchQuery,
      handle: async (context) => {
        const { caller, query, request } = context;
        const addresses = addressesOf(originOf(request));
        const page = await stac.search(caller, collectionsOf(query.collections), readItemQuery(query), addresses);
        const { bbox, intersects, datetime, ids, collections, limit, token } = query;
        const given = { bbox, intersects, datetime, ids, collections, limit, token };
        return sendDocument(context, presentSearchPage(page, given, addresses), GEOJSON_TYPE);
      },
    }),
    route({
      ...search,
      method: 'POST',
      reads: true,
      summary: 'Search for items, as a body',
      body: searchBody,
      handle: async (context) => {
        const { caller, body, request } = context;
        const addresses = addressesOf(originOf(request));
        const page = await stac.search(caller, collectionsOf(body.collections), readItemQuery(body), addresses);
        return sendDocument(context, presentPostedPage(page, body, addresses), GEOJSON_TYPE);
      },
    }),
  ];
}

function collectionsOf(collections: string | readonly string[] | undefined) {
  return collections === undefined ? undefined : readNames('collections', collections).map(readCollectionId);
}
