/** A dataset on some server. */
export interface DatasetRef {
  readonly organization: string;
  readonly dataset: string;
}

/** The dataset in the path of a route. */
export const inDataset = ({ organization, dataset }: DatasetRef) => ({ orgSlug: organization, dsSlug: dataset });
