import { PagedSplats, SplatFileType, SplatPager } from '@sparkjsdev/spark';
import type { DecodedChunk } from './chunk-decoder.ts';

export type ReadChunk = (chunk: number, signal: AbortSignal) => Promise<DecodedChunk>;

/** Splats of a file of the service: how its chunks are read and what their failures mean is decided here, not by Spark. */
export class RangedSplats extends PagedSplats {
  readonly #read: ReadChunk;
  readonly #changed: () => void;
  readonly #failed = new Map<number, unknown>();

  /**
   * @param degree of the spherical harmonics; known before the first chunk, so that the first shader has them
   * @param read a chunk, with retries
   * @param changed is called when a chunk came or failed
   */
  constructor(degree: number, read: ReadChunk, changed: () => void) {
    super({ fileType: SplatFileType.RAD });
    this.numSh = degree;
    this.#read = read;
    this.#changed = changed;
  }

  /** Spark would read the head of the file for itself. Nothing but the method below waits for it. */
  override getRadMeta(): ReturnType<PagedSplats['getRadMeta']> {
    return new Promise(() => undefined);
  }

  override async fetchDecodeChunk(chunk: number): Promise<DecodedChunk> {
    try {
      return await this.#read(chunk, this.abortController.signal);
    } catch (error) {
      if (!this.abortController.signal.aborted) this.#failed.set(chunk, error);
      // Spark logs every other error.
      throw new DOMException('The chunk could not be read.', 'AbortError');
    } finally {
      // Spark stores the chunk first; nothing else tells the scene to draw it.
      setTimeout(this.#changed);
    }
  }

  hasFailed(chunk: number): boolean {
    return this.#failed.has(chunk);
  }

  /** Why a chunk could not be read, of the first that failed. */
  failure(): unknown {
    return this.#failed.values().next().value;
  }
}

/** Spark asks for chunks that failed again and again. */
export class OncePager extends SplatPager {
  override driveFetchers(): void {
    this.fetchPriority = this.fetchPriority.filter(
      ({ splats, chunk }) => !(splats instanceof RangedSplats && splats.hasFailed(chunk)),
    );
    super.driveFetchers();
  }
}
