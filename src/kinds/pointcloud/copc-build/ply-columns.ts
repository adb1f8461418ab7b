import { openWindow } from '../../../geodata/tiff/byte-window.ts';
import { type BinaryColumn, readColumns } from './binary-columns.ts';
import type { ColumnReader } from './columns.ts';

export interface PlyPlan {
  readonly kind: 'ply';
  readonly path: string;
  readonly isLittle: boolean;
  readonly offset: number;
  readonly vertexBytes: number;
  readonly vertices: number;
  readonly properties: readonly BinaryColumn[];
}

const PIECE_VERTICES = 100_000;

export const plyPieces = ({ vertices }: PlyPlan): number => Math.ceil(vertices / PIECE_VERTICES);

/** Vertices of a binary PLY file. */
export function openPly({ path, isLittle, offset, vertexBytes, vertices, properties }: PlyPlan): ColumnReader {
  const window = openWindow(path);
  return {
    read(piece) {
      const first = piece * PIECE_VERTICES;
      const count = Math.min(PIECE_VERTICES, vertices - first);
      const bytes = window.bytes(offset + first * vertexBytes, count * vertexBytes);
      if (bytes === null) throw new Error('The file is shorter than it was.');
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      return readColumns(view, count, vertexBytes, properties, isLittle);
    },
    close: () => window.close(),
  };
}
