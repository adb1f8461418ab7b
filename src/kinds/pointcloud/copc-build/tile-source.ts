import { OperationRefusal } from '../../../engine/for-children.ts';
import { openWindow } from '../../../geodata/tiff/byte-window.ts';
import { readLasHeader } from '../read/las-header.ts';
import { readLasRecords } from '../read/las-records.ts';
import { createLasReading, type LasPointLayout, type LasSourcePlan, planLas } from './las-source.ts';
import type { PieceReader } from './piece-reader.ts';
import { sharedNumbers, type SharedTexts, shareTexts, textAt } from './shared-texts.ts';

/** Many LAS or LAZ files that are laid out alike, as one source: the tiles of an Entwine point tile. */
export interface TileSourcePlan extends LasPointLayout {
  readonly kind: 'tiles';
  readonly paths: SharedTexts;
  /** Four numbers a piece: index of its path, offset, bytes, points. */
  readonly rows: Float64Array<SharedArrayBuffer>;
  /** Sum of the point counts in the headers of the tiles. */
  readonly points: number;
}

const ROW = 4;
type Row = readonly [tile: number, offset: number, bytes: number, points: number];

/** @param paths of tiles, one at least. @throws OperationRefusal where a tile cannot be read, or is laid out differently */
export function planTiles(paths: readonly string[]): TileSourcePlan {
  let first: LasSourcePlan | undefined;
  const found: number[] = [];
  let points = 0;
  for (const [index, path] of paths.entries()) {
    const window = openWindow(path);
    try {
      const header = readLasHeader(window);
      const plan = planLas(path, window, header, readLasRecords(window, header));
      if (layoutOf(plan) !== layoutOf((first ??= plan)))
        throw new OperationRefusal('Its tiles are laid out differently: other dimensions, scales or offsets.');
      for (const piece of plan.pieces) found.push(index, piece.offset, piece.bytes, piece.points);
      points += header.pointCount;
    } finally {
      window.close();
    }
  }
  if (first === undefined) throw new OperationRefusal('It has no tile with points.');
  const { format, recordBytes, compressed, layout } = first;
  const rows = sharedNumbers(found.length);
  rows.set(found);
  return { kind: 'tiles', format, recordBytes, compressed, layout, paths: shareTexts(paths), rows, points };
}

export const tilePieces = ({ rows }: TileSourcePlan): number => rows.length / ROW;

const layoutOf = ({ format, recordBytes, compressed, layout }: LasSourcePlan): string =>
  JSON.stringify([
    format,
    recordBytes,
    compressed,
    layout.scale,
    layout.offset,
    layout.extra.map(({ name, type }) => [name, type]),
  ]);

export async function openTiles({ paths, rows, ...plan }: TileSourcePlan): Promise<PieceReader> {
  const readPiece = await createLasReading(plan);
  return {
    read(index) {
      const [tile, offset, bytes, points] = rows.subarray(ROW * index, ROW * (index + 1)) as unknown as Row;
      const window = openWindow(textAt(paths, tile));
      try {
        return readPiece(window, { offset, bytes, points });
      } finally {
        window.close();
      }
    },
    close: () => undefined,
  };
}
