import { type PointLayout, recordBytesOf } from '../copc-build/point-layout.ts';
import type { Area } from './area.ts';
import type { ReturnChoice } from './return-choices.ts';
import { viewOf } from './view-of.ts';

export interface Selection {
  readonly area: Area | null;
  /** Null: all classes. */
  readonly classes: readonly number[] | null;
  readonly returns: ReturnChoice;
  /** Keeps every n-th of the points that pass the other filters, starting with the first. */
  readonly every: number;
}

const [RETURNS_AT, CLASS_AT] = [14, 16] as const;

const RETURN_TESTS: Readonly<Record<ReturnChoice, (number: number, of: number) => boolean>> = {
  all: () => true,
  first: (number) => number <= 1,
  last: (number, of) => number >= of,
  intermediate: (number, of) => number > 1 && number < of,
  single: (_, of) => of <= 1,
};

/** Keeps the chosen points of records. The result is the caller's. */
export function createSelector(
  { area, classes, returns, every }: Selection,
  layout: PointLayout,
): (records: Uint8Array) => Uint8Array {
  const recordBytes = recordBytesOf(layout);
  const { scale, offset } = layout;
  const isWanted = classes === null ? null : new Set(classes);
  const isReturn = RETURN_TESTS[returns];
  let passed = 0;
  return (records) => {
    const view = viewOf(records);
    return keep(records, recordBytes, (at) => {
      if (isWanted !== null && !isWanted.has(records[at + CLASS_AT]!)) return false;
      const byte = records[at + RETURNS_AT]!;
      if (!isReturn(byte & 15, byte >> 4)) return false;
      if (area !== null) {
        const [x, y] = [view.getInt32(at, true), view.getInt32(at + 4, true)];
        if (!area.contains(x * scale[0] + offset[0], y * scale[1] + offset[1])) return false;
      }
      passed += 1;
      return (passed - 1) % every === 0;
    });
  };
}

/** A copy of the records for which a test is true. @param test is given the place of a record in the bytes */
export function keep(records: Uint8Array, recordBytes: number, test: (at: number) => boolean): Uint8Array {
  const kept = new Uint8Array(records.length);
  let [end, start] = [0, -1];
  const copy = (to: number): void => {
    kept.set(records.subarray(start, to), end);
    end += to - start;
    start = -1;
  };
  for (let at = 0; at < records.length; at += recordBytes) {
    const isKept = test(at);
    if (isKept && start < 0) start = at;
    else if (!isKept && start >= 0) copy(at);
  }
  if (start >= 0) copy(records.length);
  return kept.subarray(0, end);
}
