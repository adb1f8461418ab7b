import { inThread, threadData } from '../../../concurrency/index.ts';
import { type ColumnSummary, summaryOf } from './columns.ts';
import { type ColumnPlan, openColumns } from './point-source.ts';

const reader = openColumns(threadData() as ColumnPlan);

/** Looks at all values of a piece. */
export const scan = inThread(
  (piece: number): { readonly points: number; readonly columns: readonly ColumnSummary[] } => {
    const { count, values } = reader.read(piece);
    return { points: count, columns: values.map((column) => summaryOf(column)) };
  },
);
