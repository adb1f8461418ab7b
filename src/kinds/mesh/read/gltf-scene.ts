import { countOf, finiteNumbers, type JsonObject, objectAt, objectsAt } from '../../../geodata/bounded-json.ts';
import { boxAround, type Box3, cornersOf, growingBox, isSoundBox, type Vector3 } from '../../../geodata/place/box.ts';
import { apply } from '../../../geodata/place/transform.ts';
import { eachShownNode } from './gltf-nodes.ts';

/** The box around what the scene shows, by the extremes its accessors declare; null when they are not known or sound. */
export function sceneBounds(json: JsonObject): Box3 | null {
  const meshes = meshBoxes(json);
  const box = growingBox();
  eachShownNode(json, (node, matrix) => {
    const mesh = meshes[countOf(node['mesh']) ?? -1] ?? null;
    if (mesh !== null) for (const corner of cornersOf(mesh)) box.add(...apply(matrix, corner));
  });
  const found = box.box();
  return found !== null && isSoundBox(found) && box.leftOut() === 0 ? found : null;
}

/** Largest whole numbers of types, which are 1 where they are shares. */
const SHARES: Readonly<Record<number, number>> = { 5120: 127, 5121: 255, 5122: 32_767, 5123: 65_535 };

/** The box around each mesh, made once however many nodes show it; null for one whose extremes are not known. */
function meshBoxes(json: JsonObject): readonly (Box3 | null)[] {
  const accessors = objectsAt(json, 'accessors');
  return objectsAt(json, 'meshes').map((mesh) =>
    boxAround(
      objectsAt(mesh, 'primitives').flatMap((primitive) => {
        const accessor = accessors[countOf(objectAt(primitive, 'attributes')['POSITION']) ?? -1];
        const most = accessor?.['normalized'] === true ? (SHARES[Number(accessor['componentType'])] ?? 1) : 1;
        const [min, max] = [finiteNumbers(accessor?.['min'], 3), finiteNumbers(accessor?.['max'], 3)];
        if (min === null || max === null) return [];
        return [min, max].map((corner) => corner.map((value) => value / most) as unknown as Vector3);
      }),
    ),
  );
}
