import type { ColumnTarget } from './column-layout.ts';
import { recordsOfColumns } from './column-source.ts';
import type { ColumnReader } from './columns.ts';
import { e57Pieces, openE57, type E57Plan } from './e57-columns.ts';
import { openLas, type LasSourcePlan } from './las-source.ts';
import { openPly, plyPieces, type PlyPlan } from './ply-columns.ts';
import { eptPieces, openEpt, type EptPlan } from './ept-columns.ts';
import type { PieceReader } from './piece-reader.ts';
import type { PointLayout } from './point-layout.ts';
import { openTiles, tilePieces, type TileSourcePlan } from './tile-source.ts';
import { openText, textPieces, type TextPlan } from './text-columns.ts';

/** A file of columns, and what becomes of them. */
export interface ColumnSourcePlan {
  readonly kind: 'columns';
  readonly reader: ColumnPlan;
  readonly layout: PointLayout;
  readonly targets: readonly ColumnTarget[];
}

export type ColumnPlan = TextPlan | PlyPlan | E57Plan | EptPlan;

/**
 * What a source is, as plain data: the thread that plans a build makes it, and every thread that reads points opens it for itself.
 */
export type SourcePlan = LasSourcePlan | TileSourcePlan | ColumnSourcePlan;

export function openSource(plan: SourcePlan): Promise<PieceReader> | PieceReader {
  if (plan.kind === 'las') return openLas(plan);
  return plan.kind === 'tiles'
    ? openTiles(plan)
    : recordsOfColumns(openColumns(plan.reader), plan.layout, plan.targets);
}

export function openColumns(plan: ColumnPlan): ColumnReader {
  if (plan.kind === 'text') return openText(plan);
  if (plan.kind === 'ept') return openEpt(plan);
  return plan.kind === 'ply' ? openPly(plan) : openE57(plan);
}

export function piecesOf(plan: SourcePlan): number {
  if (plan.kind === 'las') return plan.pieces.length;
  return plan.kind === 'tiles' ? tilePieces(plan) : columnPieces(plan.reader);
}

export function columnPieces(plan: ColumnPlan): number {
  if (plan.kind === 'text') return textPieces(plan);
  if (plan.kind === 'ept') return eptPieces(plan);
  return plan.kind === 'ply' ? plyPieces(plan) : e57Pieces(plan);
}
