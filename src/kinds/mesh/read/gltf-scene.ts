import { countOf, finiteNumbers, type JsonObject, objectAt, objectsAt } from '../../../geodata/bounded-json.ts';
import { boxAround, type Box3, cornersOf, growingBox, isSoundBox, type Vector3 } from '../../../geodata/place/box.ts';
import { apply, IDENTITY, type Matrix4, multiply, readMatrix } from '../../../geodata/place/transform.ts';

/** Nodes that are visited, in about a second. */
const MAX_NODES = 100_000;

/** The box around what the scene shows, by the extremes its accessors declare; null when they are not known or sound. */
export function sceneBounds(json: JsonObject): Box3 | null {
  const nodes = objectsAt(json, 'nodes');
  const meshes = meshBoxes(json);
  const box = growingBox();
  // A node is shown once: one that is named again is a circle, or damage.
  const seen = new Set<number>();
  const waiting: { readonly index: number; readonly above: Matrix4 }[] = [];
  const wait = (index: number, above: Matrix4): void => {
    if (index >= nodes.length || seen.has(index) || seen.size === MAX_NODES) return;
    seen.add(index);
    waiting.push({ index, above });
  };
  for (const index of roots(json, nodes)) wait(index, IDENTITY);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const node = nodes[next.index] ?? {};
    const matrix = multiply(next.above, nodeMatrix(node));
    const mesh = meshes[countOf(node['mesh']) ?? -1] ?? null;
    if (mesh !== null) for (const corner of cornersOf(mesh)) box.add(...apply(matrix, corner));
    for (const child of indices(node['children'])) wait(child, matrix);
  }
  const found = box.box();
  return found !== null && isSoundBox(found) && box.leftOut() === 0 ? found : null;
}

const indices = (value: unknown): readonly number[] =>
  Array.isArray(value) ? value.map(countOf).filter((index) => index !== null) : [];

/** Nodes of the scene that is shown; all of them when there is no scene. */
function roots(json: JsonObject, nodes: readonly JsonObject[]): readonly number[] {
  const scene = objectsAt(json, 'scenes')[countOf(json['scene']) ?? 0];
  return scene === undefined ? nodes.map((_, index) => index) : indices(scene['nodes']);
}

/** The box around each mesh, made once however many nodes show it; null for one whose extremes are not known. */
function meshBoxes(json: JsonObject): readonly (Box3 | null)[] {
  const accessors = objectsAt(json, 'accessors');
  return objectsAt(json, 'meshes').map((mesh) =>
    boxAround(
      objectsAt(mesh, 'primitives').flatMap((primitive) => {
        const accessor = accessors[countOf(objectAt(primitive, 'attributes')['POSITION']) ?? -1];
        const [min, max] = [finiteNumbers(accessor?.['min'], 3), finiteNumbers(accessor?.['max'], 3)];
        return min === null || max === null ? [] : [min as unknown as Vector3, max as unknown as Vector3];
      }),
    ),
  );
}

/** The matrix of a node, given as such or as shift, turn and scale. */
function nodeMatrix(node: JsonObject): Matrix4 {
  const given = readMatrix(node['matrix']);
  if (given !== null) return given;
  const [x = 0, y = 0, z = 0] = finiteNumbers(node['translation'], 3) ?? [];
  const [i = 0, j = 0, k = 0, w = 1] = finiteNumbers(node['rotation'], 4) ?? [];
  const [sx = 1, sy = 1, sz = 1] = finiteNumbers(node['scale'], 3) ?? [];
  return [
    (1 - 2 * (j * j + k * k)) * sx,
    2 * (i * j + k * w) * sx,
    2 * (i * k - j * w) * sx,
    0,
    2 * (i * j - k * w) * sy,
    (1 - 2 * (i * i + k * k)) * sy,
    2 * (j * k + i * w) * sy,
    0,
    2 * (i * k + j * w) * sz,
    2 * (j * k - i * w) * sz,
    (1 - 2 * (i * i + j * j)) * sz,
    0,
    x,
    y,
    z,
    1,
  ];
}
