import { setImmediate } from 'node:timers/promises';
import { createThreads } from '../../../concurrency/index.ts';
import type { PictureFile } from '../model/triangle-model.ts';
import type { OpenedBefore } from './open-pictures.ts';
import type * as work from './threads.ts';

/** Pictures that a thread opens. */
export interface PicturesAhead {
  /** Lets the thread finish the picture at hand, and gives those that are open. @throws an Error that the engine knows as a full disk */
  opened(): Promise<OpenedBefore | undefined>;
  /** Ends the thread. */
  close(): Promise<void>;
}

const LONGEST_MS = 3_600_000;

/**
 * Begins to open pictures in a thread, while this one is about to be busy. The one after the other, until they are asked for: pictures that
 * the model turns out not to use take no time of the build.
 *
 * @param scratch the folder that `openPictures` is given afterwards
 */
export async function openAhead(pictures: readonly PictureFile[], scratch: string): Promise<PicturesAhead> {
  const isEnough = new Int32Array(new SharedArrayBuffer(4));
  const threads = createThreads<typeof work>({
    module: new URL('threads.ts', import.meta.url),
    threads: 1,
    waiting: 1,
    timeoutMs: LONGEST_MS,
  });
  // The pool gives work to a thread that has started; that is too late once this one is busy.
  await threads.run('start', undefined);
  const opening = threads.run('openUntilEnough', { pictures, scratch, isEnough });
  // Its failure is told by `opened`.
  opening.catch(() => undefined);
  await setImmediate();
  return {
    opened() {
      Atomics.store(isEnough, 0, 1);
      return opening;
    },
    close: () => threads.close(),
  };
}
