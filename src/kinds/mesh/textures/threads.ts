import { inThread } from '../../../concurrency/index.ts';
import type { PictureFile } from '../model/triangle-model.ts';
import { type OpenedBefore, openPictures } from './open-pictures.ts';
import type { StoredPicture } from './picture-files.ts';

export const start = inThread(() => undefined);

interface Ahead {
  readonly pictures: readonly PictureFile[];
  readonly scratch: string;
  /** One number, shared: 1 when no more pictures are to be opened. */
  readonly isEnough: Int32Array;
}

/** Opens pictures one after the other. @returns undefined where there was no time for the first */
export const openUntilEnough = inThread(
  async ({ pictures, scratch, isEnough }: Ahead): Promise<OpenedBefore | undefined> => {
    const byPath = new Map<string, StoredPicture | string>();
    let before: OpenedBefore | undefined;
    for (const picture of pictures) {
      if (Atomics.load(isEnough, 0) === 1) break;
      const { files, broken, bytes } = await openPictures([picture], scratch, { before });
      byPath.set(picture.path, files.pictures[0] ?? broken[0]!.reason);
      before = { byPath, bytes };
    }
    return before;
  },
);
