import { openWindow } from '../../../geodata/tiff/byte-window.ts';
import { countOf, type JsonObject, objectAt, objectsAt } from '../../../geodata/bounded-json.ts';
import { plainText } from '../../../geodata/plain-text.ts';
import type { MeshFacts } from './facts.ts';
import type { GltfDocument } from './gltf-document.ts';
import { sceneBounds } from './gltf-scene.ts';
import { readSoundGltf } from './sound-gltf.ts';
import { outsideName, uriReference } from '../../../geodata/reference.ts';
import { MOST_TOLD, referenceList } from './reference-list.ts';

/** As much of a .gltf file is read, in about a second. */
const MAX_READ = 256 * 2 ** 20;
/** Primitive modes that draw triangles, and how many of `count` corners; others draw points and lines. */
const TRIANGLES: Readonly<Record<number, (count: number) => number>> = {
  4: (count) => Math.floor(count / 3),
  5: (count) => Math.max(0, count - 2),
  6: (count) => Math.max(0, count - 2),
};

/** Facts of glTF 2.0 by its description; no buffer is read. Throws OperationRefusal when the description is not sound. */
export function gltfFacts(path: string, container: 'gltf' | 'glb'): MeshFacts {
  using window = openWindow(path);
  return factsOf(readSoundGltf(window, container, MAX_READ));
}

function factsOf({ json }: GltfDocument): MeshFacts {
  const { paths, outside, complete } = externalFiles(json);
  return {
    ...countPrimitives(json),
    bounds: sceneBounds(json),
    up: 'y',
    references: paths,
    libraries: [],
    libraryStatements: [],
    outside,
    details: {
      version: plainText(String(objectAt(json, 'asset')['version']), 16),
      meshes: objectsAt(json, 'meshes').length,
      materials: objectsAt(json, 'materials').length,
      images: objectsAt(json, 'images').length,
    },
    problems: [
      ...(outside.length > 0 ? ['It names files outside of the dataset, which are not read.'] : []),
      ...(complete ? [] : ['It names more files than are looked at.']),
    ],
  };
}

/** Vertices and triangles of all meshes, each mesh once however often the scene shows it; null for more than can be. */
function countPrimitives(json: JsonObject): Pick<MeshFacts, 'vertices' | 'faces'> {
  const accessors = objectsAt(json, 'accessors');
  const count = (index: unknown): number => countOf(accessors[countOf(index) ?? -1]?.['count']) ?? 0;
  const positions = new Set<unknown>();
  let faces = 0;
  for (const primitive of objectsAt(json, 'meshes').flatMap((mesh) => objectsAt(mesh, 'primitives'))) {
    const position = objectAt(primitive, 'attributes')['POSITION'];
    positions.add(position);
    const corners = count(primitive['indices'] ?? position);
    faces += TRIANGLES[countOf(primitive['mode']) ?? 4]?.(corners) ?? 0;
  }
  const vertices = [...positions].reduce<number>((sum, index) => sum + count(index), 0);
  return { vertices: countOf(vertices), faces: countOf(faces) };
}

interface ExternalFiles {
  readonly paths: readonly string[];
  /** In words for people. */
  readonly outside: readonly string[];
  /** False when there are more than are looked at. */
  readonly complete: boolean;
}

function externalFiles(json: JsonObject): ExternalFiles {
  const list = referenceList();
  const outside = new Set<string>();
  for (const { uri } of [...objectsAt(json, 'buffers'), ...objectsAt(json, 'images')]) {
    if (typeof uri !== 'string' || /^data:/i.test(uri)) continue;
    const path = uriReference(uri);
    if (path !== null && !list.add(path)) break;
    if (path === null && outside.size < MOST_TOLD) outside.add(outsideName(uri));
  }
  return { paths: list.paths, outside: [...outside], complete: !list.full() };
}
