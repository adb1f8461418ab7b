import { OperationRefusal } from '../../../../engine/for-children.ts';
import { countOf } from '../../../../geodata/bounded-json.ts';
import { eachShownNode } from '../../read/gltf-nodes.ts';
import type { GltfParts } from './parts.ts';
import { placeInScene, type ScenePlace } from './place-in-scene.ts';

/** Where the scene shows each mesh, by the number of the mesh. @throws OperationRefusal for nodes that contain themselves */
export function placesOfMeshes({ document, meshes }: GltfParts): ReadonlyMap<number, readonly ScenePlace[]> {
  const places = new Map<number, ScenePlace[]>();
  const { repeated, tooMany } = eachShownNode(document.json, (node, matrix) => {
    const mesh = countOf(node['mesh']);
    if (mesh === null || meshes[mesh] === undefined) return;
    const known = places.get(mesh) ?? [];
    places.set(mesh, known);
    known.push(placeInScene(matrix));
  });
  if (repeated !== null) throw new OperationRefusal(`Its node ${repeated} is in the scene twice, or contains itself.`);
  if (tooMany) throw new OperationRefusal('Its scene has more nodes than can be read.', 'too-large');
  return places;
}
