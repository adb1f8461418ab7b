import type { LibraryStatement } from './read/facts.ts';

const ENDS_NAME = /\.mtl$/i;

/**
 * The names in a statement of several words. Names may hold blanks, and nothing tells where one ends: from the left, the longest
 * name of a file that is there; what is there by no name ends with a word in `.mtl`, or in front of a name that is there.
 *
 * @returns paths relative to the folder of the mesh; null for a name that leads out of the dataset
 */
export function libraryNames(
  statement: LibraryStatement,
  exists: (path: string) => boolean,
): readonly (string | null)[] {
  const present = statement.map((paths) => paths.findLastIndex((path) => path !== null && exists(path)) + 1);
  const names: (string | null)[] = [];
  for (let word = 0; word < statement.length;) {
    const count = present[word] || missingWords(statement, present, word);
    names.push(statement[word]![count - 1]!);
    word += count;
  }
  return names;
}

function missingWords(statement: LibraryStatement, present: readonly number[], word: number): number {
  const paths = statement[word]!;
  const count = paths.findIndex(
    (path, index) => (path !== null && ENDS_NAME.test(path)) || (present[word + index + 1] ?? 0) > 0,
  );
  return count < 0 ? paths.length : count + 1;
}
