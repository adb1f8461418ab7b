import { OperationRefusal } from '../../../engine/for-children.ts';
import type { SplatModel } from '../model/splat-model.ts';
import type { SplatTree } from '../model/splat-tree.ts';
import { chunkOrder } from './chunk-order.ts';
import { layOut } from './lay-out.ts';
import { measureLeaves, mergeNodesOf } from './merge-nodes.ts';
import { mergeLevels } from './merge-levels.ts';
import { prune } from './prune.ts';
import { createSlotWriter, roomForSlots } from './slots.ts';
import { spatialOrder } from './spatial-order.ts';

export interface TreeProgress {
  /** 0 to 1. */
  readonly share: number;
  readonly merged: number;
  readonly level: number;
}

export interface TreeOptions {
  /** Number of processors by default. */
  readonly threads?: number | undefined;
}

/** Milliseconds between two reports: more would fill logs, fewer look like a halt. */
const REPORT_MS = 250;
/** Merging takes this share of the time; the rest is the layout. */
const MERGING = 0.9;

/** Builds the levels of detail of a model. The tree does not depend on the number of threads. */
export async function buildSplatTree(
  model: SplatModel,
  _options: TreeOptions,
  report: (progress: TreeProgress) => void,
): Promise<SplatTree> {
  const { count } = model;
  if (count === 0) throw new OperationRefusal('The model has no splats. Choose one that has.');
  const nodes = mergeNodesOf(model);
  measureLeaves(nodes, 0, count);
  const slots = roomForSlots(count);
  const write = createSlotWriter(nodes, slots);
  const order = spatialOrder(model);
  for (let slot = 0; slot < count; slot += 1) write(slot, order[slot]!);
  let [merged, last] = [0, performance.now()];
  const tick = (more: number, level: number): void => {
    merged += more;
    const now = performance.now();
    if (now - last < REPORT_MS) return;
    last = now;
    report({ share: (MERGING * merged) / count, merged, level });
  };
  const { levels } = mergeLevels(nodes, slots, { firstNode: count, box: null, tick });
  report({ share: MERGING, merged: count - 1, level: levels });
  const tree = layOut(nodes, chunkOrder(nodes, prune(nodes)), levels);
  report({ share: 1, merged: count - 1, level: levels });
  return tree;
}
