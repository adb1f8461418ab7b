import { useQuery } from '@tanstack/react-query';
import { activeCountQuery } from '../api/active-count.ts';
import type { DatasetRef } from '../api/addresses.ts';
import { useUploads } from '../uploads/upload-context.tsx';
import { isOpen } from '../uploads/upload-item.ts';

/** How many uploads of this browser, builds and tasks of a dataset run or wait. */
export function useActivityCount({ org, ds }: DatasetRef, enabled: boolean): number {
  const { data = 0 } = useQuery({ ...activeCountQuery({ org, ds }), enabled });
  const { items } = useUploads();
  return data + items.filter((item) => isOpen(item) && item.ref.org === org && item.ref.ds === ds).length;
}
