import type { ByteWindow } from '../../../geodata/tiff/byte-window.ts';

const PIECE = 2 ** 20;
/** A face with some thousand corners; what is longer is no line of a model. */
const MAX_LINE = 2 ** 18;
const [NEW_LINE, RETURN, SPACE, TAB] = Buffer.from('\n\r \t');

/** What came of reading lines. */
export interface LinesRead {
  /** False if only `maxBytes` were read. */
  readonly isWhole: boolean;
  /** Lines longer than any line of a model. */
  readonly tooLong: number;
}

/**
 * Gives each line of a text file that is not blank to `take`: the bytes of a piece of the file, and where in it the line begins
 * and ends, without indentation and end of line. Lines end as on any system: LF, CR LF, or CR alone. Lines that are longer than
 * any line of a model are skipped.
 *
 * @param taken called after each piece with the bytes read so far
 */
export function eachLineRange(
  window: ByteWindow,
  maxBytes: number,
  take: (bytes: Buffer, begin: number, end: number) => void,
  taken?: (bytes: number) => void,
): LinesRead {
  let rest: Buffer = Buffer.alloc(0);
  const end = Math.min(window.size, maxBytes);
  let [isSkipping, tooLong] = [false, 0];
  const give = (bytes: Buffer, begin: number, stop: number): void => {
    const first = unindented(bytes, begin, stop);
    if (!isSkipping && first < stop) take(bytes, first, stop);
    isSkipping = false;
  };
  for (let at = 0; at < end; at += PIECE) {
    const piece = window.bytes(at, Math.min(PIECE, end - at));
    if (piece === null) throw new Error('The file is shorter than it was.');
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    const stops = lineEnds(bytes);
    let begin = 0;
    for (let stop = stops(0); stop < bytes.length; stop = stops(begin)) {
      give(bytes, begin, stop);
      begin = stop + 1;
    }
    rest = bytes.subarray(begin);
    if (rest.length > MAX_LINE) {
      rest = Buffer.alloc(0);
      if (!isSkipping) tooLong += 1;
      isSkipping = true;
    }
    taken?.(Math.min(end, at + PIECE));
  }
  if (end === window.size) give(rest, 0, rest.length);
  return { isWhole: end === window.size, tooLong };
}

/** Gives each line to `take` as its own bytes; see `eachLineRange`. True if the whole file was read. */
export const eachLine = (window: ByteWindow, maxBytes: number, take: (line: Buffer) => void): boolean =>
  eachLineRange(window, maxBytes, (bytes, begin, end) => take(bytes.subarray(begin, end))).isWhole;

/** Finds the next end of a line from an index on, which grows; the length when there is none. Each byte is seen twice. */
function lineEnds(bytes: Buffer): (from: number) => number {
  const find = (mark: number | undefined, from: number): number => {
    const found = bytes.indexOf(mark ?? 0, from);
    return found < 0 ? bytes.length : found;
  };
  let [line, carriage] = [find(NEW_LINE, 0), find(RETURN, 0)];
  return (from) => {
    if (line < from) line = find(NEW_LINE, from);
    if (carriage < from) carriage = find(RETURN, from);
    return Math.min(line, carriage);
  };
}

function unindented(bytes: Buffer, from: number, end: number): number {
  let begin = from;
  while (begin < end && (bytes[begin] === SPACE || bytes[begin] === TAB)) begin += 1;
  return begin;
}

/** As long as a line that names a file may be, in bytes; a path has 1024 characters. */
const MAX_STATEMENT = 4096;

/** The text of a line and what follows its first word; both are cut at 4096 bytes. Null for a word alone. */
export function statementOf(line: Buffer): { readonly word: string; readonly rest: string } | null {
  const text = line.toString('utf8', 0, MAX_STATEMENT).trimEnd();
  const cut = text.search(/\s/);
  return cut < 0 ? null : { word: text.slice(0, cut), rest: text.slice(cut).trimStart() };
}
