import { parentOf } from '../../sync/index.ts';
import { readEntry } from '../peer/index.ts';
import {
  createStateWriter,
  LIST_TIMEOUT_MS,
  NO_HASH,
  type RemoteReading,
  type RemoteState,
  type StateWriter,
} from './remote-state.ts';
import { createRetries } from '../outbound/index.ts';

/**
 * What a dataset holds by the lists of its folders, one after another. Nothing is known of its metadata.
 *
 * @throws OutboundError when a list cannot be read, or there are too many entries
 */
export async function readByList(reading: RemoteReading): Promise<RemoteState> {
  const state = createStateWriter();
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop())
    folders.push(...(await readFolder(reading, folder, state)));
  return { ...state.finish(reading.refuse), meta: undefined };
}

/** @returns the folders in it */
async function readFolder(
  { peer, dataset, retryLimits, signal }: RemoteReading,
  folder: string,
  state: StateWriter,
): Promise<readonly string[]> {
  const retries = createRetries(retryLimits);
  for (;;) {
    const undo = state.mark();
    const folders: string[] = [];
    try {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(LIST_TIMEOUT_MS)]);
      for await (const item of peer.folder(dataset, folder, limit)) {
        const entry = readEntry(item);
        if (entry === undefined) state.refuse(folder, 'The source does not tell its path, type and size.');
        else if (entry.path === '' || parentOf(entry.path) !== folder)
          state.refuse(entry.path, 'The source lists it in a folder it does not belong to.');
        else if (state.add(entry.path, entry.isFolder ? '' : (entry.hash ?? NO_HASH), entry.size) && entry.isFolder)
          folders.push(entry.path);
      }
      return folders;
    } catch (cause) {
      undo();
      await retries.pause(cause, signal);
    }
  }
}
