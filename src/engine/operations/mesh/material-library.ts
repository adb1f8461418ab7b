import { openWindow } from '../../tiff/byte-window.ts';
import { eachLine } from './lines.ts';
import { besides } from './reference.ts';

export interface MaterialLibraryFacts {
  /** Paths of textures relative to the folder of the mesh. */
  readonly textures: readonly string[];
  /** Whether it also names files outside of any dataset. */
  readonly outside: boolean;
}

/** A library of some thousand materials. */
const MAX_READ = 4 * 2 ** 20;
const MAX_TEXTURES = 4096;
/** Statements that name a picture; all may have options in front of the name. */
const STATEMENT = /^\s*(?:map_\w+|disp|decal|bump|refl|norm)\s+(.*)$/i;
/** Options and how many words follow each at most; those with numbers may have fewer. */
const OPTIONS: Readonly<Record<string, number>> = {
  ...{ '-bm': 1, '-boost': 1, '-texres': 1, '-clamp': 1, '-imfchan': 1, '-type': 1, '-blendu': 1, '-blendv': 1 },
  ...{ '-cc': 1, '-mm': 2, '-o': 3, '-s': 3, '-t': 3 },
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
    const textures = new Set<string>();
    let outside = false;
    eachLine(window, MAX_READ, (line) => {
      const statement = STATEMENT.exec(line.toString('utf8').slice(0, 4096).trimEnd())?.[1];
      const name = statement === undefined ? '' : withoutOptions(statement);
      if (name === '' || textures.size === MAX_TEXTURES) return;
      // Absolute names stay absolute: only relative ones lie beside the library.
      const reference = /^(?:[/\\"]|[a-z][a-z0-9+.-]*:)/i.test(name) ? null : besides(library, name);
      if (reference === null) outside = true;
      else textures.add(reference);
    });
    return { textures: [...textures], outside };
  } finally {
    window.close();
  }
}

/** What is left of a statement behind its options: a name, which may hold spaces. */
function withoutOptions(statement: string): string {
  let rest = statement.trim();
  for (let option = /^-\S+/.exec(rest)?.[0]; option !== undefined; option = /^-\S+/.exec(rest)?.[0]) {
    const words = OPTIONS[option.toLowerCase()];
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
