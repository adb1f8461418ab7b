import type { Addresses } from './addresses.ts';
import { fileAsset, fileSchemas } from './assets.ts';
import { collectionId } from './collection-id.ts';
import { licenseOf } from './licenses.ts';
import { writeMoment } from './moment.ts';
import { GEOJSON_TYPE, JSON_TYPE, STAC_VERSION, type Asset, type Link } from './stac-document.ts';
import type { Extent } from './store/extents.ts';
import type { StacDataset } from './store/stac-datasets.ts';
import type { LooseFile } from './store/files.ts';

export interface Collection {
  readonly type: 'Collection';
  readonly stac_version: string;
  readonly stac_extensions?: readonly string[];
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly license: string;
  readonly created: string;
  readonly updated: string;
  readonly extent: object;
  readonly links: readonly Link[];
  readonly assets?: Readonly<Record<string, Asset>>;
}

/** What is told of a dataset beside its row. */
export interface CollectionFacts {
  readonly extent: Extent | undefined;
  /** Text of its README.md. */
  readonly readme: string | undefined;
}

/** A dataset as a STAC collection. */
export function presentCollection(
  dataset: StacDataset,
  { extent, readme }: CollectionFacts,
  addresses: Addresses,
): Collection {
  const id = collectionId(dataset.organizationSlug, dataset.slug);
  const title = titleOf(dataset);
  return {
    type: 'Collection',
    stac_version: STAC_VERSION,
    id,
    title,
    description: readme ?? (textOf(dataset.metadata['tagline']) || title),
    license: licenseOf(dataset.metadata['license']),
    created: writeMoment(dataset.createdAt.getTime()),
    updated: writeMoment(dataset.changedAt.getTime()),
    extent: presentExtent(extent),
    links: [
      { rel: 'self', href: addresses.collection(dataset), type: JSON_TYPE },
      ...commonLinks(addresses),
      { rel: 'items', href: addresses.items(dataset), type: GEOJSON_TYPE, title: 'Items' },
      ...serviceLinks(dataset, addresses),
    ],
  };
}

/**
 * The collection as the dataset's own address shows it: with links to items and the files that are none.
 *
 * @param paths of entries with a place, @param files those without one
 */
export function presentOwnCollection(
  dataset: StacDataset,
  facts: CollectionFacts,
  { paths, files }: { readonly paths: readonly string[]; readonly files: readonly LooseFile[] },
  addresses: Addresses,
): Collection {
  const collection = presentCollection(dataset, facts, addresses);
  const [, ...links] = collection.links;
  const items = paths.map((path): Link => {
    return { rel: 'item', href: addresses.ownItem(dataset, path), type: GEOJSON_TYPE, title: path };
  });
  return {
    ...withAssets(collection, dataset, files, addresses),
    links: [
      { rel: 'self', href: addresses.ownCollection(dataset), type: JSON_TYPE },
      { rel: 'canonical', href: addresses.collection(dataset), type: JSON_TYPE },
      ...links,
      ...items,
    ],
  };
}

/** With the files that are no items. */
export function withAssets(
  collection: Collection,
  dataset: StacDataset,
  files: readonly LooseFile[],
  addresses: Addresses,
): Collection {
  if (files.length === 0) return collection;
  const assets = Object.fromEntries(files.map((file) => [file.path, fileAsset(dataset, file, addresses)]));
  return { ...collection, stac_extensions: fileSchemas, assets };
}

export function titleOf({ slug, metadata }: StacDataset): string {
  return textOf(metadata['name']) || slug;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

function commonLinks({ root }: Addresses): Link[] {
  return [
    { rel: 'root', href: root, type: JSON_TYPE },
    { rel: 'parent', href: root, type: JSON_TYPE },
  ];
}

/** The OGC services that have something of the dataset. */
function serviceLinks(dataset: StacDataset, addresses: Addresses): Link[] {
  const { hasRasters, hasVectors } = dataset;
  const offered = [
    ...(hasRasters || hasVectors ? ['WMS', 'WMTS'] : []),
    ...(hasVectors ? ['WFS'] : []),
    ...(hasRasters ? ['WCS'] : []),
  ];
  const links = offered.map((title): Link => {
    const href = `${addresses.service(dataset, title.toLowerCase())}?service=${title}&request=GetCapabilities`;
    return { rel: 'service', href, type: 'application/xml', title };
  });
  const api = { rel: 'service', href: addresses.service(dataset, 'ogcapi'), type: JSON_TYPE, title: 'OGC API' };
  return links.length === 0 ? [] : [...links, api];
}

/** A dataset without anything that has a place lies nowhere: all zero, as the standard wants a box. */
function presentExtent(extent: Extent | undefined): object {
  const box = extent === undefined ? [0, 0, 0, 0, 0, 0] : [extent.west, extent.south, extent.east, extent.north];
  const interval =
    extent === undefined ? [null, null] : [extent.first, extent.last].map((date) => writeMoment(date.getTime()));
  return { spatial: { bbox: [box] }, temporal: { interval: [interval] } };
}
