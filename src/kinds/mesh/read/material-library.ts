import { type ByteWindow, openWindow } from '../../../geodata/tiff/byte-window.ts';
import { eachLine, statementOf } from './lines.ts';
import { besides, outsideName } from '../../../geodata/reference.ts';
import { MOST_TOLD, referenceList } from './reference-list.ts';

export interface MaterialLibraryFacts {
  /** Paths of textures relative to the folder of the mesh. */
  readonly textures: readonly string[];
  /** Names that lead out of every dataset, in words for people; a few of many. */
  readonly outside: readonly string[];
  /** False when it names more than are looked at. */
  readonly complete: boolean;
}

/** A library of some thousand materials. */
const MAX_READ = 4 * 2 ** 20;
/** Statements that name a picture; all may have options in front of the name. */
const STATEMENT = /^(?:map_\w{1,32}|disp|decal|bump|refl|norm)$/i;
/** There are fourteen. */
const MAX_OPTIONS = 32;
/** Options and how many words follow each at most; those with numbers may have fewer. */
const OPTIONS: Readonly<Record<string, number>> = {
  '-bm': 1,
  '-boost': 1,
  '-texres': 1,
  '-clamp': 1,
  '-imfchan': 1,
  '-type': 1,
  '-blendu': 1,
  '-blendv': 1,
  '-cc': 1,
  '-mm': 2,
  '-o': 3,
  '-s': 3,
  '-t': 3,
};

/** The textures that a material library of an OBJ names. `library` is its path relative to the folder of the mesh. */
export function materialLibraryFacts({
  path,
  library,
}: {
  readonly path: string;
  readonly library: string;
}): MaterialLibraryFacts {
  const window = openWindow(path);
  try {
    const textures = referenceList();
    const outside = new Set<string>();
    const whole = eachMaterialStatement(window, (word, rest) => {
      if (textures.full() || !STATEMENT.test(word)) return;
      const name = pictureName(rest);
      if (name === '') return;
      const reference = pictureReference(name, library);
      if (reference !== null) textures.add(reference);
      else if (outside.size < MOST_TOLD) outside.add(outsideName(name));
    });
    return { textures: textures.paths, outside: [...outside], complete: whole && !textures.full() };
  } finally {
    window.close();
  }
}

/** Gives the words and rests of the statements of a library to `take`. True if the whole library was read. */
export const eachMaterialStatement = (window: ByteWindow, take: (word: string, rest: string) => void): boolean =>
  eachLine(window, MAX_READ, (line) => {
    const statement = statementOf(line);
    if (statement !== null) take(statement.word, statement.rest);
  });

/**
 * A picture that a library names, as a path relative to the folder of the mesh.
 *
 * @param library path of the library, relative to that folder
 * @returns null for one outside of the dataset: absolute names stay absolute, only relative ones lie beside the library
 */
export const pictureReference = (name: string, library: string): string | null =>
  /^(?:[/\\"]|[a-z][a-z0-9+.-]*:)/i.test(name) ? null : besides(library, name);

/** The name of a picture in a statement, behind its options; it may hold spaces. Empty if there is none. */
export function pictureName(statement: string): string {
  let rest = statement;
  for (let count = 0; count < MAX_OPTIONS; count += 1) {
    const option = /^-\S+/.exec(rest)?.[0] ?? '';
    const words = Object.hasOwn(OPTIONS, option.toLowerCase()) ? OPTIONS[option.toLowerCase()] : undefined;
    if (words === undefined) return rest;
    rest = rest.slice(option.length).trimStart();
    const numeric = words > 1;
    for (let index = 0; index < words; index += 1) {
      const word = /^\S+\s*/.exec(rest)?.[0];
      if (word === undefined || (numeric && Number.isNaN(Number(word)))) break;
      rest = rest.slice(word.length);
    }
  }
  return rest;
}
