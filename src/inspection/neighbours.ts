/** A file that lies beside the one that is inspected. */
export interface NeighbourFile {
  /** Absolute path of the blob; it has no extension. */
  readonly path: string;
  /** In bytes. */
  readonly size: number;
}

/**
 * Files of the same dataset, by path relative to the folder of the inspected one: `roads.prj`, `../reference_lla.json`,
 * `textures/wall.jpg`. Names are compared byte for byte; what leads out of the dataset or names a folder is absent.
 */
export interface Neighbours {
  find(names: readonly string[]): Promise<ReadonlyMap<string, NeighbourFile>>;
  /**
   * Parts of the file itself, such as the tiles of a cloud, of which there may be a million. Unlike what `find` finds they are no
   * part of the key of a build: who replaces one asks for a build. Without it `find` finds them.
   */
  readonly parts?: (names: readonly string[]) => Promise<ReadonlyMap<string, NeighbourFile>>;
  /** Whether a file of that name could be there: false for what leads out of the dataset. Without it all could. */
  readonly isInside?: (name: string) => boolean;
  /**
   * By names that are not there, files whose names differ only by upper and lower case: a hint for people, and no part of the
   * key of a build. Without it there are none.
   */
  readonly alike?: (names: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

/** Neighbours of a file that stands alone. */
export const noNeighbours: Neighbours = { find: () => Promise.resolve(new Map()) };
