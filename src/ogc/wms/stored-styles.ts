import type { MetadataValues } from '../../datasets/index.ts';

/** The styles that a dataset's metadata holds under the key `style`, by path; empty: of the dataset itself. */
export type StoredStyles = ReadonlyMap<string, unknown>;

/** Finds stored styles. @param paths of which files, beside that of the dataset; undefined: of all files */
export type FindStyles = (datasetId: string, paths: readonly string[] | undefined) => Promise<StoredStyles>;

/** Key of the metadata. */
const STYLE_KEY = 'style';
/** A style of all fields has some 500 bytes; what is longer is none. */
const MAX_BYTES = 4096;
/** As many as layers are listed. */
const MAX_STYLES = 10_000;

/** Asked for with every map: a style that is changed shows at once, and one row by its index costs nothing. */
export const createFindStyles =
  ({ ofKey }: Pick<MetadataValues, 'ofKey'>): FindStyles =>
  (datasetId, paths) =>
    ofKey(datasetId, STYLE_KEY, {
      bytes: MAX_BYTES,
      limit: MAX_STYLES,
      paths: paths && ['', ...paths],
    });
