import type { NexusHead } from '../nexus/nexus-head.ts';

/** Triangles of a node that are drawn: those that no chosen finer node replaces. */
export interface DrawnNode {
  readonly number: number;
  readonly parts: readonly DrawnPart[];
}

export interface DrawnPart {
  /** In triangles of the node. */
  readonly from: number;
  readonly end: number;
  readonly texture: number | null;
}

/** What nodes are chosen by, beside all roots. */
export interface Fineness {
  /** A node is chosen when the model would be off by more without it, in units of the model. */
  readonly error: number;
  /** So is a node of this level, or a coarser one. */
  readonly level: number;
}

/**
 * Nodes that together show the model once: with a node all that it replaces parts of are chosen.
 *
 * @param mostTriangles of the nodes that are read: fineness is taken back until they are fewer, down to the roots
 */
export function cutNexus(head: NexusHead, wanted: Fineness, mostTriangles: number): readonly DrawnNode[] {
  for (let [tries, error, level] = [0, wanted.error, wanted.level]; ; [error, level] = [2 * error, level + 1]) {
    const isLast = (tries += 1) === MOST_TRIES;
    const drawn = drawnNodes(head, chosenNodes(head, isLast ? ROOTS : { error, level }));
    const triangles = drawn.reduce((sum, { number }) => sum + head.nodes[number]!.triangles, 0);
    if (triangles <= mostTriangles || isLast) return drawn;
  }
}

const ROOTS: Fineness = { error: Infinity, level: Infinity };
/** Errors of a model differ by less than a million million. */
const MOST_TRIES = 40;

function chosenNodes({ nodes, patches, roots }: NexusHead, { error, level }: Fineness): Uint8Array {
  const chosen = new Uint8Array(nodes.length);
  const hasAll = new Uint8Array(nodes.length).fill(1);
  nodes.forEach((node, number) => {
    const isWanted = number < roots || node.error > error || node.level >= level;
    chosen[number] = hasAll[number]! & (isWanted ? 1 : 0);
    if (chosen[number] === 1) return;
    for (let patch = node.firstPatch; patch < node.endPatch; patch += 1) hasAll[patches[patch]!.node] = 0;
  });
  return chosen;
}

function drawnNodes({ nodes, patches }: NexusHead, chosen: Uint8Array): readonly DrawnNode[] {
  return nodes.flatMap((node, number) => {
    if (chosen[number] === 0) return [];
    const parts: DrawnPart[] = [];
    let from = 0;
    for (const { node: finer, end, texture } of patches.slice(node.firstPatch, node.endPatch)) {
      // The end of the nodes is none, and never chosen.
      if (chosen[finer] !== 1 && end > from) parts.push({ from, end, texture });
      from = end;
    }
    return parts.length === 0 ? [] : [{ number, parts }];
  });
}
