import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { filePieces, limited, writeThrough } from '../../bytes/index.ts';
import { ClientError } from '../client-error.ts';

/** The beginning of a file that is on its way, and the hash of that beginning. */
export class Part {
  /** Bytes that are there. */
  length = 0;
  #hash = createHash('sha256');
  readonly #handle: FileHandle;
  readonly #whole: { readonly path: string; readonly size: number; readonly hash: string };
  readonly #onBytes: (count: number) => void;

  constructor(
    handle: FileHandle,
    whole: { readonly path: string; readonly size: number; readonly hash: string },
    onBytes: (count: number) => void,
  ) {
    this.#handle = handle;
    this.#whole = whole;
    this.#onBytes = onBytes;
  }

  /** Takes over what an earlier process left; more than the file has is dropped. */
  async readBegun(signal: AbortSignal): Promise<void> {
    const end = Math.min((await this.#handle.stat()).size, this.#whole.size);
    const changed = (): Error => new ClientError(`What is here of ${this.#whole.path} was changed by another program.`);
    for await (const piece of filePieces(this.#handle, 0, end, changed)) {
      signal.throwIfAborted();
      this.#count(piece);
    }
    await this.#handle.truncate(end);
  }

  /**
   * Writes blocks behind what is there, up to the fault of their source.
   *
   * @throws ClientError for more bytes than the file has: a stream without end would fill the disk
   */
  async append(blocks: AsyncIterable<Uint8Array>): Promise<void> {
    const { path, size } = this.#whole;
    const tooMany = (): Error => new ClientError(`The server sends more of ${path} than it said it has.`);
    const see = (bytes: Uint8Array): void => this.#count(bytes);
    await writeThrough(this.#handle, this.length, limited(blocks, size - this.length, tooMany), { see });
  }

  /** Drops all of it. */
  async restart(): Promise<void> {
    await this.#handle.truncate(0);
    this.#onBytes(-this.length);
    this.length = 0;
    this.#hash = createHash('sha256');
  }

  /** Whether the bytes are those of the file; they are on the disk then. */
  async isWhole(): Promise<boolean> {
    if (this.#hash.digest('hex') !== this.#whole.hash) return false;
    await this.#handle.datasync();
    return true;
  }

  #count(bytes: Uint8Array): void {
    this.#hash.update(bytes);
    this.length += bytes.length;
    this.#onBytes(bytes.length);
  }
}
