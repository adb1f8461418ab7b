import { OperationRefusal } from '../../../engine/for-children.ts';
import { type Cloud, eachPiece } from '../cloud-input/open-cloud.ts';
import { viewOf } from '../cloud-input/view-of.ts';
import { recordBytesOf } from '../copc-build/point-layout.ts';
import type { Corridor } from './corridor.ts';

/** Points of a corridor, in order of their distance along the line. */
export interface ProfilePoints {
  readonly count: number;
  readonly records: Uint8Array;
  /** By position in the order. */
  readonly order: Uint32Array;
  /** Metres, by place in `records`. */
  readonly distances: Float64Array;
  readonly offsets: Float64Array;
}

/** All of them are in memory: some 300 MB. A picture has room for a thousandth. */
export const MOST_POINTS = 5_000_000;
const MOST_BYTES = 400_000_000;

/** @throws OperationRefusal where there are none, or too many */
export async function pointsBeside(
  cloud: Cloud,
  corridor: Corridor,
  classes: readonly number[] | null,
  progress: (share: number) => void,
): Promise<ProfilePoints> {
  const { layout } = cloud.source;
  const { scale, offset } = layout;
  const recordBytes = recordBytesOf(layout);
  const isWanted = classes === null ? null : new Set(classes);
  const most = Math.min(MOST_POINTS, Math.floor(MOST_BYTES / recordBytes));
  const found = growing(recordBytes);
  await eachPiece(
    cloud,
    (records) => {
      const view = viewOf(records);
      for (let at = 0; at < records.length; at += recordBytes) {
        if (isWanted !== null && !isWanted.has(records[at + 16]!)) continue;
        const x = view.getInt32(at, true) * scale[0] + offset[0];
        const y = view.getInt32(at + 4, true) * scale[1] + offset[1];
        const beside = corridor.beside(x, y);
        if (beside === null) continue;
        if (found.count() === most)
          throw new OperationRefusal(
            `The corridor has more than ${most} points. Choose a shorter line, a narrower corridor or fewer classes.`,
            'too-large',
          );
        found.add(records.subarray(at, at + recordBytes), beside.distance, beside.offset);
      }
    },
    progress,
  );
  if (found.count() === 0)
    throw new OperationRefusal('The corridor has no point. Does the line lie within the cloud? Try a wider corridor.');
  return found.sorted();
}

const FIRST_ROOM = 4096;

function growing(recordBytes: number) {
  let room = FIRST_ROOM;
  let count = 0;
  let records = new Uint8Array(room * recordBytes);
  let distances = new Float64Array(room);
  let offsets = new Float64Array(room);
  const grown = <T extends Uint8Array | Float64Array>(larger: T, before: T): T => {
    larger.set(before);
    return larger;
  };
  return {
    count: () => count,
    add(record: Uint8Array, distance: number, offset: number): void {
      if (count === room) {
        room = Math.ceil(room * 1.5);
        records = grown(new Uint8Array(room * recordBytes), records);
        distances = grown(new Float64Array(room), distances);
        offsets = grown(new Float64Array(room), offsets);
      }
      records.set(record, count * recordBytes);
      distances[count] = distance;
      offsets[count] = offset;
      count += 1;
    },
    sorted(): ProfilePoints {
      const order = Uint32Array.from({ length: count }, (_, index) => index);
      order.sort((one, other) => distances[one]! - distances[other]! || one - other);
      return { count, records, order, distances, offsets };
    },
  };
}
