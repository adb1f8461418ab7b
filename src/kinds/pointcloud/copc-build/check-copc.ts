import type * as work from './threads.ts';
import { createThreads, inOrder } from '../../../concurrency/index.ts';
import { isSoundBox } from '../../../geodata/place/box.ts';
import { type ByteWindow } from '../../../geodata/tiff/byte-window.ts';
import { keyText, type CopcNode } from '../copc/copc-layout.ts';
import { allNodes, type ByteSource, CopcError, readCopcHeader } from '../copc/copc-reader.ts';
import { dimensionsOf } from '../records/dimensions.ts';
import { FOOTPRINT_CELLS } from '../records/records.ts';
import { type BuiltCloud, buildThreads, gridOf, isWithin } from './build-cloud.ts';

import type { LasSourcePlan } from './las-source.ts';
import { joined, noMeasures } from './measures.ts';
import type { PointLayout } from './point-layout.ts';
import type { BuildThreadData } from './threads.ts';

const LONGEST_CHUNK_MS = 600_000;
/** The hierarchy of a cloud of 10^11 points has some two million nodes. */
const MAX_NODES = 10_000_000;

/** What a sound COPC holds. */
export type CheckedCloud = BuiltCloud & { readonly layout: PointLayout };

/**
 * Looks at all points of a COPC, which others have written: whether its hierarchy leads to all of them, and each lies in its node.
 *
 * @throws CopcError for what is wrong; viewers would show a part, or points at wrong places
 */
export async function checkCopc(
  path: string,
  window: ByteWindow,
  progress: (share: number) => void,
): Promise<CheckedCloud> {
  const source = sourceOf(window);
  const header = await readCopcHeader(source);
  const { format, recordBytes, scale, offset, extra, info, min, max } = header;
  if (![...info.center, info.halfSize, info.spacing].every(Number.isFinite) || info.halfSize <= 0 || info.spacing <= 0)
    throw new CopcError('Its cube has no size, or no place.');
  const nodes: CopcNode[] = [];
  let entries = 0;
  for await (const node of allNodes(source, header)) {
    if (node.points > 0) nodes.push(node);
    if ((entries += 1) > MAX_NODES) throw new CopcError(`Its hierarchy has more than ${MAX_NODES} nodes.`);
  }
  const counted = nodes.reduce((sum, { points }) => sum + points, 0);
  if (counted !== header.pointCount)
    throw new CopcError(`Its header says ${header.pointCount} points, and its hierarchy has ${counted}.`);
  if (!isSoundBox({ min, max })) throw new CopcError('Its bounds are not a box of finite numbers.');
  const layout: PointLayout = { format, extra, scale, offset };
  const plan: LasSourcePlan = { kind: 'las', path, format, recordBytes, compressed: true, pieces: nodes, layout };
  const side = 2 * info.halfSize;
  const corner = info.center.map((value) => value - info.halfSize) as unknown as typeof min;
  const footprint = new Uint8Array(new SharedArrayBuffer(FOOTPRINT_CELLS ** 2));
  const grid = gridOf({ min, max }, layout);
  const data: BuildThreadData = { source: plan, cube: { min: corner, side, scale, offset }, grid, footprint };
  const count = buildThreads();
  const threads = createThreads<typeof work>({
    module: new URL('threads.ts', import.meta.url),
    threads: count,
    data,
    waiting: 4 * count,
    timeoutMs: LONGEST_CHUNK_MS,
  });
  let measures = noMeasures(dimensionsOf(layout));
  try {
    await inOrder(
      nodes.length,
      2 * count,
      (piece) => threads.run('check', { piece, node: nodes[piece]! }),
      async (found, piece) => {
        if (found.outside > 0)
          throw new CopcError(`${found.outside} points of node ${keyText(nodes[piece]!)} lie outside of it.`);
        measures = joined(measures, found.measures);
        progress((piece + 1) / nodes.length);
      },
    );
  } finally {
    await threads.close();
  }
  if (!isWithin(measures, { min, max }, layout))
    throw new CopcError('Its points lie outside of the bounds in its header.');
  return { layout, measures, footprint, grid, nodes: nodes.length, bytes: window.size };
}

const sourceOf = (window: ByteWindow): ByteSource => ({
  size: window.size,
  async read(offset, bytes) {
    const found = window.bytes(offset, bytes);
    if (found === null) throw new CopcError('The file is cut off.');
    return found;
  },
});
