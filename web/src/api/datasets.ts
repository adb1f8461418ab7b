import { queryOptions } from '@tanstack/react-query';
import { datasetAddress, datasetsAddress } from './addresses.ts';
import { call } from './http.ts';
import { keys } from './keys.ts';
import type { Dataset, DatasetRef, NewDataset } from './types.ts';

export const datasetsQuery = (org: string) =>
  queryOptions({
    queryKey: keys.datasets(org),
    queryFn: ({ signal }) => call<readonly Dataset[]>(datasetsAddress(org), { signal }),
  });

export const datasetQuery = (ref: DatasetRef) =>
  queryOptions({
    queryKey: keys.dataset(ref),
    queryFn: ({ signal }) => call<Dataset>(`${datasetAddress(ref)}/ex`, { signal }),
  });

export const createDataset = (org: string, dataset: NewDataset): Promise<Dataset> =>
  call(datasetsAddress(org), { method: 'POST', json: dataset });

/** The name people gave it, or else its slug. */
export function datasetName(dataset: Dataset): string {
  const name = dataset.properties.meta?.name?.data;
  return name === undefined || name === '' ? dataset.slug : name;
}

/** 0 is private; every other value lets people without an account in. */
export const isPublicDataset = (dataset: Dataset): boolean => (dataset.properties.meta?.visibility?.data ?? 0) !== 0;
