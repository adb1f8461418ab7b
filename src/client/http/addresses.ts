/** A dataset on some server. */
export interface DatasetRef {
  readonly organization: string;
  readonly dataset: string;
}

/** Address of a route of a dataset, behind that of the server: `datasetPath(dataset, 'meta/list')`. */
export function datasetPath({ organization, dataset }: DatasetRef, route = ''): string {
  const base = `orgs/${encodeURIComponent(organization)}/ds/${encodeURIComponent(dataset)}`;
  return route === '' ? base : `${base}/${route}`;
}
