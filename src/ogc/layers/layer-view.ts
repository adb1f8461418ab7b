import type { DatasetGrant } from '../../access/index.ts';

/** Whose layers are meant: those of a dataset, or of what lies below one of its folders. */
export interface LayerView {
  readonly dataset: DatasetGrant;
  /** A folder, or a file; empty: all; undefined: nothing, as for a token for one folder that asks for another. */
  readonly below: string | undefined;
}
