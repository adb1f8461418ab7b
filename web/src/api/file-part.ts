/** A part of the files of a dataset, as the service is asked for it. All conditions must hold. */
export type FilePart = {
  /** Without them: all types. */
  readonly types?: readonly number[];
  readonly path?: string;
  /** Moments of the capture, else of the change of the file (RFC 3339). */
  readonly from?: string;
  readonly to?: string;
  /** west,south,east,north in degrees. */
  readonly bbox?: string;
};

/** The conditions of a part but its types: a question for each type has its own. */
export const withoutTypes = ({ types: _, ...part }: FilePart): Omit<FilePart, 'types'> => part;

/** The types of the list that a part has. */
export const typesIn = ({ types }: FilePart, some: readonly number[]): readonly number[] =>
  types === undefined ? some : some.filter((type) => types.includes(type));
