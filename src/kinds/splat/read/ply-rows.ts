import { OperationRefusal } from '../../../engine/for-children.ts';
import type { PlyElement, PlyHeader } from '../../../geodata/ply/header.ts';
import { openNumbers } from '../../../geodata/ply/number-stream.ts';
import type { ByteWindow } from '../../../geodata/tiff/byte-window.ts';

/** Values of consecutive elements of a PLY file. */
export interface PlyRows {
  readonly numbers: Float32Array | Float64Array;
  readonly count: number;
}

/** Bytes of a piece: about ten thousand splats. */
const PIECE = 8 * 2 ** 20;
/** Elements of a piece whose values are converted one by one. */
const PIECE_ROWS = 8192;
const IS_LITTLE = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** Reads the first element of a file in pieces: all its properties, in the order in which the header names them. */
export function* plyRows(window: ByteWindow, header: PlyHeader, element: PlyElement): Generator<PlyRows> {
  const isPlain = header.encoding === 'little' && element.properties.every(({ type }) => /^float(?:32)?$/.test(type));
  yield* isPlain && IS_LITTLE ? plainRows(window, header, element) : convertedRows(window, header, element);
}

/** Reads values that memory stores as the file does, as in nearly every file of splats. It is six times as fast. */
function* plainRows(
  window: ByteWindow,
  { dataOffset }: PlyHeader,
  { count, minBytes }: PlyElement,
): Generator<PlyRows> {
  const most = Math.max(1, Math.floor(PIECE / minBytes));
  for (let first = 0; first < count; first += most) {
    const rows = Math.min(most, count - first);
    const bytes = window.bytes(dataOffset + first * minBytes, rows * minBytes);
    if (bytes === null) throw new OperationRefusal(`The file is cut off behind ${first} of its ${count} splats.`);
    // Buffers may begin at any address; numbers need aligned ones.
    const aligned = bytes.byteOffset % 4 === 0 ? bytes : Uint8Array.from(bytes);
    const numbers = new Float32Array(aligned.buffer, aligned.byteOffset, (rows * minBytes) / 4);
    yield { numbers, count: rows };
  }
}

function* convertedRows(window: ByteWindow, header: PlyHeader, { count, properties }: PlyElement): Generator<PlyRows> {
  const stream = openNumbers(window, header);
  const readers = properties.map(({ type }) => stream.readerOf(type));
  const numbers = new Float64Array(PIECE_ROWS * readers.length);
  for (let first = 0; first < count; first += PIECE_ROWS) {
    const rows = Math.min(PIECE_ROWS, count - first);
    for (let row = 0, to = 0; row < rows; row += 1) for (const read of readers) numbers[to++] = read();
    yield { numbers, count: rows };
  }
}
