import { readFileSync } from 'node:fs';
import { Copc, type Hierarchy } from 'copc';

/** A cloud as an independent reader sees it. */
export interface ReadCloud {
  readonly copc: Copc;
  readonly nodes: Hierarchy.Node.Map;
  /** Values by name of the dimension, points of all nodes one after the other. */
  readonly values: Readonly<Record<string, readonly number[]>>;
  /** Points that do not lie in the cube of their node. */
  readonly outside: number;
}

/** Reads all points of a COPC with the package `copc`. */
export async function readCopc(path: string, names: readonly string[]): Promise<ReadCloud> {
  const file = readFileSync(path);
  const get = async (begin: number, end: number): Promise<Uint8Array> => file.subarray(begin, end);
  const copc = await Copc.create(get);
  const { nodes } = await Copc.loadHierarchyPage(get, copc.info.rootHierarchyPage);
  const values: Record<string, number[]> = Object.fromEntries(names.map((name) => [name, []]));
  let outside = 0;
  for (const [key, node] of Object.entries(nodes)) {
    if (node === undefined || node.pointCount === 0) continue;
    const view = await Copc.loadPointDataView(get, copc, node);
    for (const name of names) {
      const value = view.getter(name);
      for (let point = 0; point < view.pointCount; point += 1) values[name]!.push(value(point));
    }
    const axes = (['X', 'Y', 'Z'] as const).map((name) => view.getter(name));
    const [level = 0, ...place] = key.split('-').map(Number);
    const [lowX, lowY, lowZ, highX] = copc.info.cube;
    const side = (highX - lowX) / 2 ** level;
    for (let point = 0; point < view.pointCount; point += 1)
      if (axes.some((axis, index) => !isBetween(axis(point), [lowX, lowY, lowZ][index]! + place[index]! * side, side)))
        outside += 1;
  }
  return { copc, nodes, values, outside };
}

const isBetween = (value: number, low: number, side: number): boolean => value >= low && value <= low + side;
