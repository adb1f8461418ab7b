import { queryOptions } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { buildEventsAddress, datasetAddress, listAddress, objectAddress, withLink } from './addresses.ts';
import { call, callPage } from './http.ts';
import { keys } from './keys.ts';
import { pollMs } from './live.ts';
import type { DatasetRef, Entry } from './types.ts';

/** Entries that are asked for again as often as that; twice as many half as often. */
const SHORT_LIST = 2000;

/** `Entry.type` of a folder. */
export const FOLDER_TYPE = 1;

/** True while a build of the entry waits for a worker or runs. */
export const isBuilding = (entry: Entry): boolean => entry.buildStatus === 'queued' || entry.buildStatus === 'building';

/** When to ask again: while something is built, the less often the longer the list is, and seldom where builds are followed. */
export const pollOf = (ref: DatasetRef, entries: readonly Entry[]): number | false =>
  entries.some(isBuilding) && pollMs(buildEventsAddress(ref)) * Math.max(1, Math.ceil(entries.length / SHORT_LIST));

/**
 * Children of a folder ('' is the root). Asks again only while something is built, and not in a hidden tab. The service
 * answers an unknown path with an empty list, so an empty folder is asked for by its name.
 */
export const folderQuery = (ref: DatasetRef, path: string) =>
  queryOptions({
    queryKey: keys.folder(ref, path),
    queryFn: async ({ signal }) => {
      const part = await firstPages(listAddress(ref, path), signal);
      if (part.entries.length === 0 && path !== '') await requireFolder(ref, path, signal);
      return part;
    },
    refetchInterval: ({ state }) => pollOf(ref, state.data?.entries ?? []),
    refetchIntervalInBackground: false,
  });

/** Only the folders in a folder, for choosing one. */
export const foldersQuery = (ref: DatasetRef, path: string) =>
  queryOptions({
    queryKey: keys.folders(ref, path),
    queryFn: async ({ signal }) => (await firstPages(`${listAddress(ref, path)}&type=${FOLDER_TYPE}`, signal)).entries,
  });

/** The service sends 10,000 entries at a time. A page with more of them is slow to read and of no use to anybody. */
const MOST_PAGES = 10;

/** A list, and whether it is all there is. */
type Part = { readonly entries: readonly Entry[]; readonly complete: boolean };

async function firstPages(address: string, signal: AbortSignal): Promise<Part> {
  const entries: Entry[] = [];
  let after: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const next: string = after === null ? address : `${address}&after=${encodeURIComponent(after)}`;
    const part = await callPage<Entry>(next, { signal });
    entries.push(...part.items);
    if (part.next === null) return { entries, complete: true };
    after = part.next;
  }
  return { entries, complete: false };
}

async function requireFolder(ref: DatasetRef, path: string, signal: AbortSignal): Promise<void> {
  try {
    await call<Entry>(withLink(objectAddress(ref, path)), { signal });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) {
      throw new ApiError(404, 'This folder does not exist in the dataset, or it was deleted.');
    }
    throw error;
  }
}

/** One entry by its path. The service answers an unknown path with an empty list. */
export const entryQuery = (ref: DatasetRef, path: string) =>
  queryOptions({
    queryKey: keys.entry(ref, path),
    queryFn: async ({ signal }) => {
      const found = (await call<readonly Entry[]>(listAddress(ref, path), { signal })).find((it) => it.path === path);
      if (found === undefined) throw new ApiError(404, 'This file does not exist in the dataset, or it was deleted.');
      return found;
    },
    refetchInterval: ({ state }) => pollOf(ref, state.data === undefined ? [] : [state.data]),
    refetchIntervalInBackground: false,
  });

export function createFolder(ref: DatasetRef, path: string, signal?: AbortSignal): Promise<Entry> {
  const form = new FormData();
  form.set('path', path);
  return call(objectAddress(ref), { method: 'POST', form, signal });
}

/** Moves or renames. `to` is the whole new path; 409 when it is taken. */
export const moveEntry = (ref: DatasetRef, from: string, to: string): Promise<Entry | undefined> =>
  call(objectAddress(ref), { method: 'PUT', json: { source: from, dest: to } });

/** Copies a file or a folder with all that is in it; 409 when `to` is taken and is not to be replaced. */
export const copyEntry = (ref: DatasetRef, from: string, to: string, overwrite: boolean): Promise<Entry | undefined> =>
  call(`${objectAddress(ref)}/copy`, { method: 'POST', json: { source: from, dest: to, overwrite } });

export type Transfer = {
  readonly from: string;
  readonly target: DatasetRef;
  readonly to: string;
  /** Replace what is there, if it is of the same kind. */
  readonly overwrite: boolean;
  /** Copy it rather than move it. */
  readonly keep: boolean;
};

/** Moves or copies a file or a folder to another dataset; 409 as for a copy. */
export const transferEntry = (ref: DatasetRef, { from, target, to, overwrite, keep }: Transfer): Promise<void> =>
  call(`${datasetAddress(ref)}/transfer`, {
    method: 'POST',
    json: {
      sourcePath: from,
      destOrgSlug: target.org,
      destDsSlug: target.ds,
      destPath: to,
      overwrite,
      keepSource: keep,
    },
  });

/** What was deleted, and why the rest was not, by path. */
export type Deletion = { readonly deleted: readonly string[]; readonly failed: Readonly<Record<string, string>> };

export const deleteEntries = (ref: DatasetRef, paths: readonly string[]): Promise<Deletion> =>
  call(`${objectAddress(ref)}/batch`, { method: 'DELETE', json: { paths } });

/** Builds the entry's outputs once more, also when an earlier build failed. */
export const rebuild = (ref: DatasetRef, path: string): Promise<void> =>
  call(`${datasetAddress(ref)}/build`, { method: 'POST', json: { path, force: true } });
