import { createRetries, OutboundError } from '../outbound/index.ts';
import { readByList } from './list-reading.ts';
import { createStateWriter, LIST_TIMEOUT_MS, TooMuch, type RemoteReading, type RemoteState } from './remote-state.ts';

const SHA_256 = /^[0-9a-f]{64}$/;

/**
 * What a dataset of another instance holds: its stamp, or where none can be had, the lists of all its folders.
 *
 * @throws OutboundError when neither can be read, or there are too many entries
 */
export async function readRemoteState(reading: RemoteReading): Promise<RemoteState> {
  try {
    return await readByStamp(reading);
  } catch (cause) {
    if (!mayHaveLists(cause)) throw cause;
    return readByList(reading);
  }
}

/** Older and other services may have no stamp, or one of other hashes, or fail to make it. */
function mayHaveLists(cause: unknown): boolean {
  if (!(cause instanceof OutboundError) || cause instanceof TooMuch) return false;
  return cause.fault === 'lasting' || cause.fault === 'passing';
}

async function readByStamp({ peer, dataset, retryLimits, refuse, signal }: RemoteReading): Promise<RemoteState> {
  const retries = createRetries(retryLimits);
  for (;;) {
    const state = createStateWriter();
    try {
      for await (const item of peer.stamp(dataset, AbortSignal.any([signal, AbortSignal.timeout(LIST_TIMEOUT_MS)]))) {
        if ('id' in item) state.addId(item.id.toLowerCase());
        else state.add(item.path, hashOf(item.hash));
      }
      return state.finish(refuse);
    } catch (cause) {
      await retries.pause(cause, signal);
    }
  }
}

function hashOf(told: string): string {
  const hash = told.toLowerCase();
  if (hash === '' || SHA_256.test(hash)) return hash;
  throw new OutboundError('lasting', 'The stamp of the source has other hashes than SHA-256.');
}
