import type { Engine } from '../../engine/index.ts';
import type { MeshFacts } from './read/facts.ts';
import { referenceList } from './read/reference-list.ts';
import { meshMaterials } from './read/operations.ts';
import type { NeighbourFile, Neighbours } from '../../inspection/index.ts';

export interface MeshReferences {
  /** Paths of files that are not there, relative to the folder of the mesh; not all when there are many. */
  readonly missing: readonly string[];
  /** How many are not there, of those that were looked at. */
  readonly missingCount: number;
  /** Whether it or a material names files outside of the dataset. */
  readonly outside: boolean;
  /** False when the materials name more files than are looked at. */
  readonly complete: boolean;
}

/** Each library is one call of the engine; models have one or some ten. */
const MAX_LIBRARIES = 64;
/** Of all libraries of a mesh together, in bytes; it takes some seconds to read. */
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
  { references, libraries }: MeshFacts,
  neighbours: Neighbours,
  engine: Engine,
  signal: AbortSignal,
): Promise<MeshReferences> {
  const isInside = neighbours.isInside ?? (() => true);
  const own = await findInPieces(neighbours, references.filter(isInside), signal);
  const textures = referenceList();
  let [outside, complete, bytes] = [!references.every(isInside), libraries.length <= MAX_LIBRARIES, 0];
  for (const library of libraries.slice(0, MAX_LIBRARIES)) {
    const file = own.get(library);
    if (file === undefined) continue;
    bytes += file.size;
    if (bytes > MAX_LIBRARY_BYTES || textures.full()) {
      complete = false;
      break;
    }
    const facts = await engine.call(meshMaterials, { path: file.path, library }, { signal });
    outside ||= facts.outside;
    complete &&= facts.complete;
    outside ||= !facts.textures.every(isInside);
    for (const texture of facts.textures.filter(isInside)) if (!textures.add(texture)) break;
  }
  const drawn = await findInPieces(neighbours, textures.paths, signal);
  const missing = new Set([
    ...references.filter((path) => isInside(path) && !own.has(path)),
    ...textures.paths.filter((path) => !drawn.has(path)),
  ]);
  return {
    missing: named(missing),
    missingCount: missing.size,
    outside,
    complete: complete && !textures.full(),
  };
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

function named(missing: ReadonlySet<string>): readonly string[] {
  const names: string[] = [];
  let bytes = 0;
  for (const name of missing) {
    bytes += Buffer.byteLength(name);
    if (names.length === MAX_NAMED || bytes > MAX_NAMED_BYTES) break;
    names.push(name);
  }
  return names;
}
