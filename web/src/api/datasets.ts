import { queryOptions } from '@tanstack/react-query';
import type { BodyOf } from '../../../api/routes.ts';
import { inDataset, pathOfLink, tokenOfLink, type DatasetRef } from './addresses.ts';
import type { Dataset } from './answers.ts';
import { ApiError } from './api-error.ts';
import { call } from './http.ts';
import { keys } from './keys.ts';
import { setMetadataText } from './metadata.ts';
import { openLink } from './tokens.ts';

export type NewDataset = BodyOf<'POST /orgs/{orgSlug}/ds'>;

/** What is left out stays as it is; empty texts are taken away. */
export type DatasetChange = {
  readonly slug: string;
  readonly name?: string;
  readonly visibility?: number;
  readonly tagline?: string;
  readonly license?: string;
};

/** A dataset as the pages show it. */
export type ShownDataset = Dataset & {
  /** Only a folder or a file of it is open: nothing is known of the rest. */
  readonly isPart?: true;
  /** The link that opened the page, as far as the page goes by it. */
  readonly link?: { readonly downloads: boolean; readonly hasPassword: boolean };
};

export const datasetsQuery = (org: string) =>
  queryOptions({
    queryKey: keys.datasets(org),
    queryFn: ({ signal }) => call('GET /orgs/{orgSlug}/ds', { path: { orgSlug: org }, signal }),
  });

export const datasetQuery = (ref: DatasetRef) =>
  queryOptions({
    queryKey: keys.dataset(ref),
    queryFn: async ({ signal }): Promise<ShownDataset> => {
      const token = tokenOfLink();
      if (token === undefined) return readDataset(ref, signal);
      const [dataset, link] = await Promise.all([readDataset(ref, signal), limitsOf(ref, token, signal)]);
      return link === undefined ? dataset : { ...dataset, link };
    },
  });

async function readDataset(ref: DatasetRef, signal: AbortSignal): Promise<ShownDataset> {
  try {
    return await call('GET /orgs/{orgSlug}/ds/{dsSlug}/ex', { path: inDataset(ref), byLink: true, signal });
  } catch (error) {
    const path = pathOfLink();
    if (!(error instanceof ApiError) || error.status !== 403 || path === undefined) throw error;
    return partOfDataset(ref, path, signal);
  }
}

/** Nothing for what is no link: a public dataset is there with the address of one that has ended, too. */
async function limitsOf(ref: DatasetRef, token: string, signal: AbortSignal): Promise<ShownDataset['link']> {
  try {
    return await openLink(ref, token, undefined, signal);
  } catch (error) {
    if (error instanceof ApiError && [401, 404].includes(error.status)) return undefined;
    throw error;
  }
}

/** Whether files are handed out to anyone who looks at the dataset: a share link can withhold them. */
export const mayDownload = (dataset: ShownDataset | undefined): boolean => dataset?.link?.downloads !== false;

/** What there is to know of a dataset by a link to a folder or file of it: that the link opens it. Refused where it does not. */
async function partOfDataset(ref: DatasetRef, path: string, signal: AbortSignal): Promise<ShownDataset> {
  await call('GET /orgs/{orgSlug}/ds/{dsSlug}/list', {
    path: inDataset(ref),
    query: { path, limit: 1 },
    byLink: true,
    signal,
  });
  return {
    slug: ref.ds,
    creationDate: '',
    size: 0,
    properties: {},
    hasThumbnail: false,
    isPart: true,
    permissions: { canRead: true, canWrite: false, canDelete: false, canManageMembers: false },
  };
}

export const createDataset = (org: string, body: NewDataset) =>
  call('POST /orgs/{orgSlug}/ds', { path: { orgSlug: org }, body });

/** The address last: until then all can be sent again to the same one. */
export async function changeDataset({ org, ds }: DatasetRef, change: DatasetChange): Promise<void> {
  const { slug, name, visibility, ...texts } = change;
  const ref = { org, ds };
  if (name !== undefined || visibility !== undefined)
    await call('PUT /orgs/{orgSlug}/ds/{dsSlug}', { path: inDataset(ref), body: { name, visibility } });
  for (const [key, text] of Object.entries(texts)) await setMetadataText(ref, key, text);
  if (slug !== ds) await call('POST /orgs/{orgSlug}/ds/{dsSlug}/rename', { path: inDataset(ref), body: { slug } });
}

export const deleteDataset = (ref: DatasetRef) => call('DELETE /orgs/{orgSlug}/ds/{dsSlug}', { path: inDataset(ref) });

/** The name people gave it, or else its slug. */
export function datasetName(dataset: Dataset): string {
  const name = dataset.properties.meta?.name?.data;
  return name === undefined || name === '' ? dataset.slug : name;
}

/** 0 is private; every other value lets people without an account in. */
export const isPublicDataset = (dataset: Dataset): boolean => (dataset.properties.meta?.visibility?.data ?? 0) !== 0;
