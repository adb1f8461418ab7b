import type { ByteWindow } from '../../../geodata/tiff/byte-window.ts';
import { createLineReader, type LineReader } from '../../../geodata/line-reader.ts';
import { eachLineRange, type LinesRead, statementOf } from './lines.ts';

/** What reads the statements of an OBJ. The line stands behind the word of the statement. */
export interface ObjStatements {
  /** `v` */
  vertex(line: LineReader): void;
  /** `vt` */
  texturePlace?(line: LineReader): void;
  /** `vn` */
  normal?(line: LineReader): void;
  /** `f` */
  face(line: LineReader): void;
  /** Any other; `rest` is what follows its first word. */
  other(word: string, rest: string): void;
}

const [V, F, T, N, SPACE, TAB, BACKSLASH, HASH] = Buffer.from('vftn \t\\#');
const BLANK = Buffer.from(' ');
/** Longer statements over several lines are none of a model. */
const MOST_JOINED_BYTES = 2 ** 20;

/** Reads the statements of a Wavefront OBJ until `maxBytes` were read. A backslash at the end of a line joins it with the next. */
export function eachObjStatement(
  window: ByteWindow,
  maxBytes: number,
  statements: ObjStatements,
  taken?: (bytes: number) => void,
): LinesRead {
  const line = createLineReader();
  let begun: Buffer[] = [];
  let begunBytes = 0;
  const takeLine = (bytes: Buffer, begin: number, end: number): void => {
    const [first, second] = [bytes[begin], begin + 1 < end ? bytes[begin + 1] : SPACE];
    if (first === HASH) return;
    const isWord = second === SPACE || second === TAB;
    if (isWord && (first === V || first === F)) {
      line.start(bytes, begin, end, 1);
      if (first === V) statements.vertex(line);
      else statements.face(line);
      return;
    }
    const third = begin + 2 < end ? bytes[begin + 2] : SPACE;
    if (first === V && (second === T || second === N) && (third === SPACE || third === TAB)) {
      line.start(bytes, begin, end, 2);
      if (second === T) statements.texturePlace?.(line);
      else statements.normal?.(line);
      return;
    }
    const said = statementOf(bytes.subarray(begin, end));
    if (said !== null) statements.other(said.word, said.rest);
  };
  const takeJoined = (): void => {
    const joined = Buffer.concat(begun);
    begun = [];
    begunBytes = 0;
    takeLine(joined, 0, joined.length);
  };
  const take = (bytes: Buffer, begin: number, end: number): void => {
    const isJoined = bytes[end - 1] === BACKSLASH;
    if (begun.length === 0 && !isJoined) return takeLine(bytes, begin, end);
    // A blank parts what is joined.
    begun.push(bytes.subarray(begin, isJoined ? end - 1 : end), BLANK);
    begunBytes += end - begin;
    if (isJoined && begunBytes < MOST_JOINED_BYTES) return;
    takeJoined();
  };
  const read = eachLineRange(window, maxBytes, take, taken);
  if (begun.length > 0) takeJoined();
  return read;
}
