import type { DatasetRef } from '../api/addresses.ts';
import type { Step } from '../parts/breadcrumbs.tsx';
import { crumbs } from './entry-path.ts';

/** Breadcrumbs from the dataset to the folder above this one. */
export function folderSteps(ref: DatasetRef, datasetName: string, path: string): readonly Step[] {
  const folders = crumbs(path).slice(0, -1);
  return [{ name: datasetName, path: '' }, ...folders].map((it) => folderStep(ref, it.name, it.path));
}

/** Steps that lead nowhere, for who may not go there. */
export const namesOnly = (steps: readonly Step[]): readonly Step[] => steps.map(({ name }) => ({ name }));

/** One folder ('' is the dataset itself) as a step. */
export const folderStep = (ref: DatasetRef, name: string, path: string): Step => ({
  name,
  link: { to: '/r/$org/$ds', params: ref, search: path === '' ? {} : { path } },
});
