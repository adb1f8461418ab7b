import type { GeoPackageRow } from '../geopackage.ts';
import type { FeatureSelection } from './feature-query.ts';
import type { TextWriter } from './text-writer.ts';

/** How features become text or bytes: a module that is loaded into the threads, and what it is told. */
export interface FeatureEncoding extends FeatureSelection {
  /** Its export `createEncoder` is a `CreateEncoder`. */
  readonly module: URL;
  /** Plain data. */
  readonly options: unknown;
}

/** Writes one feature; `ordinal` is its place on the page, from 0. */
export type Encoder = (feature: GeoPackageRow, out: TextWriter, ordinal: number) => void;
/** @param columns names of the values of each feature */
export type CreateEncoder<Options> = (options: Options, columns: readonly string[]) => Encoder;
