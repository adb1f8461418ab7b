import { inThread } from '../../../concurrency/index.ts';
import { type OpenedBefore, openPictures } from './open-pictures.ts';
import type { StoredPicture } from './picture-files.ts';

export const start = inThread(() => undefined);

interface Ahead {
  readonly paths: readonly string[];
  readonly scratch: string;
  /** One number, shared: 1 when no more pictures are to be opened. */
  readonly isEnough: Int32Array;
}

/** Opens pictures one after the other. @returns undefined where there was no time for the first */
export const openUntilEnough = inThread(
  async ({ paths, scratch, isEnough }: Ahead): Promise<OpenedBefore | undefined> => {
    const byPath = new Map<string, StoredPicture | string>();
    let before: OpenedBefore | undefined;
    for (const path of paths) {
      if (Atomics.load(isEnough, 0) === 1) break;
      const { files, broken, bytes } = await openPictures([{ path }], scratch, { before });
      byPath.set(path, files.pictures[0] ?? broken[0]!.reason);
      before = { byPath, bytes };
    }
    return before;
  },
);
