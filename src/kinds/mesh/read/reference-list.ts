/** Paths that a file names, each once, as many as are looked at; what comes behind them is left out. */
export interface ReferenceList {
  /** False when the list is full: the path was not added. */
  add(path: string): boolean;
  readonly paths: readonly string[];
  /** Whether a path was left out. */
  full(): boolean;
}

/** Models of cities have some hundred textures. All of one list are looked up in the server's own process. */
export const MAX_REFERENCES = 1000;
/** Names outside of the dataset that are told, of whatever many there are. */
export const MOST_TOLD = 5;
/** Longest text of all paths together, in UTF-16 units: a thousand of some hundred. */
export const MAX_REFERENCE_TEXT = 131_072;

export function referenceList(): ReferenceList {
  const paths = new Set<string>();
  let [text, full] = [0, false];
  return {
    add(path) {
      if (paths.has(path)) return true;
      if (paths.size === MAX_REFERENCES || text + path.length > MAX_REFERENCE_TEXT) {
        full = true;
        return false;
      }
      paths.add(path);
      text += path.length;
      return true;
    },
    get paths() {
      return [...paths];
    },
    full: () => full,
  };
}
