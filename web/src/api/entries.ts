import { queryOptions } from '@tanstack/react-query';
import type { Answer } from '../../../api/routes.ts';
import { ApiError } from './api-error.ts';
import { buildEventsAddress, inDataset, type DatasetRef } from './addresses.ts';
import type { Entry } from './answers.ts';
import { call, callPage, type Page } from './http.ts';
import { keys } from './keys.ts';
import { pollMs } from './live.ts';
import { i18n } from '../languages/i18n.ts';

/** Entries that are asked for again as often as that; twice as many half as often. */
const SHORT_LIST = 2000;

/** `Entry.type` of a folder. */
export const FOLDER_TYPE = 1;

/** How the reason of a build begins that somebody cancelled. Until its words are loaded, the service speaks English. */
const CANCELLED = i18n.t('Cancelled by ');

/** The service tells a build that somebody cancelled as a failed one; only its reason says so. */
export const wasCancelled = ({ buildStatus, buildError }: Entry): boolean =>
  buildStatus === 'failed' &&
  buildError !== null &&
  (buildError.startsWith(CANCELLED) || buildError.startsWith('Cancelled by '));

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
    queryFn: async ({ signal, client, queryKey }): Promise<Part> => {
      // A list that is there stays until the new one is whole.
      const isNew = client.getQueryData(queryKey) === undefined;
      // Marked as old, so that it is asked for again, should nobody wait for the rest of it.
      const show = isNew ? (part: Part) => void client.setQueryData(queryKey, part, { updatedAt: 1 }) : undefined;
      const part = await firstPages(ref, { path }, signal, show);
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
    queryFn: async ({ signal }) => (await firstPages(ref, { path, type: FOLDER_TYPE }, signal)).entries,
  });

/**
 * Entries of the pages that are asked for. The first one is small, so that there is something to see at once; more than these
 * are slow to read and of no use to anybody.
 */
const PAGE_SIZES: readonly number[] = [200, 9_800, ...Array.from({ length: 9 }, () => 10_000)];

/** A list, and whether it is all there is, or its end, or whether more of it is on the way. */
type Part = { readonly entries: readonly Entry[]; readonly state: 'complete' | 'cut' | 'coming' };

type Listed = { readonly path: string; readonly type?: number };

/** @param show is given what has come while more of it is on the way */
async function firstPages(
  ref: DatasetRef,
  listed: Listed,
  signal: AbortSignal,
  show?: (part: Part) => void,
): Promise<Part> {
  const entries: Entry[] = [];
  let after: string | undefined;
  for (const limit of PAGE_SIZES) {
    const part: Page<Entry> = await callPage('GET /orgs/{orgSlug}/ds/{dsSlug}/list', {
      path: inDataset(ref),
      query: { ...listed, after, limit },
      byLink: true,
      signal,
    });
    entries.push(...part.items);
    if (part.next === null) return { entries, state: 'complete' };
    if (after === undefined) show?.({ entries: [...entries], state: 'coming' });
    after = part.next;
  }
  return { entries, state: 'cut' };
}

async function requireFolder(ref: DatasetRef, path: string, signal: AbortSignal): Promise<void> {
  try {
    await call('GET /orgs/{orgSlug}/ds/{dsSlug}/obj', { path: inDataset(ref), query: { path }, byLink: true, signal });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) {
      throw new ApiError(404, i18n.t('This folder does not exist in the dataset, or it was deleted.'));
    }
    throw error;
  }
}

/** A file as a list of one, or what is in a folder. The service answers an unknown path with an empty list. */
export const entriesAt = (ref: DatasetRef, path: string, signal: AbortSignal): Promise<readonly Entry[]> =>
  call('GET /orgs/{orgSlug}/ds/{dsSlug}/list', { path: inDataset(ref), query: { path }, byLink: true, signal });

/** A file by its path. */
export const findEntry = async (ref: DatasetRef, path: string, signal: AbortSignal): Promise<Entry | undefined> =>
  (await entriesAt(ref, path, signal)).find((entry) => entry.path === path);

/** One entry by its path. */
export const entryQuery = (ref: DatasetRef, path: string) =>
  queryOptions({
    queryKey: keys.entry(ref, path),
    queryFn: async ({ signal }) => {
      const found = await findEntry(ref, path, signal);
      if (found === undefined)
        throw new ApiError(404, i18n.t('This file does not exist in the dataset, or it was deleted.'));
      return found;
    },
    refetchInterval: ({ state }) => pollOf(ref, state.data === undefined ? [] : [state.data]),
    refetchIntervalInBackground: false,
  });

export function createFolder(ref: DatasetRef, path: string, signal?: AbortSignal): Promise<Entry> {
  const body = new FormData();
  body.set('path', path);
  return call('POST /orgs/{orgSlug}/ds/{dsSlug}/obj', { path: inDataset(ref), body, signal });
}

/** Moves or renames. `to` is the whole new path; 409 when it is taken. */
export const moveEntry = (ref: DatasetRef, from: string, to: string) =>
  call('PUT /orgs/{orgSlug}/ds/{dsSlug}/obj', { path: inDataset(ref), body: { source: from, dest: to } });

/** Copies a file or a folder with all that is in it; 409 when `to` is taken and is not to be replaced. */
export const copyEntry = (ref: DatasetRef, from: string, to: string, overwrite: boolean) =>
  call('POST /orgs/{orgSlug}/ds/{dsSlug}/obj/copy', {
    path: inDataset(ref),
    body: { source: from, dest: to, overwrite },
  });

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
export const transferEntry = (ref: DatasetRef, { from, target, to, overwrite, keep }: Transfer) =>
  call('POST /orgs/{orgSlug}/ds/{dsSlug}/transfer', {
    path: inDataset(ref),
    body: {
      sourcePath: from,
      destOrgSlug: target.org,
      destDsSlug: target.ds,
      destPath: to,
      overwrite,
      keepSource: keep,
    },
  });

/** What was deleted, and why the rest was not, by path. */
export type Deletion = Answer<'DELETE /orgs/{orgSlug}/ds/{dsSlug}/obj/batch'>;

export const deleteEntries = (ref: DatasetRef, paths: readonly string[]): Promise<Deletion> =>
  call('DELETE /orgs/{orgSlug}/ds/{dsSlug}/obj/batch', { path: inDataset(ref), body: { paths } });

/** Builds the entry's outputs once more, also when an earlier build failed. */
export const rebuild = (ref: DatasetRef, path: string) =>
  call('POST /orgs/{orgSlug}/ds/{dsSlug}/build', { path: inDataset(ref), body: { path, force: true } });
