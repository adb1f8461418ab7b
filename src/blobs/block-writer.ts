import { Worker } from 'node:worker_threads';
import { inBlocks } from '../bytes/index.ts';
import { outsideRequests } from '../concurrency/index.ts';
import type { BlockAnswer, BlockTask } from './block-writer-thread.ts';

/** The thread ends when it had nothing to do for so long. A new one is ready in 50 ms. */
const IDLE_MS = 15_000;

/**
 * Writes large files in a thread, which hashes them as well. That takes as long as it takes the main thread to receive a body, and
 * both are done at the same time.
 */
export interface BlockWriters {
  /** @param descriptor of an open file, which stays open until all writes have ended */
  open(descriptor: number): BlockWriter;
  /** Ends the thread. Writes that are under way fail. */
  close(): Promise<void>;
}

/** Writes and hashes the blocks of one file in their order. */
export interface BlockWriter {
  /** A stream in blocks that can be written. A piece is copied before the next one is asked for. */
  blocks(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>;
  /** Writes one of the blocks, whose memory is handed to the thread. @returns its length. @throws the error of the system */
  write(this: void, block: Uint8Array, position: number): Promise<number>;
  /** SHA-256 of all that was written. Call it once, also after an error: it frees the state of the file. */
  end(): Promise<string>;
}

interface Thread {
  ask(task: BlockTask): Promise<BlockAnswer>;
  close(): Promise<void>;
}

export function createBlockWriters(): BlockWriters {
  let thread: Thread | undefined;
  let idle: NodeJS.Timeout | undefined;
  let [open, last] = [0, 0];
  const stop = async (): Promise<void> => {
    clearTimeout(idle);
    const ending = thread;
    thread = undefined;
    await ending?.close();
  };

  return {
    open(descriptor) {
      clearTimeout(idle);
      open += 1;
      const file = (last += 1);
      const own = (thread ??= startThread(() => (thread = undefined)));
      const free: Uint8Array[] = [];
      return {
        blocks: (source) => inBlocks(source, (size) => free.pop() ?? Buffer.allocUnsafeSlow(size)),

        async write(bytes, position) {
          const { length } = bytes;
          const answer = await own.ask({ file, block: { descriptor, position, bytes } });
          if ('bytes' in answer) free.push(answer.bytes);
          return length;
        },

        async end() {
          open -= 1;
          if (open === 0) idle = setTimeout(() => void stop(), IDLE_MS).unref();
          const answer = await own.ask({ file });
          return 'hash' in answer ? answer.hash : '';
        },
      };
    },
    close: stop,
  };
}

/** @param failed told when the thread has ended by itself */
function startThread(failed: () => void): Thread {
  const module = new URL('./block-writer-thread.ts', import.meta.url);
  // Without options of the process, as `--input-type`, which fit no file.
  const worker = outsideRequests(() => new Worker(module, { execArgv: [] }));
  const waiting: PromiseWithResolvers<BlockAnswer>[] = [];
  let fault: Error | undefined;
  let isClosing = false;
  const fail = (cause: Error): void => {
    if (!fault && !isClosing) failed();
    fault ??= cause;
    for (const { reject } of waiting.splice(0)) reject(fault);
  };
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('The thread that writes files has ended.')));
  worker.on('message', (answer: BlockAnswer) => {
    const next = waiting.shift();
    if (next === undefined) return; // Its thread has failed meanwhile.
    const { resolve, reject } = next;
    if (waiting.length === 0) worker.unref();
    if ('fault' in answer) reject(Object.assign(new Error(answer.fault.message), { code: answer.fault.code }));
    else resolve(answer);
  });
  worker.unref();
  return {
    ask(task) {
      if (fault) return Promise.reject(fault);
      const answer = Promise.withResolvers<BlockAnswer>();
      waiting.push(answer);
      worker.ref();
      worker.postMessage(task, task.block ? [task.block.bytes.buffer as ArrayBuffer] : []);
      return answer.promise;
    },
    async close() {
      isClosing = true;
      await worker.terminate();
    },
  };
}
