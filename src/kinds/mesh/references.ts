import type { Engine } from '../../engine/index.ts';
import type { LibraryStatement, MeshFacts } from './read/facts.ts';
import { libraryNames } from './library-names.ts';
import { MOST_TOLD, referenceList } from './read/reference-list.ts';
import { meshMaterials } from './read/operations.ts';
import type { NeighbourFile, Neighbours } from '../../inspection/index.ts';

export interface MeshReferences {
  /** Absolute paths of those that are there, by their paths relative to the folder of the mesh. */
  readonly files: Readonly<Record<string, string>>;
  /** Paths of files that are not there, relative to the folder of the mesh; not all when there are many. */
  readonly missing: readonly string[];
  /** How many are not there, of those that were looked at. */
  readonly missingCount: number;
  /** By paths of `missing`, files that differ only by upper and lower case. */
  readonly alike: ReadonlyMap<string, string>;
  /** Files outside of the dataset that it or a material names, in words for people; a few of many. */
  readonly outside: readonly string[];
  /** False when the materials name more files than are looked at. */
  readonly complete: boolean;
}

/** Each library is one call of the engine; models have one or some ten. */
const MAX_LIBRARIES = 64;
/** Most bytes of all libraries of a mesh together; they take some seconds to read. */
const MAX_LIBRARY_BYTES = 16 * 2 ** 20;
/** Names in one question to the database. */
const PIECE = 500;
/** The missing that are named are a property of the entry, which every listing repeats: names, and bytes together. */
const [MAX_NAMED, MAX_NAMED_BYTES] = [100, 16_384] as const;

/**
 * Which of the files that a mesh needs to be drawn are missing: its own references, and those of its materials. What is
 * looked up is bounded however many files name each other; that runs in the server's own process.
 */
export async function lookUpReferences(
  facts: MeshFacts,
  neighbours: Neighbours,
  engine: Engine,
  signal: AbortSignal,
): Promise<MeshReferences> {
  const isInside = neighbours.isInside ?? (() => true);
  const named = await findNames(facts.libraryStatements, neighbours, signal);
  const inDataset = named.filter((name) => name !== null);
  const references = [...new Set([...facts.references, ...inDataset])];
  const libraries = [...new Set([...facts.libraries, ...inDataset])];
  const own = await findInPieces(neighbours, references.filter(isInside), signal);
  const textures = referenceList();
  const outside = new Set([
    ...facts.outside,
    ...(named.includes(null) ? ['a material library'] : []),
    ...references.filter((path) => !isInside(path)),
  ]);
  let [complete, bytes] = [libraries.length <= MAX_LIBRARIES, 0];
  for (const library of libraries.slice(0, MAX_LIBRARIES)) {
    const file = own.get(library);
    if (file === undefined) continue;
    bytes += file.size;
    if (bytes > MAX_LIBRARY_BYTES || textures.full()) {
      complete = false;
      break;
    }
    const materials = await engine.call(meshMaterials, { path: file.path, library }, { signal });
    complete &&= materials.complete;
    for (const name of [...materials.outside, ...materials.textures.filter((path) => !isInside(path))])
      outside.add(name);
    for (const texture of materials.textures.filter(isInside)) if (!textures.add(texture)) break;
  }
  const drawn = await findInPieces(neighbours, textures.paths, signal);
  const missing = new Set([
    ...references.filter((path) => isInside(path) && !own.has(path)),
    ...textures.paths.filter((path) => !drawn.has(path)),
  ]);
  const first = firstOf(missing);
  const there = [...new Map([...own, ...drawn])].map(([name, { path }]) => [name, path] as const);
  return {
    files: Object.fromEntries(there),
    missing: first,
    missingCount: missing.size,
    alike: (first.length === 0 ? undefined : await neighbours.alike?.(first)) ?? new Map(),
    outside: [...outside].slice(0, MOST_TOLD),
    complete: complete && !textures.full(),
  };
}

/** The names in statements of several words, by the files that are there. */
async function findNames(
  statements: readonly LibraryStatement[],
  neighbours: Neighbours,
  signal: AbortSignal,
): Promise<readonly (string | null)[]> {
  const isInside = neighbours.isInside ?? (() => true);
  const possible = statements.flat(2).filter((path) => path !== null && isInside(path)) as string[];
  const there = await findInPieces(neighbours, [...new Set(possible)], signal);
  return statements.flatMap((statement) => libraryNames(statement, (path) => there.has(path)));
}

async function findInPieces(
  neighbours: Neighbours,
  names: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, NeighbourFile>> {
  const found = new Map<string, NeighbourFile>();
  for (let at = 0; at < names.length; at += PIECE) {
    signal.throwIfAborted();
    for (const [name, file] of await neighbours.find(names.slice(at, at + PIECE))) found.set(name, file);
  }
  return found;
}

function firstOf(missing: ReadonlySet<string>): readonly string[] {
  const names: string[] = [];
  let bytes = 0;
  for (const name of missing) {
    bytes += Buffer.byteLength(name);
    if (names.length === MAX_NAMED || bytes > MAX_NAMED_BYTES) break;
    names.push(name);
  }
  return names;
}
