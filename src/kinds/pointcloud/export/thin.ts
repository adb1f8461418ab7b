import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { keep } from '../cloud-input/select.ts';
import { addByGroup, readExtents } from '../cloud-input/spread.ts';
import { viewOf } from '../cloud-input/view-of.ts';
import { type PointLayout, recordBytesOf } from '../copc-build/point-layout.ts';
import { openSpill } from '../copc-build/spill.ts';
import { createNearPoints } from './near-points.ts';

/** Points that come in any order, and are thinned when all are there. */
export interface Thinning {
  add(records: Uint8Array): Promise<void>;
  /** Hands over the points that stay, strip by strip from the south. */
  finish(take: (records: Uint8Array) => Promise<void>, progress: (share: number) => void): Promise<void>;
  close(): Promise<void>;
}

/** Only kept points of one strip, and of those beside it, are in memory. */
const STRIPS = 1024;

/**
 * Thins a cloud so that no two points are closer than a distance. Points wait in a scratch file, by strips of y, so memory does not grow
 * with the cloud.
 *
 * @param range lowest and highest y, about; points outside of it go to the first and the last strip
 */
export async function createThinning(
  layout: PointLayout,
  spacing: number,
  range: readonly [low: number, high: number],
  scratch: string,
): Promise<Thinning> {
  const { scale, offset } = layout;
  const recordBytes = recordBytesOf(layout);
  const path = join(scratch, `thinning-${crypto.randomUUID()}.tmp`);
  const spill = await openSpill(path);
  const [low, high] = range;
  const height = Math.max((high - low) / STRIPS, Number.MIN_VALUE);
  const stripOf = (y: number): number => Math.max(0, Math.min(STRIPS - 1, Math.floor((y - low) / height)));
  return {
    add(records) {
      const view = viewOf(records);
      const groupOf = (at: number): number => stripOf(view.getInt32(at + 4, true) * scale[1] + offset[1]);
      return addByGroup(spill, records, recordBytes, STRIPS, groupOf);
    },
    async finish(take, progress) {
      const groups = await spill.finish();
      const near = createNearPoints(spacing);
      for (let strip = 0; strip < STRIPS; strip += 1) {
        const extents = groups.get(strip);
        if (extents === undefined) continue;
        // A strip holds no point below its edge, but for the first one.
        if (strip > 0) near.forgetBelow(low + strip * height - spacing - height);
        for (const records of readExtents(path, extents)) {
          const view = viewOf(records);
          const kept = keep(records, recordBytes, (at) =>
            near.take(
              view.getInt32(at, true) * scale[0] + offset[0],
              view.getInt32(at + 4, true) * scale[1] + offset[1],
              view.getInt32(at + 8, true) * scale[2] + offset[2],
            ),
          );
          await take(kept);
        }
        progress((strip + 1) / STRIPS);
      }
    },
    async close() {
      await spill.close();
      await rm(path, { force: true });
    },
  };
}
