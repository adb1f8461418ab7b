import { open } from 'node:fs/promises';
import { viewOf } from '../cloud-input/view-of.ts';
import { numberText, valueColumns } from '../cloud-output/value-columns.ts';
import { type PointLayout, recordBytesOf } from '../copc-build/point-layout.ts';
import { writeAll } from '../copc-build/spill.ts';
import type { ProfilePoints } from './profile-points.ts';

/** Tenths of a millimetre. */
const DIGITS = 4;
/** Rows that are written at once. */
const ROWS = 4096;

/** A row for each point: where it lies beside the line, its height in metres, then all its values. */
export async function writeTable(
  path: string,
  { count, records, order, distances, offsets }: ProfilePoints,
  layout: PointLayout,
  metresPerHeight: number,
): Promise<void> {
  const columns = valueColumns(layout);
  const recordBytes = recordBytesOf(layout);
  const view = viewOf(records);
  const rowOf = (point: number): string => {
    const at = point * recordBytes;
    const height = (view.getInt32(at + 8, true) * layout.scale[2] + layout.offset[2]) * metresPerHeight;
    return [
      ...[distances[point]!, offsets[point]!, height].map((value) => numberText(value, DIGITS)),
      ...columns.map(({ read, digits }) => numberText(read(view, at), digits)),
    ].join(',');
  };
  const handle = await open(path, 'wx');
  try {
    const header = ['distance_m', 'offset_m', 'height_m', ...columns.map(({ name }) => name)];
    let bytes = Buffer.from(`${header.join(',')}\n`);
    let end = 0;
    for (let from = 0; ; from += ROWS) {
      await writeAll(handle, bytes, end);
      end += bytes.length;
      if (from >= count) break;
      bytes = Buffer.from(`${Array.from(order.subarray(from, Math.min(count, from + ROWS)), rowOf).join('\n')}\n`);
    }
  } finally {
    await handle.close();
  }
}
