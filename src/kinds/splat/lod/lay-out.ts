import { HARMONICS, roomForSplats, type SplatModel } from '../model/splat-model.ts';
import type { SplatTree } from '../model/splat-tree.ts';
import { ADVANCE_EVERY, type Advance } from './advance.ts';
import type { ChunkOrder } from './chunk-order.ts';
import { halfOf, HALVES } from './halves.ts';
import type { MergeNodes } from './merge-nodes.ts';

/** Share of the time at which only the harmonics remain. */
const PLACING = 0.4;

/**
 * Factor of the opacities of merged splats. They have the sum of surface times opacity of their children, which hide more than those
 * did, as children overlap. With it, real scenes are up to 0.5 dB better at a twentieth and at a fifth of the splats. Less is worse
 * for dense clouds (docs/performance.md).
 */
const MERGED_OPACITY = 0.87;

/** Copies the nodes of a tree into the order of the file, and computes the harmonics of merged ones. */
export function layOut(
  nodes: MergeNodes,
  chunks: ChunkOrder,
  levels: number,
  advance: Advance = () => undefined,
): SplatTree {
  const { leaves, model } = nodes;
  const { order, childCounts, childStarts } = chunks;
  const splats = roomForSplats(order.length, model.shDegree);
  for (let place = 0; place < order.length; place += 1) {
    if (place % ADVANCE_EVERY === 0) advance((PLACING * place) / order.length);
    const node = order[place]!;
    const isLeaf = node < leaves;
    const source = isLeaf ? model : nodes;
    const at = isLeaf ? node : node - leaves;
    for (let axis = 0; axis < 3; axis += 1) {
      splats.centres[3 * place + axis] = source.centres[3 * at + axis]!;
      splats.scales[3 * place + axis] = source.scales[3 * at + axis]!;
      splats.colours[3 * place + axis] = source.colours[3 * at + axis]!;
    }
    for (let index = 0; index < 4; index += 1) splats.rotations[4 * place + index] = source.rotations[4 * at + index]!;
    splats.opacities[place] = isLeaf ? model.opacities[at]! : MERGED_OPACITY * nodes.opacities[at]!;
  }
  if (model.shDegree > 0) layOutHarmonics(nodes, chunks, splats, advance);
  return { splats, childCounts, childStarts, leaves, levels };
}

/** Goes backwards, as children follow their parents. */
function layOutHarmonics(
  nodes: MergeNodes,
  { order, childCounts, childStarts }: ChunkOrder,
  splats: SplatModel,
  advance: Advance,
): void {
  const { leaves, model, weights } = nodes;
  const each = HARMONICS[model.shDegree];
  const from = bitsOf(model);
  const to = bitsOf(splats);
  const sums = new Float64Array(each);
  for (let place = order.length - 1; place >= 0; place -= 1) {
    if (place % ADVANCE_EVERY === 0) advance(1 - ((1 - PLACING) * place) / order.length);
    const node = order[place]!;
    if (node < leaves) {
      for (let index = 0; index < each; index += 1) to[each * place + index] = from[each * node + index]!;
      continue;
    }
    const start = childStarts[place]!;
    const end = start + childCounts[place]!;
    let total = 0;
    for (let child = start; child < end; child += 1) total += weights[order[child]!]!;
    const isWeighed = total > 0 && Number.isFinite(total);
    sums.fill(0);
    for (let child = start; child < end; child += 1) {
      const share = isWeighed ? weights[order[child]!]! / total : 1 / (end - start);
      for (let index = 0; index < each; index += 1) sums[index]! += share * HALVES[to[each * child + index]!]!;
    }
    for (let index = 0; index < each; index += 1) to[each * place + index] = halfOf(sums[index]!);
  }
}

const bitsOf = ({ harmonics }: SplatModel): Uint16Array =>
  new Uint16Array(harmonics.buffer, harmonics.byteOffset, harmonics.length);
