import type { FileHandle } from 'node:fs/promises';

/** Bytes read at once: few calls, and memory that does not count. */
const READ_BYTES = 512 * 1024;

/**
 * A part of a file in pieces, which lie in two buffers in turn: while one is sent the other is filled. A piece is good until
 * the next one is asked for.
 *
 * @param end where it ends, exclusive
 * @param fault made when the file is shorter than that
 * @param pieceBytes most bytes of a piece
 */
export async function* filePieces(
  file: FileHandle,
  start: number,
  end: number,
  fault: () => unknown,
  pieceBytes = READ_BYTES,
): AsyncGenerator<Uint8Array> {
  const size = Math.min(pieceBytes, end - start);
  let present: Uint8Array = Buffer.allocUnsafeSlow(size);
  let other: Uint8Array | undefined;
  let coming = read(file, present, start, end);
  for (let at = start; at < end;) {
    const piece = await coming;
    if (piece.length === 0) throw fault();
    at += piece.length;
    if (at < end) {
      [present, other] = [other ?? Buffer.allocUnsafeSlow(size), present];
      coming = read(file, present, at, end);
      coming.catch(() => undefined); // Seen when the piece is wanted.
    }
    yield piece;
  }
}

async function read(file: FileHandle, buffer: Uint8Array, at: number, end: number): Promise<Uint8Array> {
  const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, end - at), at);
  return buffer.subarray(0, bytesRead);
}
