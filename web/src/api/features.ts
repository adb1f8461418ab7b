import { queryOptions } from '@tanstack/react-query';
import { featuresAddress, inDataset, pathOfLink, type DatasetRef } from './addresses.ts';
import type { Entry } from './answers.ts';
import { errorFromAnswer } from './api-error.ts';
import { pollOf } from './entries.ts';
import { typesIn, withoutTypes, type FilePart } from './file-part.ts';
import { callPage, request, send } from './http.ts';
import { keys } from './keys.ts';

/** A vector layer: its id is the path of its file, with the layer's name behind a colon for all but the first of several. */
export type Collection = { readonly id: string; readonly title: string };

/** A property in a JSON Schema of a layer. */
type PropertySchema = {
  readonly type?: string;
  readonly format?: string;
  readonly contentEncoding?: string;
  readonly 'x-ogc-role'?: string;
};
export type LayerSchema = { readonly properties: Readonly<Record<string, PropertySchema>> };

/** Which features of a layer, and in which order. */
export type FeatureQuery = {
  /** CQL2 text; '' is none. */
  readonly filter: string;
  /** 'name' or '-name'; '' is the order of the file. */
  readonly sort: string;
  readonly box: readonly [west: number, south: number, east: number, north: number] | null;
};

export type FeatureRow = { readonly id: number; readonly properties: Readonly<Record<string, unknown>> };
type FeatureRows = { readonly numberMatched: number; readonly features: readonly FeatureRow[] };

/** Positions as deep in lists as the type of a geometry has them. */
type Nested = readonly number[] | readonly Nested[];
export type FeatureGeometry = { readonly coordinates?: Nested; readonly geometries?: readonly FeatureGeometry[] };

/** Features of one page: two screens full, about 50 kB. */
export const ROWS_PER_PAGE = 200;
/** The service gives a file of at most so many features. */
export const MOST_IN_FILE = 1_000_000;

/** The last pages of a long list that was scrolled through; the others are asked for again. */
const KEPT_MS = 60_000;

const read = async <T>(address: string, signal: AbortSignal): Promise<T> =>
  (await request(address, { method: 'GET', signal })).value as T;

/** The vector layers of a dataset that are built. */
export const collectionsQuery = (ref: DatasetRef) =>
  queryOptions({
    queryKey: keys.collections(ref),
    queryFn: async ({ signal }) =>
      (await read<{ readonly collections: readonly Collection[] }>(featuresAddress(ref, null), signal)).collections,
  });

/** The properties of a layer: all of them, or those that a filter can name. */
export const schemaQuery = (ref: DatasetRef, id: string, part: 'schema' | 'queryables') =>
  queryOptions({
    queryKey: keys.schema(ref, id, part),
    queryFn: ({ signal }) => read<LayerSchema>(featuresAddress(ref, { id, part }), signal),
    staleTime: KEPT_MS,
  });

/** @returns the parameters of a question */
function parametersOf({ filter, sort, box }: FeatureQuery): Readonly<Record<string, string>> {
  return {
    ...(filter === '' ? {} : { filter }),
    // A plus before the name, so that one that begins with a minus is no falling order.
    ...(sort === '' ? {} : { sortby: sort.startsWith('-') ? sort : `+${sort}` }),
    ...(box === null ? {} : { bbox: box.join(',') }),
  };
}

/** One page of the features of a layer, without their geometries. @param page from 0 */
export const rowsQuery = (ref: DatasetRef, id: string, query: FeatureQuery, page: number) => {
  const parameters = {
    ...parametersOf(query),
    skipGeometry: 'true',
    limit: String(ROWS_PER_PAGE),
    offset: String(page * ROWS_PER_PAGE),
  };
  return queryOptions({
    queryKey: keys.items(ref, id, parameters),
    queryFn: ({ signal }) => read<FeatureRows>(featuresAddress(ref, { id, part: 'items' }, parameters), signal),
    staleTime: KEPT_MS,
    gcTime: KEPT_MS,
  });
};

/** Features whose places are read at once; of more the first tell where they are. */
const MOST_PLACES = 20;

/** Where features are, as GeoJSON; null of one that has no place. */
export const geometriesOf = (ref: DatasetRef, id: string, ids: readonly string[], signal: AbortSignal) =>
  Promise.all(
    ids.slice(0, MOST_PLACES).map(async (feature) => {
      const address = featuresAddress(ref, { id, part: `items/${encodeURIComponent(feature)}` });
      return (await read<{ readonly geometry: FeatureGeometry | null }>(address, signal)).geometry;
    }),
  );

/** What a filter leaves of a layer, as a file. */
export const featureFileAddress = (
  ref: DatasetRef,
  id: string,
  query: FeatureQuery,
  format: 'csv' | 'geojson',
): string =>
  featuresAddress(ref, { id, part: 'items' }, { ...parametersOf(query), f: format, limit: String(MOST_IN_FILE) });

/** Asks whether a file can be made, and reads none of it: what the browser saves by itself tells nobody why it was refused. */
export async function checkFile(address: string, signal: AbortSignal): Promise<void> {
  const ended = new AbortController();
  const response = await send(address, {
    credentials: 'same-origin',
    headers: { accept: '*/*' },
    signal: AbortSignal.any([signal, ended.signal]),
  });
  if (!response.ok) throw await errorFromAnswer(response.status, await response.text());
  ended.abort();
}

/** Entries of some types in a dataset that are read at most. */
export const MOST_OF_TYPE = 50_000;
const ENTRIES_PER_PAGE = 10_000;

/** All entries of some types, by rising paths within each type; of very many only the first. */
export const ofTypeQuery = (ref: DatasetRef, types: readonly number[], part: FilePart) =>
  queryOptions({
    queryKey: [...keys.ofType(ref, types), part],
    queryFn: async ({ signal }) => {
      const entries: Entry[] = [];
      for (const type of typesIn(part, types))
        for (let after: string | null | undefined; after !== null;) {
          const page = await typePage(ref, type, part, after, signal);
          entries.push(...page.items);
          if (entries.length >= MOST_OF_TYPE) return { entries: entries.slice(0, MOST_OF_TYPE), isComplete: false };
          after = page.next;
        }
      return { entries, isComplete: true };
    },
    refetchInterval: ({ state }) => pollOf(ref, state.data?.entries ?? []),
    refetchIntervalInBackground: false,
    staleTime: 10_000,
  });

const typePage = (ref: DatasetRef, type: number, part: FilePart, after: string | undefined, signal: AbortSignal) =>
  callPage('POST /orgs/{orgSlug}/ds/{dsSlug}/search', {
    path: inDataset(ref),
    body: {
      type,
      path: pathOfLink() ?? '',
      ...withoutTypes(part),
      recursive: true,
      limit: ENTRIES_PER_PAGE,
      ...(after === undefined ? {} : { after }),
    },
    byLink: true,
    signal,
  });
