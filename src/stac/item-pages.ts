import type { SearchPosition } from '../datasets/index.ts';
import { withQuery, type Addresses, type DatasetName } from './addresses.ts';
import { presentItems, type ItemCollection } from './item-collection.ts';
import { writeToken } from './page-token.ts';
import type { FoundPage } from './service.ts';
import { GEOJSON_TYPE, JSON_TYPE, type Link } from './stac-document.ts';

type Query = Readonly<Record<string, string | number | undefined>>;

/** A page of one collection. @param query as the caller sent it */
export function presentItemsPage(
  page: FoundPage,
  dataset: DatasetName,
  query: Query,
  addresses: Addresses,
): ItemCollection {
  const address = addresses.items(dataset);
  const links = [
    ...pageLinks(page, address, query),
    { rel: 'root', href: addresses.root, type: JSON_TYPE },
    { rel: 'parent', href: addresses.collection(dataset), type: JSON_TYPE },
    { rel: 'collection', href: addresses.collection(dataset), type: JSON_TYPE },
  ];
  return presentItems(page.items, links, page.matched);
}

/** A page of a search by GET. */
export function presentSearchPage(page: FoundPage, query: Query, addresses: Addresses): ItemCollection {
  const links = [...pageLinks(page, addresses.search, query), { rel: 'root', href: addresses.root, type: JSON_TYPE }];
  return presentItems(page.items, links, page.matched);
}

/** A page of a search by POST: the next one is asked for by the same body with the token. */
export function presentPostedPage(page: FoundPage, body: object, addresses: Addresses): ItemCollection {
  const { search: href, root } = addresses;
  const links: Link[] = [
    { rel: 'self', href, type: GEOJSON_TYPE, method: 'POST', body },
    ...nextOf(page.next, (token) => ({ href, method: 'POST', body: { ...body, token } })),
    { rel: 'root', href: root, type: JSON_TYPE },
  ];
  return presentItems(page.items, links, page.matched);
}

function pageLinks({ next }: FoundPage, address: string, query: Query): Link[] {
  return [
    { rel: 'self', href: withQuery(address, query), type: GEOJSON_TYPE },
    ...nextOf(next, (token) => ({ href: withQuery(address, { ...query, token }), method: 'GET' })),
  ];
}

function nextOf(
  next: SearchPosition | undefined,
  request: (token: string) => Pick<Link, 'href' | 'method' | 'body'>,
): Link[] {
  if (next === undefined) return [];
  return [{ rel: 'next', type: GEOJSON_TYPE, ...request(writeToken([next.datasetId, next.path])) }];
}
