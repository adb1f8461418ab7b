import type { PagedSplats } from '@sparkjsdev/spark';
import { DAMAGED, FileError } from '../../../scene/loading/file-error.ts';
import { startWorkers, wholeBuffer, type WorkerPool } from '../../../scene/loading/worker-pool.ts';
import { startSparkWorker } from './spark-runtime.ts';

/** A chunk as the graphics card takes it. */
export type DecodedChunk = Extract<
  Awaited<ReturnType<PagedSplats['fetchDecodeChunk']>>,
  { readonly extArrays: readonly unknown[] }
>;

/** Decodes chunks in workers of Spark that end with the scene; those of Spark's own pool stay as long as the page. */
export type ChunkDecoder = {
  /** @throws FileError */
  readonly decode: (bytes: Uint8Array<ArrayBuffer>, splats: number, signal: AbortSignal) => Promise<DecodedChunk>;
  readonly dispose: () => void;
};

/** Spark's own messages. */
type Request = { readonly id: number; readonly name: 'loadExtSplats'; readonly args: object };
type Answer = { readonly result?: { readonly lodSplats?: DecodedChunk }; readonly error?: unknown };

/** Words of a splat: its place and opacity, its look, and its place in the tree. */
const WORDS = 4;

export function startChunkDecoder(count: number, wasm: ArrayBuffer): ChunkDecoder {
  const pool: WorkerPool<Request, Answer> = startWorkers(count, () => {
    const worker = startSparkWorker();
    // It tells its progress before it answers.
    worker.addEventListener('message', (event: MessageEvent<object>) => {
      if ('status' in event.data) event.stopImmediatePropagation();
    });
    worker.postMessage({ name: 'init-wasm', module: wasm });
    return worker;
  });
  return {
    async decode(bytes, splats, signal) {
      const args = { fileBytes: bytes, fileType: 'rad', pathName: 'model.rad' };
      const { result } = await pool.ask({ id: 1, name: 'loadExtSplats', args }, [wholeBuffer(bytes)], signal);
      const chunk = result?.lodSplats;
      if (chunk === undefined || !isWhole(chunk, splats)) throw new FileError(DAMAGED);
      return chunk;
    },
    dispose: pool.dispose,
  };
}

const isWhole = ({ numSplats, extArrays, extra }: DecodedChunk, splats: number): boolean =>
  numSplats === splats &&
  extArrays.every((words) => words.length >= WORDS * splats) &&
  (extra.lodTree?.length ?? 0) >= WORDS * splats;
