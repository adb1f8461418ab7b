import { OperationRefusal } from '../../../../engine/for-children.ts';
import { countOf, type JsonObject, objectAt, objectsAt } from '../../../../geodata/bounded-json.ts';
import { eachShownNode } from '../../read/gltf-nodes.ts';
import type { Progress } from '../model-request.ts';
import { TRIANGLES } from '../triangle-assembler.ts';
import type { GltfParts } from './parts.ts';
import { placeInScene, type ScenePlace } from './place-in-scene.ts';

export interface ShownPrimitive {
  readonly primitive: JsonObject;
  readonly mode: number;
  readonly places: readonly ScenePlace[];
}

/** Most corners of all primitives, counted each time they are shown: a minute. */
const MOST_CORNERS = 300_000_000;
/** Most vertices of all primitives, counted each time they are shown: a minute. Primitives may share their vertices. */
const MOST_VERTICES = 3_000_000_000;
/** Primitives, as often as they are shown: some seconds. */
const MOST_SHOWN = 1_000_000;

/** The primitives of the scene and where it shows them. @throws OperationRefusal for nodes that contain themselves */
export const shownPrimitives = (parts: GltfParts): readonly ShownPrimitive[] =>
  [...placesOfMeshes(parts)].flatMap(([mesh, places]) =>
    objectsAt(parts.meshes[mesh]!, 'primitives').map((primitive) => ({
      primitive,
      mode: countOf(primitive['mode']) ?? TRIANGLES,
      places,
    })),
  );

function placesOfMeshes({ document, meshes }: GltfParts): ReadonlyMap<number, readonly ScenePlace[]> {
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

/** Tells the share that was read as corners are read. @throws OperationRefusal for a scene of too many */
export function shareOf(
  parts: GltfParts,
  shown: readonly ShownPrimitive[],
  progress: Progress,
): (corners: number) => void {
  const countIn = (accessor: unknown): number => countOf(parts.accessors[countOf(accessor) ?? -1]?.['count']) ?? 0;
  let [primitives, corners, vertices] = [0, 0, 0];
  for (const { primitive, places } of shown) {
    const position = objectAt(primitive, 'attributes')['POSITION'];
    primitives += places.length;
    corners += places.length * countIn(primitive['indices'] ?? position);
    vertices += (1 + places.length) * countIn(position);
  }
  if (primitives > MOST_SHOWN || corners > MOST_CORNERS || vertices > MOST_VERTICES)
    throw new OperationRefusal(
      `Its scene shows ${primitives} parts with ${corners} corners of ${vertices} vertices, which are too many.`,
      'too-large',
    );
  let read = 0;
  return (count) => {
    read += count;
    progress(Math.min(1, read / Math.max(1, corners)));
  };
}
