/** What heights are counted from. */
export const HEIGHT_REFERENCES = ['sea', 'ellipsoid'] as const;
export type HeightReference = (typeof HEIGHT_REFERENCES)[number];

/** The same of a file; `unknown`: it does not say. */
export type ToldReference = HeightReference | 'unknown';

/** What is known of the heights of a layer. */
export type LayerHeights = {
  /** What its files say, each once. */
  readonly told: readonly ToldReference[];
  /** What counts: what somebody chose, else what the files say. */
  readonly used: readonly ToldReference[];
  /** Metres that it was moved up by, so that its heights are those of the scene; 0 for as it is. Of photos the first that were moved. */
  readonly raised: number;
  /** True if it should have been moved, and nobody could tell by how much. */
  readonly hasFailed: boolean;
};
