import type { Blob, BlobStore } from '../../blobs/index.ts';
import { OutboundError } from '../outbound/index.ts';
import type { DatasetAddress, Peer, RemoteEntry } from '../peer/index.ts';
import type { Retries } from './retries.ts';

export interface FileTransfer {
  readonly peer: Peer;
  readonly dataset: DatasetAddress;
  readonly entry: RemoteEntry;
  readonly blobs: BlobStore;
  readonly retries: Retries;
  /** Told of bytes as they arrive. */
  readonly arrived: (bytes: number) => void;
}

/** What came so far cannot be continued: the file changed, or the other service sends whole files only. */
class StartOver extends OutboundError {
  constructor(cause?: unknown) {
    super('passing', 'The file could not be continued where its transfer broke off.', { cause });
  }
}

/**
 * Brings one file into the blob store, hashed on its way. A connection that breaks is taken up where it broke; the store
 * sees one stream.
 *
 * @throws OutboundError, `lasting` when the bytes are not those that were announced; BlobError
 */
export async function transferFile(transfer: FileTransfer, signal: AbortSignal): Promise<Blob> {
  for (;;) {
    try {
      const blob = await transfer.blobs.write(fileBytes(transfer, signal), signal);
      const { entry } = transfer;
      if (entry.hash !== undefined && blob.hash !== entry.hash) {
        throw new OutboundError('lasting', `The bytes that came have another SHA-256 than was announced.`);
      }
      return blob;
    } catch (cause) {
      if (!(cause instanceof StartOver)) throw cause;
      await transfer.retries.pause(cause, signal);
    }
  }
}

/** All bytes of a file over as many connections as it takes. */
async function* fileBytes(transfer: FileTransfer, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const { peer, dataset, entry, retries, arrived } = transfer;
  let done = 0;
  let etag: string | undefined;
  for (;;) {
    try {
      const resume = done > 0 && etag !== undefined ? { from: done, etag } : undefined;
      const file = await peer.file(dataset, entry.path, resume, signal);
      if (file.from !== done) {
        file.drop();
        throw new StartOver();
      }
      ({ etag } = file);
      for await (const chunk of file.bytes(entry.size - done)) {
        done += chunk.byteLength;
        arrived(chunk.byteLength);
        retries.progressed(chunk.byteLength);
        yield chunk;
      }
      if (done < entry.size) {
        throw new OutboundError('lasting', `Only ${done} of the ${entry.size} bytes that were announced came.`);
      }
      return;
    } catch (cause) {
      if (cause instanceof StartOver) throw cause;
      await retries.pause(cause, signal);
      if (done > 0 && etag === undefined) throw new StartOver(cause);
    }
  }
}
