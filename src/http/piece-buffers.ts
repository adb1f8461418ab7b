import type { ServerResponse } from 'node:http';

/** Bytes of a file in one write to a connection, of which a slow client holds two: few, so that many may be slow. */
export const SENT_PIECE_BYTES = 64 * 1024;

/** Buffers kept for the next answer: 4 MB. What is sent at a time counts as memory of downloads. */
const MOST_KEPT = 64;

/**
 * Buffers for answers of one piece. Without them the garbage collector clears away as many bytes as are sent, and takes longer for
 * it than reading them does.
 */
export interface PieceBuffers {
  take(): Buffer;
  /** Takes the buffer back when all of the answer is sent. One that its caller has left may still be read from: it is let go. */
  giveBack(buffer: Buffer, answer: ServerResponse): void;
}

export function createPieceBuffers(bytes: number): PieceBuffers {
  const kept: Buffer[] = [];
  return {
    take: () => kept.pop() ?? Buffer.allocUnsafeSlow(bytes),
    giveBack(buffer, answer) {
      answer.once('finish', () => {
        if (kept.length < MOST_KEPT) kept.push(buffer);
      });
    },
  };
}

/** The buffers of all answers that are one piece of a file. */
export const pieceBuffers = createPieceBuffers(SENT_PIECE_BYTES);
