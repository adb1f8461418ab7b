import { OperationRefusal } from '../../../engine/for-children.ts';
import type { SplatModel } from '../model/splat-model.ts';
import type { SplatTree } from '../model/splat-tree.ts';
import type { Advance } from './advance.ts';
import { chunkOrder } from './chunk-order.ts';
import { layOut } from './lay-out.ts';
import { mergeLevels } from './merge-levels.ts';
import { type MergeNodes, mergeNodesOf } from './merge-nodes.ts';
import { closeGaps, fillSlots, type Scene, type Tick } from './merge-part.ts';
import { mergeParts } from './merge-parts.ts';
import { type Part, partsOf } from './parts.ts';
import { prune } from './prune.ts';
import { occupiedSlots, roomForSlots } from './slots.ts';
import { spatialOrder } from './spatial-order.ts';

export interface TreeProgress {
  /** Share of the work that is done, 0 to 1. */
  readonly share: number;
  /** Number of merges so far. */
  readonly merged: number;
  /** Level of the splats that are merged now: sizes up to 2^level. */
  readonly level: number;
}

interface TreeOptions {
  /** Threads that merge. Default: the number of processors. */
  readonly threads?: number | undefined;
  /** Maximum number of splats per part. The tree depends on it, so only tests set it. */
  readonly partSplats?: number | undefined;
}

/** Milliseconds between two reports, so that a watching person sees the work go on. */
const REPORT_MS = 250;
/** Shares of the total time at which merging, pruning and ordering end. */
const MERGED = 0.9;
const PRUNED = 0.91;
const ORDERED = 0.94;

/** Builds the levels of detail of a model. The tree does not depend on the number of threads. @throws OperationRefusal for no splats */
export async function buildSplatTree(
  model: SplatModel,
  options: TreeOptions,
  report: (progress: TreeProgress) => void,
): Promise<SplatTree> {
  const { count } = model;
  if (count === 0) throw new OperationRefusal('The model has no splats. Choose one that has.');
  let [merged, last] = [0, performance.now()];
  const reportNow = (share: number, level: number): void => {
    const now = performance.now();
    if (now - last < REPORT_MS && share < 1) return;
    last = now;
    report({ share, merged, level });
  };
  const tick: Tick = (more, level) => {
    merged += more;
    reportNow((MERGED * merged) / count, level);
  };
  const { nodes, levels } = await mergeAll(model, options, tick);
  const advanceTo =
    (from: number, to: number): Advance =>
    (done) =>
      reportNow(from + done * (to - from), levels);
  const stays = prune(nodes, advanceTo(MERGED, PRUNED));
  const chunks = chunkOrder(nodes, stays, advanceTo(PRUNED, ORDERED));
  const tree = layOut(nodes, chunks, levels, advanceTo(ORDERED, 1));
  reportNow(1, levels);
  return tree;
}

/** Merges the splats of each part alone, and then the remaining splats of all parts. */
async function mergeAll(
  model: SplatModel,
  { threads, partSplats }: TreeOptions,
  tick: Tick,
): Promise<{ readonly nodes: MergeNodes; readonly levels: number }> {
  const nodes = mergeNodesOf(model);
  const curve = spatialOrder(model, () => tick(0, 0));
  const parts = partsOf(curve, partSplats);
  const scene: Scene = { nodes, slots: roomForSlots(model.count), order: curve.order };
  const made = await mergeParts(scene, parts, threads, tick);
  fillBetween(scene, parts);
  const firstNode = model.count + closeGaps(scene, parts, made);
  const { levels } = mergeLevels(nodes, occupiedSlots(scene.slots), { firstNode, box: null, tick });
  return { nodes, levels };
}

/** Fills the slots that belong to no part. */
function fillBetween(scene: Scene, parts: readonly Part[]): void {
  let filled = 0;
  for (const { first, end } of parts) {
    fillSlots(scene, filled, first);
    filled = end;
  }
  fillSlots(scene, filled, scene.slots.count);
}
