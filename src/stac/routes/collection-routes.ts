import Type from 'typebox';
import type { DatasetGrant, Shown } from '../../access/index.ts';
import { datasetParams, route, type Route, type RouteContext } from '../../http/index.ts';
import { addressesOf, type DatasetName } from '../addresses.ts';
import { sendDocument } from './answers.ts';
import { readCollectionId } from '../collection-id.ts';
import { readItemId } from '../item-id.ts';
import { presentItemsPage } from '../item-pages.ts';
import { readItemQuery } from '../item-query.ts';
import { CollectionBody, collectionParams, ItemBody, itemParams, ItemsBody, itemsQuery } from '../schemas.ts';
import type { Stac } from '../service.ts';
import { GEOJSON_TYPE, JSON_TYPE } from '../stac-document.ts';
import type { OriginOf } from './origin.ts';

/** Collections and their items, below `/stac/collections/` and below the datasets' own addresses. */
export function collectionRoutes(stac: Stac, originOf: OriginOf): Route[] {
  const declared = [collectionRoute, itemsRoute, itemRoute].map((declare) => declare(stac, originOf));
  return [...declared, ...declared.map(byTwoSlugs), ...ownRoutes(stac, originOf)];
}

const ofCollection = {
  method: 'GET',
  access: 'dataset:read',
  browsedAnonymously: true,
  plain: true,
  tag: 'STAC',
} as const;

const names = ({ collectionId }: { readonly collectionId: string }) => readCollectionId(collectionId);

function collectionRoute(stac: Stac, originOf: OriginOf): Route {
  return route({
    ...ofCollection,
    path: '/stac/collections/:collectionId',
    names,
    summary: 'Dataset as a collection',
    params: collectionParams,
    response: { 200: CollectionBody },
    handle: (context) => sendCollection(stac, originOf, context, 'api'),
  });
}

function itemsRoute(stac: Stac, originOf: OriginOf): Route {
  return route({
    ...ofCollection,
    path: '/stac/collections/:collectionId/items',
    names,
    summary: 'Entries of the dataset that have a place, by their paths',
    params: collectionParams,
    query: itemsQuery,
    response: { 200: ItemsBody },
    handle: async (context) => {
      const { query, dataset, request } = context;
      const addresses = addressesOf(originOf(request));
      const page = await stac.items(dataset(), readItemQuery(query), addresses);
      const { bbox, datetime, limit, token } = query;
      const given = { bbox, datetime, limit, token };
      return sendDocument(context, presentItemsPage(page, nameOf(dataset()), given, addresses), GEOJSON_TYPE);
    },
  });
}

function itemRoute(stac: Stac, originOf: OriginOf): Route {
  return route({
    ...ofCollection,
    path: '/stac/collections/:collectionId/items/:itemId',
    names,
    shows: ({ params }) => showsItem(params.itemId),
    summary: 'One item',
    params: Type.Object({ ...collectionParams.properties, ...itemParams }),
    response: { 200: ItemBody },
    handle: (context) => sendItem(stac, originOf, context),
  });
}

/** The same by `organization/dataset`, as other services of this kind write ids. */
function byTwoSlugs({ names: _, params, ...declaration }: Route): Route {
  const hasItem = 'itemId' in (params as typeof collectionParams).properties;
  return {
    ...declaration,
    path: declaration.path.replace(':collectionId', ':orgSlug/:dsSlug'),
    params: Type.Object({ ...datasetParams.properties, ...(hasItem ? itemParams : {}) }),
    alias: true,
  };
}

function ownRoutes(stac: Stac, originOf: OriginOf): Route[] {
  return [
    route({
      ...ofCollection,
      path: '/orgs/:orgSlug/ds/:dsSlug/stac',
      summary: 'Dataset as a STAC collection, with links to its first 1000 items',
      description: 'Its first 100 files without a place are its assets. All items are behind the link `items`.',
      params: datasetParams,
      response: { 200: CollectionBody },
      handle: (context) => sendCollection(stac, originOf, context, 'own'),
    }),
    route({
      ...ofCollection,
      path: '/orgs/:orgSlug/ds/:dsSlug/stac/:itemId',
      shows: ({ params }) => showsItem(params.itemId),
      summary: 'Entry as a STAC item, by its path in base64',
      params: Type.Object({ ...datasetParams.properties, ...itemParams }),
      response: { 200: ItemBody },
      handle: (context) => sendItem(stac, originOf, context),
    }),
  ];
}

type Context<Params> = RouteContext<Params, unknown, unknown>;

async function sendCollection(
  stac: Stac,
  originOf: OriginOf,
  context: Context<unknown>,
  form: 'api' | 'own',
): Promise<unknown> {
  const addresses = addressesOf(originOf(context.request));
  return sendDocument(context, await stac.collection(context.dataset(), form, addresses), JSON_TYPE);
}

async function sendItem(
  stac: Stac,
  originOf: OriginOf,
  context: Context<{ readonly itemId: string }>,
): Promise<unknown> {
  const dataset = { id: context.dataset().id, ...nameOf(context.dataset()) };
  const path = readItemId(context.params.itemId);
  return sendDocument(context, await stac.item(dataset, path, addressesOf(originOf(context.request))), GEOJSON_TYPE);
}

function nameOf({ organization, slug }: DatasetGrant): DatasetName {
  return { organizationSlug: organization.slug, slug };
}

/** What is no id names no path, which no token reaches. */
function showsItem(id: string): Shown {
  const path = readItemId(id);
  return { paths: path === undefined ? [] : [path] };
}
