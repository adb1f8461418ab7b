import { queryOptions } from '@tanstack/react-query';
import { datasetAddress, datasetsAddress, listAddress, pathOfLink, withLink } from './addresses.ts';
import { ApiError } from './api-error.ts';
import { call } from './http.ts';
import { keys } from './keys.ts';
import { setMetadataText } from './metadata.ts';
import type { Dataset, DatasetChange, DatasetRef, NewDataset } from './types.ts';

export const datasetsQuery = (org: string) =>
  queryOptions({
    queryKey: keys.datasets(org),
    queryFn: ({ signal }) => call<readonly Dataset[]>(datasetsAddress(org), { signal }),
  });

export const datasetQuery = (ref: DatasetRef) =>
  queryOptions({
    queryKey: keys.dataset(ref),
    queryFn: async ({ signal }) => {
      try {
        return await call<Dataset>(withLink(`${datasetAddress(ref)}/ex`), { signal });
      } catch (error) {
        const path = pathOfLink();
        if (!(error instanceof ApiError) || error.status !== 403 || path === undefined) throw error;
        return partOfDataset(ref, path, signal);
      }
    },
  });

/** What there is to know of a dataset by a link to a folder or file of it: that the link opens it. Refused where it does not. */
async function partOfDataset(ref: DatasetRef, path: string, signal: AbortSignal): Promise<Dataset> {
  await call(`${listAddress(ref, path)}&limit=1`, { signal });
  return {
    slug: ref.ds,
    creationDate: '',
    size: 0,
    properties: {},
    hasThumbnail: null,
    isPart: true,
    permissions: { canRead: true, canWrite: false, canDelete: false },
  };
}

export const createDataset = (org: string, dataset: NewDataset): Promise<Dataset> =>
  call(datasetsAddress(org), { method: 'POST', json: dataset });

/** The address last: until then all can be sent again to the same one. */
export async function changeDataset({ org, ds }: DatasetRef, change: DatasetChange): Promise<void> {
  const { slug, name, visibility, ...texts } = change;
  const ref = { org, ds };
  if (name !== undefined || visibility !== undefined)
    await call(datasetAddress(ref), { method: 'PUT', json: { name, visibility } });
  for (const [key, text] of Object.entries(texts)) await setMetadataText(ref, key, text);
  if (slug !== ds) await call(`${datasetAddress(ref)}/rename`, { method: 'POST', json: { slug } });
}

export const deleteDataset = (ref: DatasetRef): Promise<void> => call(datasetAddress(ref), { method: 'DELETE' });

/** The name people gave it, or else its slug. */
export function datasetName(dataset: Dataset): string {
  const name = dataset.properties.meta?.name?.data;
  return name === undefined || name === '' ? dataset.slug : name;
}

/** 0 is private; every other value lets people without an account in. */
export const isPublicDataset = (dataset: Dataset): boolean => (dataset.properties.meta?.visibility?.data ?? 0) !== 0;
