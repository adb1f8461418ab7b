import type { ByteWindow } from '../../tiff/byte-window.ts';

const PIECE = 2 ** 20;
/** A face with some thousand corners; what is longer is no line of a model. */
const MAX_LINE = 2 ** 18;
const NEW_LINE = 10;

/**
 * Gives every line of a text file to `take`, as its bytes without the end of line, until `maxBytes` were read. Lines that
 * are longer than any line of a model are left out. True when the whole file was read.
 */
export function eachLine(window: ByteWindow, maxBytes: number, take: (bytes: Buffer) => void): boolean {
  let rest: Buffer = Buffer.alloc(0);
  const end = Math.min(window.size, maxBytes);
  let skipping = false;
  for (let at = 0; at < end; at += PIECE) {
    const piece = window.bytes(at, Math.min(PIECE, end - at));
    if (piece === null) return false;
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    let begin = 0;
    for (let stop = bytes.indexOf(NEW_LINE); stop >= 0; stop = bytes.indexOf(NEW_LINE, begin)) {
      if (!skipping) take(bytes.subarray(begin, stop));
      skipping = false;
      begin = stop + 1;
    }
    rest = bytes.subarray(begin);
    if (rest.length > MAX_LINE) {
      rest = Buffer.alloc(0);
      skipping = true;
    }
  }
  if (end < window.size) return false;
  if (rest.length > 0 && !skipping) take(rest);
  return true;
}
