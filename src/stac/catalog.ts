import type { Addresses } from './addresses.ts';
import { titleOf } from './collection.ts';
import { GEOJSON_TYPE, JSON_TYPE, STAC_VERSION, type Link } from './stac-document.ts';
import type { StacDataset } from './store/stac-datasets.ts';

/** Classes of the standards that the service keeps to. */
export const CONFORMANCE: readonly string[] = [
  'https://api.stacspec.org/v1.0.0/core',
  'https://api.stacspec.org/v1.0.0/collections',
  'https://api.stacspec.org/v1.0.0/ogcapi-features',
  'https://api.stacspec.org/v1.0.0/item-search',
  'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/core',
  'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/geojson',
];

/** The root catalog. @param datasets those it links to itself; all are behind the link `data` */
export function presentCatalog(datasets: readonly StacDataset[], addresses: Addresses): object {
  const { root, conformance, collections, search, apiDocument, apiPage } = addresses;
  const title = 'Search for items';
  const links: Link[] = [
    { rel: 'self', href: root, type: JSON_TYPE },
    { rel: 'root', href: root, type: JSON_TYPE },
    { rel: 'conformance', href: conformance, type: JSON_TYPE },
    { rel: 'data', href: collections, type: JSON_TYPE, title: 'All collections' },
    { rel: 'search', href: search, type: GEOJSON_TYPE, method: 'GET', title },
    { rel: 'search', href: search, type: GEOJSON_TYPE, method: 'POST', title },
    { rel: 'service-desc', href: apiDocument, type: JSON_TYPE, title: 'OpenAPI document' },
    { rel: 'service-doc', href: apiPage, type: 'text/html', title: 'Explorer of the interface' },
    ...datasets.map((dataset): Link => {
      return { rel: 'child', href: addresses.collection(dataset), type: JSON_TYPE, title: titleOf(dataset) };
    }),
  ];
  return {
    type: 'Catalog',
    stac_version: STAC_VERSION,
    id: 'alidade',
    title: 'Alidade',
    description: 'Datasets of this service that you may read, as collections of their files with a place on Earth.',
    conformsTo: CONFORMANCE,
    links,
  };
}
