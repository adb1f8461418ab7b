import { OperationRefusal } from '../../engine/for-children.ts';
import type { PlyHeader } from './header.ts';
import type { ByteWindow } from '../tiff/byte-window.ts';
import { createLineReader } from '../line-reader.ts';

/** The numbers behind the header of a PLY file, one after the other. */
export interface NumberStream {
  /** Makes a function that reads the next number, which is of the type. */
  readerOf(type: string): () => number;
  /** Bytes of the file that were read. */
  readonly read: number;
}

const PIECE = 2 ** 20;
/** Longer words are no numbers. */
const MOST_WORD = 4096;
const BLANK = 0x20;

export const openNumbers = (window: ByteWindow, header: PlyHeader): NumberStream =>
  header.encoding === 'ascii' ? textNumbers(window, header) : binaryNumbers(window, header);

const cutOff = (): never => {
  throw new OperationRefusal('The file is cut off.');
};

/** Bytes of a file with what follows them, as far as it was needed. */
function openPieces(window: ByteWindow, from: number) {
  let next = from;
  return {
    get next() {
      return next;
    },
    /** What is left of the bytes, and the next piece; null at the end of the file. */
    append(rest: Buffer): Buffer | null {
      const piece = window.bytes(next, Math.min(PIECE, window.size - next));
      if (piece === null || piece.length === 0) return null;
      next += piece.length;
      return rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    },
  };
}

function binaryNumbers(window: ByteWindow, { encoding, dataOffset }: PlyHeader): NumberStream {
  const isLittle = encoding === 'little';
  const pieces = openPieces(window, dataOffset);
  let bytes: Buffer = Buffer.alloc(0);
  let view = new DataView(bytes.buffer);
  let at = 0;
  /** Moves behind the next number. @returns where it begins in the view */
  const step = (length: number): number => {
    if (at + length > view.byteLength) {
      bytes = pieces.append(bytes.subarray(at)) ?? cutOff();
      view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      at = 0;
      if (length > view.byteLength) cutOff();
    }
    const place = at;
    at += length;
    return place;
  };
  /** The view is looked up after the step, which may replace it. */
  const numberReader =
    (length: number, get: (place: number) => number): (() => number) =>
    () =>
      get(step(length));
  const readers: Readonly<Record<string, () => number>> = {
    int8: numberReader(1, (place) => view.getInt8(place)),
    uint8: numberReader(1, (place) => view.getUint8(place)),
    int16: numberReader(2, (place) => view.getInt16(place, isLittle)),
    uint16: numberReader(2, (place) => view.getUint16(place, isLittle)),
    int32: numberReader(4, (place) => view.getInt32(place, isLittle)),
    uint32: numberReader(4, (place) => view.getUint32(place, isLittle)),
    float32: numberReader(4, (place) => view.getFloat32(place, isLittle)),
    float64: numberReader(8, (place) => view.getFloat64(place, isLittle)),
  };
  return {
    readerOf: (type) => readers[SHORT_NAMES[type] ?? type]!,
    get read() {
      return pieces.next - (view.byteLength - at);
    },
  };
}

/** The other names of types. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  char: 'int8',
  uchar: 'uint8',
  short: 'int16',
  ushort: 'uint16',
  int: 'int32',
  uint: 'uint32',
  float: 'float32',
  double: 'float64',
};

function textNumbers(window: ByteWindow, { dataOffset }: PlyHeader): NumberStream {
  const pieces = openPieces(window, dataOffset);
  const word = createLineReader();
  let bytes: Buffer = Buffer.alloc(0);
  let at = 0;
  const skipBlanks = (): void => {
    for (;;) {
      while (at < bytes.length && bytes[at]! <= BLANK) at += 1;
      if (at < bytes.length) return;
      bytes = pieces.append(Buffer.alloc(0)) ?? cutOff();
      at = 0;
    }
  };
  const read = (): number => {
    skipBlanks();
    let end = at;
    for (;;) {
      while (end < bytes.length && bytes[end]! > BLANK) end += 1;
      if (end < bytes.length || end - at > MOST_WORD) break;
      const more = pieces.append(bytes.subarray(at));
      if (more === null) break;
      end -= at;
      at = 0;
      bytes = more;
    }
    word.start(bytes, at, end);
    at = end;
    return word.number();
  };
  return {
    readerOf: () => read,
    get read() {
      return pieces.next - (bytes.length - at);
    },
  };
}
