/** The files that a file cannot be used without. */
export interface Requirements {
  /** Those that are not there, by their paths relative to the folder of the file. */
  readonly missing: readonly string[];
  /** Names of files outside of its dataset, in words for people: those never come. Of many some. */
  readonly outside: readonly string[];
  /** By paths of `missing`, files that are there and differ only by upper and lower case. */
  readonly alike?: ReadonlyMap<string, string>;
}
