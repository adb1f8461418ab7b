import { mkdir } from 'node:fs/promises';
import { ClientError, EXIT } from '../client-error.ts';
import { fileOf, findLayout, layoutAt, newLayout, type Layout } from './layout.ts';
import { LocalIndex } from './local-index.ts';
import { lockCopy } from './lock.ts';
import { writeTag, type Tag } from './sync-state.ts';

/** A copy of a dataset that this command alone works on until it disposes of it. */
export interface Copy extends Disposable {
  readonly layout: Layout;
  readonly index: LocalIndex;
}

/** Opens the copy that a folder is in. @throws ClientError when it is in none, or another command works on it */
export async function openCopy(folder: string): Promise<Copy> {
  const layout = await findLayout(folder);
  return locked(layout, () => LocalIndex.open(fileOf(layout, 'index')));
}

/**
 * Turns a folder into a copy. What is in it stays as it is. Its index comes last: a folder is no copy before all is there.
 *
 * @param tag the dataset that it is a copy of
 * @throws ClientError when it is one
 */
export async function createCopy(root: string, tag?: Tag): Promise<Copy> {
  await requireNoCopy(root);
  const layout = newLayout(root);
  await mkdir(layout.folder, { recursive: true });
  return locked(layout, async () => {
    await requireNoCopy(root); // Another command may have been faster.
    if (tag !== undefined) await writeTag(layout, tag);
    return LocalIndex.create(fileOf(layout, 'index'));
  });
}

async function requireNoCopy(root: string): Promise<void> {
  if ((await layoutAt(root)) !== undefined)
    throw new ClientError(`${root} is a copy of a dataset already.`, EXIT.conflict);
}

async function locked(layout: Layout, open: () => LocalIndex | Promise<LocalIndex>): Promise<Copy> {
  const lock = lockCopy(layout);
  try {
    const index = await open();
    const close = (): void => {
      index[Symbol.dispose]();
      lock[Symbol.dispose]();
    };
    return { layout, index, [Symbol.dispose]: close };
  } catch (cause) {
    lock[Symbol.dispose]();
    throw cause;
  }
}
