import type { DatasetRef } from '../api/addresses.ts';
import type { Step } from '../parts/breadcrumbs.tsx';
import { crumbs } from './entry-path.ts';

/** Breadcrumbs above a folder of a dataset: everything above it, itself left out. `top` is what is above the dataset. */
export function folderSteps(top: readonly Step[], ref: DatasetRef, datasetName: string, path: string): readonly Step[] {
  if (path === '') return top;
  const folders = crumbs(path).slice(0, -1);
  return [...top, ...[{ name: datasetName, path: '' }, ...folders].map((it) => folderStep(ref, it.name, it.path))];
}

/** Steps that lead nowhere, for who may not go there. */
export const namesOnly = (steps: readonly Step[]): readonly Step[] => steps.map(({ name }) => ({ name }));

/** One folder ('' is the dataset itself) as a step. */
export const folderStep = (ref: DatasetRef, name: string, path: string): Step => ({
  name,
  link: { to: '/r/$org/$ds', params: ref, search: path === '' ? {} : { path } },
});
