import type { Caller } from '../access/index.ts';
import type { BlobStore } from '../blobs/index.ts';
import type { Database } from '../database/index.ts';
import { entryReading, type EntrySearch, type FoundEntry, type SearchPosition } from '../datasets/index.ts';
import { fail } from '../errors/index.ts';
import type { Addresses, DatasetName } from './addresses.ts';
import type { Derived } from './assets.ts';
import { presentCatalog } from './catalog.ts';
import { presentCollection, presentOwnCollection, withAssets, type Collection } from './collection.ts';
import type { ItemQuery } from './item-query.ts';
import { countItems, findItems } from './item-search.ts';
import { presentItem, type Item } from './item.ts';
import { createReadmes } from './readmes.ts';
import type { ItemFilter } from './search-parameters.ts';
import { createExtents } from './store/extents.ts';
import { builtFacts, entryKey, looseFiles, placedPaths } from './store/files.ts';
import {
  datasetNames,
  findStacDataset,
  listStacDatasets,
  searchedDatasets,
  type SearchedDatasets,
  type StacDataset,
} from './store/stac-datasets.ts';

export interface FoundPage {
  readonly items: readonly Item[];
  readonly next: SearchPosition | undefined;
  /** All that match; absent where too many would have to be looked at. */
  readonly matched: number | undefined;
}

export interface CollectionPage {
  readonly collections: readonly Collection[];
  /** Slugs of the last one; absent on the last page. */
  readonly next: readonly [string, string] | undefined;
}

export interface Stac {
  catalog(caller: Caller | undefined, addresses: Addresses): Promise<object>;
  /** @param after slugs of organization and dataset before the page */
  collections(
    caller: Caller | undefined,
    page: { readonly after: readonly [string, string] | undefined; readonly limit: number },
    addresses: Addresses,
  ): Promise<CollectionPage>;
  /** @param form `own`: as the dataset's own address shows it, with links to items */
  collection(dataset: { readonly id: string }, form: 'api' | 'own', addresses: Addresses): Promise<Collection>;
  items(dataset: { readonly id: string }, query: ItemQuery, addresses: Addresses): Promise<FoundPage>;
  /** @throws `not-found` for what is no entry, or has no place */
  item(dataset: DatasetName & { readonly id: string }, path: string | undefined, addresses: Addresses): Promise<Item>;
  /** @param collections slugs of the datasets to search; absent: all that the caller may read */
  search(
    caller: Caller | undefined,
    collections: readonly { readonly orgSlug: string; readonly dsSlug: string }[] | undefined,
    query: ItemQuery,
    addresses: Addresses,
  ): Promise<FoundPage>;
}

/** Links to collections in the root catalog, and to items in a collection; the rest is found by pages. */
const MOST_LINKS = 1000;
/** Files without a place that a collection lists as its own assets. */
const MOST_ASSETS = 100;

export function createStac(db: Database, blobs: BlobStore, searchEntries: EntrySearch, derived: Derived): Stac {
  const readmes = createReadmes(blobs);
  const extents = createExtents(db);

  const present = async (datasets: readonly StacDataset[], addresses: Addresses): Promise<Collection[]> => {
    const found = await extents.of(datasets.map(({ id }) => id));
    return Promise.all(
      datasets.map(async (dataset) => {
        const readme = await readmes.read(dataset.readmeHash);
        return presentCollection(dataset, { extent: found.get(dataset.id), readme }, addresses);
      }),
    );
  };

  const presentAll = async (
    entries: readonly FoundEntry[],
    names: ReadonlyMap<string, DatasetName>,
    addresses: Addresses,
  ): Promise<Item[]> => {
    const built = await builtFacts(db, entries);
    return entries.flatMap((entry) => {
      const name = names.get(entry.datasetId);
      // A dataset that is being removed has no name any more.
      if (name === undefined) return [];
      return presentItem(name, entry, built.get(entryKey(entry)) ?? {}, addresses, derived) ?? [];
    });
  };

  const find = async (
    datasets: SearchedDatasets,
    { filter, after, limit }: ItemQuery,
    addresses: Addresses,
  ): Promise<FoundPage> => {
    const { entries, next } = await findItems(searchEntries, datasets.ids, filter, { after, limit });
    const names = await datasetNames(db, [...new Set(entries.map(({ datasetId }) => datasetId))]);
    const items = await presentAll(entries, names, addresses);
    const matched =
      countOf(datasets, filter, after, next, items.length) ?? (await countItems(searchEntries, datasets.ids, filter));
    return { items, next, matched };
  };

  return {
    async catalog(caller, addresses) {
      return presentCatalog(await listStacDatasets(db, caller, { limit: MOST_LINKS }), addresses);
    },

    async collections(caller, { after, limit }, addresses) {
      const found = await listStacDatasets(db, caller, { after, limit: limit + 1 });
      const page = found.slice(0, limit);
      const last = found.length > limit ? page.at(-1) : undefined;
      return {
        collections: await present(page, addresses),
        next: last && [last.organizationSlug, last.slug],
      };
    },

    async collection({ id }, form, addresses) {
      const dataset = await requireDataset(db, id);
      const files = await looseFiles(db, id, MOST_ASSETS);
      if (form === 'api') {
        const [collection] = await present([dataset], addresses);
        return withAssets(collection!, dataset, files, addresses);
      }
      const [found, readme, paths] = await Promise.all([
        extents.of([id]),
        readmes.read(dataset.readmeHash),
        placedPaths(db, id, MOST_LINKS),
      ]);
      return presentOwnCollection(dataset, { extent: found.get(id), readme }, { paths, files }, addresses);
    },

    async items({ id }, query, addresses) {
      const { items } = await requireDataset(db, id);
      return find({ ids: [id], items }, query, addresses);
    },

    async item(dataset, path, addresses) {
      const entry = path === undefined ? undefined : await entryReading.find(db, dataset.id, path);
      const [item] = entry
        ? await presentAll([{ ...entry, datasetId: dataset.id }], new Map([[dataset.id, dataset]]), addresses)
        : [undefined];
      if (item === undefined) throw fail('not-found', 'There is no item of that id in the collection.');
      return item;
    },

    async search(caller, collections, query, addresses) {
      return find(await searchedDatasets(db, caller, collections), query, addresses);
    },
  };
}

async function requireDataset(db: Database, id: string): Promise<StacDataset> {
  const dataset = await findStacDataset(db, id);
  if (dataset === undefined) throw fail('not-found', 'There is no collection of that id that you may read.');
  return dataset;
}

/** Counters tell how many items there are without a filter; with one, a page that holds all of them does. */
function countOf(
  { items }: SearchedDatasets,
  { bbox, intersects, from, to, paths }: ItemFilter,
  after: SearchPosition | undefined,
  next: SearchPosition | undefined,
  returned: number,
): number | undefined {
  const isFiltered = [bbox, intersects, from, to, paths].some((condition) => condition !== undefined);
  if (!isFiltered) return items;
  return after === undefined && next === undefined ? returned : undefined;
}
