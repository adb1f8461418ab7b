import { countOf, finiteNumbers, type JsonObject, objectsAt } from '../../../geodata/bounded-json.ts';
import { IDENTITY, type Matrix4, multiply, readMatrix } from '../../../geodata/place/transform.ts';

/** Nodes that are visited, in about a second. */
const MAX_NODES = 100_000;

/** What of the nodes was not visited. */
export interface NodesLeftOut {
  /** A node that is named a second time: it contains itself, or the file is damaged. Null for none. */
  readonly repeated: number | null;
  /** Whether there are more nodes than are visited. */
  readonly tooMany: boolean;
}

/** Gives the nodes of the scene that is shown to `visit`, in their order, each once, with the matrix that places it in the scene. */
export function eachShownNode(json: JsonObject, visit: (node: JsonObject, matrix: Matrix4) => void): NodesLeftOut {
  const nodes = objectsAt(json, 'nodes');
  const seen = new Set<number>();
  const waiting: { readonly index: number; readonly above: Matrix4 }[] = [];
  let [repeated, tooMany]: [number | null, boolean] = [null, false];
  const wait = (index: number, above: Matrix4): void => {
    if (index >= nodes.length) return;
    if (seen.has(index)) repeated ??= index;
    else if (seen.size === MAX_NODES) tooMany = true;
    else {
      seen.add(index);
      waiting.push({ index, above });
    }
  };
  // The last that waits is visited first.
  for (const index of roots(json, nodes).toReversed()) wait(index, IDENTITY);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const node = nodes[next.index] ?? {};
    const matrix = multiply(next.above, nodeMatrix(node));
    visit(node, matrix);
    for (const child of indices(node['children']).toReversed()) wait(child, matrix);
  }
  return { repeated, tooMany };
}

const indices = (value: unknown): readonly number[] =>
  Array.isArray(value) ? value.map(countOf).filter((index) => index !== null) : [];

/** Nodes of the scene that is shown: the default one, else the first. Without a scene, all that are in no other. */
function roots(json: JsonObject, nodes: readonly JsonObject[]): readonly number[] {
  const scene = objectsAt(json, 'scenes')[countOf(json['scene']) ?? 0];
  if (scene !== undefined) return indices(scene['nodes']);
  const inside = new Set(nodes.flatMap((node) => indices(node['children'])));
  return nodes.map((_, index) => index).filter((index) => !inside.has(index));
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
