import type { Engine, MeshFacts } from '../../engine/index.ts';
import type { Neighbours } from '../neighbours.ts';

export interface MeshReferences {
  /** Paths of files that are not there, relative to the folder of the mesh. */
  readonly missing: readonly string[];
  /** Whether a material names files outside of any dataset. */
  readonly outside: boolean;
}

/** Each library is one call of the engine; models have one or some ten. */
const MAX_LIBRARIES = 64;
/** As many of the missing are named. */
const MAX_MISSING = 1000;

/** Which of the files that a mesh needs to be drawn are missing: its own references, and those of its materials. */
export async function missingReferences(
  { references, libraries }: MeshFacts,
  neighbours: Neighbours,
  engine: Engine,
  signal: AbortSignal,
): Promise<MeshReferences> {
  if (references.length === 0) return { missing: [], outside: false };
  const present = await neighbours.find(references);
  const textures = new Set<string>();
  let outside = false;
  for (const library of libraries.slice(0, MAX_LIBRARIES)) {
    const file = present.get(library);
    if (file === undefined) continue;
    const facts = await engine.call('mesh-materials', { path: file.path, library }, { signal });
    outside ||= facts.outside;
    for (const texture of facts.textures) textures.add(texture);
  }
  const drawn = textures.size === 0 ? new Map() : await neighbours.find([...textures]);
  const missing = [
    ...references.filter((path) => !present.has(path)),
    ...[...textures].filter((path) => !drawn.has(path)),
  ];
  return { missing: [...new Set(missing)].slice(0, MAX_MISSING), outside };
}
