/** Values of the dataset itself, or of one entry: every answer about a dataset holds its own. */
export const MAX_VALUES_OF_ONE = 1000;
/** Bytes of JSON they have together, as the database writes it: a short number may be a long one there. */
export const MAX_BYTES_OF_ONE = 1024 * 1024;
/** Values of a dataset with all its entries: some for each of a million files. */
export const MAX_VALUES_IN_DATASET = 5_000_000;
