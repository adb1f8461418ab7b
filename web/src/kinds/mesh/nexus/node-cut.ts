import type { NexusHead } from '../../../../../src/kinds/mesh/nexus/nexus-head.ts';
import { createHeap } from '../../../scene/loading/heap.ts';

/** Which nodes replace which, counted once for a file. */
export type NodeGraph = {
  readonly head: Pick<NexusHead, 'nodes' | 'patches' | 'roots'>;
  /** Patches that each node replaces. */
  readonly replaced: Uint32Array;
  /** Triangles of these patches. */
  readonly replacedTriangles: Uint32Array;
};

export type CutLimits = {
  /** Triangles that are drawn. */
  readonly maxTriangles: number;
  readonly maxBytes: number;
  /** Nodes whose error is smaller on the screen are not needed. */
  readonly minPixels: number;
};

export function nodeGraph(head: NodeGraph['head']): NodeGraph {
  const replaced = new Uint32Array(head.nodes.length + 1);
  const replacedTriangles = new Uint32Array(head.nodes.length + 1);
  for (const { firstPatch, endPatch } of head.nodes)
    for (let patch = firstPatch; patch < endPatch; patch += 1) {
      const { node, end } = head.patches[patch]!;
      replaced[node]! += 1;
      replacedTriangles[node]! += end - startOf(head, firstPatch, patch);
    }
  return { head, replaced, replacedTriangles };
}

const startOf = ({ patches }: NodeGraph['head'], firstPatch: number, patch: number): number =>
  patch === firstPatch ? 0 : patches[patch - 1]!.end;

/**
 * Chooses nodes from the roots on, always the one with the largest error on the screen next. A node can be chosen once all nodes whose
 * patches it replaces are chosen, so what is drawn has no gaps and no overlaps.
 *
 * @param pixelsOf error of a node on the screen; null for a node that cannot be seen
 * @param bytesOf memory that a node takes
 * @returns their numbers, the most needed first
 */
export function chooseCut(
  graph: NodeGraph,
  pixelsOf: (number: number) => number | null,
  bytesOf: (number: number) => number,
  { maxTriangles, maxBytes, minPixels }: CutLimits,
): readonly number[] {
  const { head, replaced, replacedTriangles } = graph;
  const chosen: number[] = [];
  const left = replaced.slice();
  const open = createHeap<number>();
  for (let root = 0; root < head.roots; root += 1) open.push(Infinity, root);
  let [triangles, bytes] = [0, 0];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const number = next.item;
    const node = head.nodes[number]!;
    triangles += node.triangles - replacedTriangles[number]!;
    bytes += bytesOf(number);
    // Roots are always needed: without them there is nothing.
    if (number >= head.roots && (triangles > maxTriangles || bytes > maxBytes)) return chosen;
    chosen.push(number);
    for (let patch = node.firstPatch; patch < node.endPatch; patch += 1) {
      const finer = head.patches[patch]!.node;
      left[finer]! -= 1;
      if (finer === head.nodes.length || left[finer]! > 0) continue;
      const pixels = pixelsOf(finer);
      if (pixels !== null && pixels > minPixels) open.push(pixels, finer);
    }
  }
  return chosen;
}

/**
 * Nodes to load before they are seen.
 *
 * @param chosen what the picture needs @param around what it would need if the eye turned, the most needed first
 * @returns as many as there is room for beside `chosen`
 */
export function nodesAhead(
  chosen: readonly number[],
  around: readonly number[],
  bytesOf: (number: number) => number,
  maxBytes: number,
): readonly number[] {
  const isChosen = new Set(chosen);
  let bytes = chosen.reduce((sum, number) => sum + bytesOf(number), 0);
  const others = around.filter((number) => !isChosen.has(number));
  const end = others.findIndex((number) => (bytes += bytesOf(number)) > maxBytes);
  return end < 0 ? others : others.slice(0, end);
}

/** The chosen nodes that can be drawn: they are there, and so are all that lead to them. */
export function drawableNodes(
  { head, replaced }: NodeGraph,
  chosen: readonly number[],
  isThere: (number: number) => boolean,
): ReadonlySet<number> {
  const drawn = new Set<number>();
  const left = replaced.slice();
  for (const number of chosen) {
    if (left[number]! > 0 || !isThere(number)) continue;
    drawn.add(number);
    const { firstPatch, endPatch } = head.nodes[number]!;
    for (let patch = firstPatch; patch < endPatch; patch += 1) left[head.patches[patch]!.node]! -= 1;
  }
  return drawn;
}

/** Triangles of a node from `start` on. */
export type TriangleRange = { readonly start: number; readonly count: number };

/** Triangles of a drawn node that no other drawn node replaces. Ranges that touch are one. */
export function rangesToDraw(
  head: NodeGraph['head'],
  number: number,
  drawn: ReadonlySet<number>,
): readonly TriangleRange[] {
  const { firstPatch, endPatch } = head.nodes[number]!;
  const ranges: TriangleRange[] = [];
  let start = 0;
  for (let patch = firstPatch; patch < endPatch; patch += 1) {
    const { node, end } = head.patches[patch]!;
    const before = ranges.at(-1);
    if (!drawn.has(node) && end > start) {
      if (before !== undefined && before.start + before.count === start)
        ranges[ranges.length - 1] = { start: before.start, count: end - before.start };
      else ranges.push({ start, count: end - start });
    }
    start = end;
  }
  return ranges;
}
