import type * as work from './scan-thread.ts';
import { createThreads, inOrder } from '../../../concurrency/index.ts';
import { layColumnsOut } from './column-layout.ts';
import { type ColumnSummary, joinedSummary, NOTHING } from './columns.ts';

import type { PlannedColumns } from './plan-columns.ts';
import { columnPieces, type ColumnSourcePlan } from './point-source.ts';
import type { PointLayout } from './point-layout.ts';
import type { Vector3 } from '../../../geodata/place/box.ts';

const LONGEST_PIECE_MS = 600_000;

/** A coordinate as it will be stored. */
const stored = (value: number, { scale, offset }: PointLayout, axis: number): number =>
  Math.round((value - offset[axis]!) / scale[axis]!) * scale[axis]! + offset[axis]!;

/**
 * Looks at all values of a file of columns: only then it is known how exact coordinates are, which range colours have, and how extra values
 * are stored.
 *
 * @param progress told of the share that is done
 */
export async function scanColumns(
  { reader, columns }: PlannedColumns,
  threads: number,
  progress: (share: number) => void,
): Promise<{
  readonly source: ColumnSourcePlan;
  readonly points: number;
  readonly bounds: { readonly min: Vector3; readonly max: Vector3 };
}> {
  const pool = createThreads<typeof work>({
    module: new URL('scan-thread.ts', import.meta.url),
    threads,
    data: reader,
    waiting: 4 * threads,
    timeoutMs: LONGEST_PIECE_MS,
  });
  let summaries: readonly ColumnSummary[] = columns.map(() => NOTHING);
  let points = 0;
  const pieces = columnPieces(reader);
  try {
    await inOrder(
      pieces,
      2 * threads,
      (piece) => pool.run('scan', piece),
      async (found, piece) => {
        points += found.points;
        summaries = summaries.map((summary, column) => joinedSummary(summary, found.columns[column]!));
        progress((piece + 1) / pieces);
      },
    );
  } finally {
    await pool.close();
  }
  const { layout, targets } = layColumnsOut(columns, summaries);
  const axes = (['x', 'y', 'z'] as const).map(
    (axis) => summaries[targets.find(({ field }) => field === axis)!.column]!,
  );
  return {
    source: { kind: 'columns', reader, layout, targets },
    points,
    bounds: {
      min: axes.map(({ lowest }, axis) => stored(lowest, layout, axis)) as unknown as Vector3,
      max: axes.map(({ highest }, axis) => stored(highest, layout, axis)) as unknown as Vector3,
    },
  };
}
