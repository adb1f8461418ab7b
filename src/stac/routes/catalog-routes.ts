import Type from 'typebox';
import { route, type Route } from '../../http/index.ts';
import { addressesOf, withQuery } from '../addresses.ts';
import { sendDocument } from './answers.ts';
import { CONFORMANCE } from '../catalog.ts';
import { readCollectionToken, writeToken } from '../page-token.ts';
import { CatalogBody, CollectionsBody, ConformanceBody, tokenField } from '../schemas.ts';
import { readLimit } from '../search-parameters.ts';
import type { Stac } from '../service.ts';
import { JSON_TYPE } from '../stac-document.ts';
import type { OriginOf } from './origin.ts';

const DEFAULT_COLLECTIONS = 100;
const MAX_COLLECTIONS = 1000;

/** The root catalog and the list of collections: what everybody may ask, and each gets his own answer. */
export function catalogRoutes(stac: Stac, originOf: OriginOf): Route[] {
  return [
    route({
      method: 'GET',
      path: '/stac',
      access: 'anonymous',
      scoped: true,
      plain: true,
      tag: 'STAC',
      summary: 'Root catalog: the datasets that the caller may read',
      description: 'It links to the first 1000 itself, and to all of them by `/stac/collections`.',
      response: { 200: CatalogBody },
      handle: async (context) =>
        sendDocument(context, await stac.catalog(context.caller, addressesOf(originOf(context.request))), JSON_TYPE),
    }),
    route({
      method: 'GET',
      path: '/stac/conformance',
      access: 'anonymous',
      plain: true,
      tag: 'STAC',
      summary: 'Classes of the STAC API and OGC API standards that the service keeps to',
      response: { 200: ConformanceBody },
      handle: (context) => Promise.resolve(sendDocument(context, { conformsTo: CONFORMANCE }, JSON_TYPE)),
    }),
    route({
      method: 'GET',
      path: '/stac/collections',
      access: 'anonymous',
      scoped: true,
      plain: true,
      tag: 'STAC',
      summary: 'Datasets that the caller may read, as collections, by their slugs',
      query: Type.Object({
        limit: Type.Optional(
          Type.Integer({
            minimum: 1,
            description: `Most on a page; default: ${DEFAULT_COLLECTIONS}; more than ${MAX_COLLECTIONS} are taken for ${MAX_COLLECTIONS}`,
          }),
        ),
        token: tokenField,
      }),
      response: { 200: CollectionsBody },
      handle: async (context) => {
        const { query, caller, request } = context;
        const addresses = addressesOf(originOf(request));
        const after = query.token === undefined ? undefined : readCollectionToken(query.token);
        const limit = readLimit(query.limit, DEFAULT_COLLECTIONS, MAX_COLLECTIONS);
        const { collections, next } = await stac.collections(caller, { after, limit }, addresses);
        const address = (token: string | undefined): string =>
          withQuery(addresses.collections, { limit: query.limit, token });
        const links = [
          { rel: 'self', href: address(query.token), type: JSON_TYPE },
          ...(next ? [{ rel: 'next', href: address(writeToken(next)), type: JSON_TYPE }] : []),
          { rel: 'root', href: addresses.root, type: JSON_TYPE },
          { rel: 'parent', href: addresses.root, type: JSON_TYPE },
        ];
        return sendDocument(context, { collections, links, numberReturned: collections.length }, JSON_TYPE);
      },
    }),
  ];
}
