import type { MeshFacts } from './facts.ts';
import { gltfFacts } from './gltf.ts';
import { objFacts } from './obj.ts';
import { plyMeshFacts } from './ply-mesh.ts';
import { stlFacts } from './stl.ts';

export type { MeshFacts } from './facts.ts';
export { type MaterialLibraryFacts, materialLibraryFacts } from './material-library.ts';

const READERS = {
  obj: objFacts,
  ply: plyMeshFacts,
  gltf: (path: string) => gltfFacts(path, 'gltf'),
  glb: (path: string) => gltfFacts(path, 'glb'),
  stl: stlFacts,
};

export type MeshFormat = keyof typeof READERS;

/** Reads what a mesh says of itself. */
export default function meshFacts({ path, format }: { readonly path: string; readonly format: MeshFormat }): MeshFacts {
  return READERS[format](path);
}
