import { collectionId } from './collection-id.ts';
import { itemId } from './item-id.ts';

/** A dataset by its slugs. */
export interface DatasetName {
  readonly organizationSlug: string;
  readonly slug: string;
}

/** Absolute addresses of everything catalogs link to. */
export interface Addresses {
  readonly root: string;
  readonly conformance: string;
  readonly collections: string;
  readonly search: string;
  readonly apiDocument: string;
  readonly apiPage: string;
  collection(dataset: DatasetName): string;
  items(dataset: DatasetName): string;
  item(dataset: DatasetName, path: string): string;
  /** The collection and its items below the dataset's own address. */
  ownCollection(dataset: DatasetName): string;
  ownItem(dataset: DatasetName, path: string): string;
  /** @param service `wms`, `wfs`, `wmts`, `wcs` or `ogcapi` */
  service(dataset: DatasetName, service: string): string;
  download(dataset: DatasetName, path: string): string;
  thumbnail(dataset: DatasetName, path: string): string;
  /** @param path of the entry, where files beside it tell it from others of the same bytes */
  output(dataset: DatasetName, hash: string, file: string, path?: string): string;
}

/** Side of the pictures that items show, in pixels. */
const THUMBNAIL_SIDE = 512;

/** @param origin address users reach the service at */
export function addressesOf(origin: URL): Addresses {
  const base = origin.href.replace(/\/$/, '');
  const own = ({ organizationSlug, slug }: DatasetName): string => `${base}/orgs/${organizationSlug}/ds/${slug}`;
  const collection = ({ organizationSlug, slug }: DatasetName): string =>
    `${base}/stac/collections/${collectionId(organizationSlug, slug)}`;
  return {
    root: `${base}/stac`,
    conformance: `${base}/stac/conformance`,
    collections: `${base}/stac/collections`,
    search: `${base}/stac/search`,
    apiDocument: `${base}/swagger/v1/swagger.json`,
    apiPage: `${base}/scalar/v1`,
    collection,
    items: (dataset) => `${collection(dataset)}/items`,
    item: (dataset, path) => `${collection(dataset)}/items/${itemId(path)}`,
    ownCollection: (dataset) => `${own(dataset)}/stac`,
    ownItem: (dataset, path) => `${own(dataset)}/stac/${itemId(path)}`,
    service: (dataset, service) => `${own(dataset)}/${service}`,
    download: (dataset, path) => `${own(dataset)}/download?path=${encodeURIComponent(path)}`,
    thumbnail: (dataset, path) => `${own(dataset)}/thumb?path=${encodeURIComponent(path)}&size=${THUMBNAIL_SIDE}`,
    output: (dataset, hash, file, path) => withQuery(`${own(dataset)}/build/${hash}/${file}`, { path }),
  };
}

/** An address with query parameters; those without a value are left out. */
export function withQuery(address: string, query: Readonly<Record<string, string | number | undefined>>): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) given.set(name, String(value));
  return given.size === 0 ? address : `${address}?${given.toString()}`;
}
