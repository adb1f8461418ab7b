import { RandomAccessReader } from 'yauzl';
import type { ByteWindow } from '../../../geodata/tiff/byte-window.ts';

/** As much as is read at once: the list of some thousand files. */
const PIECE = 2 ** 18;

/**
 * What the archive reader reads from. It asks for every entry of the list twice, some ten bytes each: taken from a piece
 * that is in memory, that is twenty times as fast as from the file.
 */
export class WindowReader extends RandomAccessReader {
  readonly #window: ByteWindow;
  #start = 0;
  #piece: Buffer = Buffer.alloc(0);

  constructor(window: ByteWindow) {
    super();
    this.#window = window;
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    const from = position - this.#start;
    if (from < 0 || from + length > this.#piece.length) {
      const wanted = Math.min(Math.max(length, PIECE), this.#window.size - position);
      const piece = this.#window.bytes(position, wanted);
      if (piece === null || wanted < length) {
        callback(new Error('The file ends before what is listed.'));
        return;
      }
      [this.#start, this.#piece] = [position, piece];
    }
    this.#piece.copy(buffer, offset, position - this.#start, position - this.#start + length);
    callback(null);
  }
}
