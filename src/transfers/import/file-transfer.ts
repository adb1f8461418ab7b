import type { Blob, BlobStore } from '../../blobs/index.ts';
import {
  OutboundError,
  resumedBytes,
  StartOver,
  type RemoteFile,
  type Resume,
  type Retries,
} from '../outbound/index.ts';
import type { DatasetAddress, Peer } from '../peer/index.ts';

/** A file that is to come, as far as the source tells about it. */
export interface AnnouncedFile {
  readonly path: string;
  /** Bytes; absent: the answer to the download says it. */
  readonly size: number | undefined;
  /** SHA-256 in lower-case digits. */
  readonly hash: string | undefined;
}

export interface FileTransfer {
  readonly peer: Pick<Peer, 'file'>;
  readonly dataset: DatasetAddress;
  readonly file: AnnouncedFile;
  readonly blobs: BlobStore;
  readonly retries: Retries;
  /** Asked whether the file may have so many bytes, as soon as they are known. Throws when it may not. */
  readonly allow: (bytes: number) => void;
  /** Told of bytes as they arrive. */
  readonly arrived: (bytes: number) => void;
}

/**
 * Brings one file into the blob store, hashed on its way. A connection that breaks is taken up where it broke; the store
 * sees one stream.
 *
 * @throws OutboundError, `lasting` when the bytes are not those that were announced; BlobError
 */
export async function transferFile(transfer: FileTransfer, signal: AbortSignal): Promise<Blob> {
  const { peer, dataset, file, retries, allow, arrived } = transfer;
  const ask = (resume: Resume | undefined): Promise<RemoteFile> => peer.file(dataset, file.path, resume, signal);
  const source = { ask, size: file.size, retries, allow, arrived };
  for (;;) {
    try {
      const blob = await transfer.blobs.write(resumedBytes(source, signal), signal);
      const { hash } = file;
      if (hash !== undefined && blob.hash !== hash) {
        throw new OutboundError('lasting', `The bytes that came have another SHA-256 than was announced.`);
      }
      return blob;
    } catch (cause) {
      if (!(cause instanceof StartOver)) throw cause;
      await retries.pause(cause, signal);
    }
  }
}
