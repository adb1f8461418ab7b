import { queryOptions } from '@tanstack/react-query';
import { datasetAddress, datasetsAddress, withLink } from './addresses.ts';
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
    queryFn: ({ signal }) => call<Dataset>(withLink(`${datasetAddress(ref)}/ex`), { signal }),
  });

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
