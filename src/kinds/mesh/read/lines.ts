import type { ByteWindow } from '../../../geodata/tiff/byte-window.ts';

const PIECE = 2 ** 20;
/** A face with some thousand corners; what is longer is no line of a model. */
const MAX_LINE = 2 ** 18;
const [NEW_LINE, RETURN, SPACE, TAB] = Buffer.from('\n\r \t');

/**
 * Gives every line of a text file that is not blank to `take`, as its bytes without indentation and end of line, until
 * `maxBytes` were read. Lines end as on any system: LF, CR LF, or CR alone. Lines that are longer than any line of a model
 * are left out. True when the whole file was read.
 */
export function eachLine(window: ByteWindow, maxBytes: number, take: (bytes: Buffer) => void): boolean {
  let rest: Buffer = Buffer.alloc(0);
  const end = Math.min(window.size, maxBytes);
  let skipping = false;
  const give = (line: Buffer): void => {
    const content = skipping ? line.subarray(line.length) : unindented(line);
    if (content.length > 0) take(content);
  };
  for (let at = 0; at < end; at += PIECE) {
    const piece = window.bytes(at, Math.min(PIECE, end - at));
    if (piece === null) return false;
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    const stops = lineEnds(bytes);
    let begin = 0;
    for (let stop = stops(0); stop < bytes.length; stop = stops(begin)) {
      give(bytes.subarray(begin, stop));
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
  give(rest);
  return true;
}

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

function unindented(line: Buffer): Buffer {
  let begin = 0;
  while (begin < line.length && (line[begin] === SPACE || line[begin] === TAB)) begin += 1;
  return begin === 0 ? line : line.subarray(begin);
}

/** As long as a line that names a file may be, in bytes; a path has 1024 characters. */
const MAX_STATEMENT = 4096;

/** The text of a line and what follows its first word; both are cut at 4096 bytes. Null for a word alone. */
export function statementOf(line: Buffer): { readonly word: string; readonly rest: string } | null {
  const text = line.toString('utf8', 0, MAX_STATEMENT).trimEnd();
  const cut = text.search(/\s/);
  return cut < 0 ? null : { word: text.slice(0, cut), rest: text.slice(cut).trimStart() };
}
