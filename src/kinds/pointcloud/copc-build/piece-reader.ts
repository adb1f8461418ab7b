/** Points of an uploaded file. Its pieces can be read in any order, and by several threads. */
export interface PieceReader {
  /** Records of a piece, in the layout of the build. The next call overwrites them. */
  read(piece: number): Uint8Array;
  close(): void;
}
