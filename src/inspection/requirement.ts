/** The files that a file cannot be used without. */
export interface Requirements {
  /** Those that are not there, by their paths relative to the folder of the file. */
  readonly missing: readonly string[];
  /** Whether it names files outside of its dataset: those never come. */
  readonly outside: boolean;
}
