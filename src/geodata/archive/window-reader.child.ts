import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { Readable } from 'node:stream';
import { RandomAccessReader } from 'yauzl';

/**
 * Bytes read at once: the list of some thousand files, or as many headers of small files one behind the other. A read from
 * memory is twenty times as fast as one from the file.
 */
const WINDOW_BYTES = 256 * 1024;

/** Reads an archive through a window that moves with the reader, so that most reads of small files cost no call. */
export class WindowReader extends RandomAccessReader {
  /** Bytes of the archive. */
  readonly size: number;
  readonly #fd: number;
  readonly #window = Buffer.alloc(WINDOW_BYTES);
  #start = 0;
  #end = 0;

  constructor(path: string) {
    super();
    this.#fd = openSync(path, 'r');
    this.size = fstatSync(this.#fd).size;
  }

  /** Copies bytes of the archive. @throws RangeError where it does not have them */
  bytes(position: number, length: number): Buffer {
    if (!(position >= 0 && position + length <= this.size)) throw new RangeError('unexpected EOF');
    const bytes = Buffer.allocUnsafe(length);
    this.#fill(bytes, position);
    return bytes;
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    let fault: Error | null = null;
    try {
      this.#fill(buffer.subarray(offset, offset + length), position);
    } catch (cause) {
      fault = cause as Error;
    }
    // Later, as callers expect: a list of many files would call itself too deep.
    queueMicrotask(() => callback(fault));
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#pieces(start, end), { objectMode: false });
  }

  /** The library calls it when no stream is open, which is after each one: the archive itself counts for none. */
  override close(callback: (error: Error | null) => void): void {
    callback(null);
  }

  [Symbol.dispose](): void {
    closeSync(this.#fd);
  }

  *#pieces(start: number, end: number): Generator<Buffer> {
    for (let at = start; at < end; at += WINDOW_BYTES) yield this.bytes(at, Math.min(WINDOW_BYTES, end - at));
  }

  #fill(target: Buffer, position: number): void {
    for (let done = 0; done < target.length;) {
      const at = position + done;
      if (at < this.#start || at >= this.#end) this.#moveTo(at);
      if (at >= this.#end) throw new RangeError('unexpected EOF');
      done += this.#window.copy(target, done, at - this.#start, this.#end - this.#start);
    }
  }

  #moveTo(position: number): void {
    const count = readSync(this.#fd, this.#window, 0, WINDOW_BYTES, position);
    [this.#start, this.#end] = [position, position + count];
  }
}
