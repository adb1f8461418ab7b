import { OutboundError } from './outbound-error.ts';
import type { RemoteFile, Resume } from './remote-file.ts';
import type { Retries } from './retries.ts';

/** A file of another service. */
export interface ByteSource {
  /** Asks for the file, or for what is missing of it. */
  readonly ask: (resume: Resume | undefined) => Promise<RemoteFile>;
  /** What came before, of which version; nothing unless told. */
  readonly begun?: { readonly bytes: number; readonly etag: string } | undefined;
  /** Bytes; undefined: the answer says it. */
  readonly size: number | undefined;
  readonly retries: Retries;
  /**
   * Asked whether the file may have so many bytes: as soon as they are known, else of those that came. Throws when it may not.
   */
  readonly allow: (bytes: number) => Promise<void> | void;
  /** Told of bytes as they arrive. */
  readonly arrived: (bytes: number) => void;
}

/** What came so far cannot be continued: the file changed, or the other service sends whole files only. */
export class StartOver extends OutboundError {
  constructor(cause?: unknown) {
    super('passing', 'The file could not be continued where its transfer broke off.', { cause });
  }
}

/**
 * All bytes of a file, but for those that came before, over as many connections as it takes.
 *
 * @throws StartOver when what came is of no use; OutboundError
 */
export async function* resumedBytes(source: ByteSource, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const { ask, retries, allow, arrived } = source;
  let { size } = source;
  if (size !== undefined) await allow(size);
  let done = source.begun?.bytes ?? 0;
  let etag = source.begun?.etag;
  for (;;) {
    try {
      const resume = done > 0 && etag !== undefined ? { from: done, etag } : undefined;
      const answer = await ask(resume);
      // Also a part of another version, from a service that heeds no `If-Range`.
      if (answer.from !== done || (resume !== undefined && (answer.etag ?? resume.etag) !== resume.etag)) {
        answer.drop();
        throw new StartOver();
      }
      if (answer.etag !== undefined || resume === undefined) ({ etag } = answer);
      size ??= answer.size;
      if (size !== undefined) await allowOrDrop(allow, size, answer);
      for await (const chunk of answer.bytes((size ?? Infinity) - done)) {
        done += chunk.byteLength;
        if (size === undefined) await allow(done);
        arrived(chunk.byteLength);
        retries.progressed(chunk.byteLength);
        yield chunk;
      }
      if (size !== undefined && done < size) {
        throw new OutboundError('lasting', `Only ${done} of the ${size} bytes that were announced came.`);
      }
      return;
    } catch (cause) {
      if (cause instanceof StartOver) throw cause;
      await retries.pause(cause, signal);
      if (done > 0 && etag === undefined) throw new StartOver(cause);
    }
  }
}

async function allowOrDrop(allow: ByteSource['allow'], bytes: number, answer: RemoteFile): Promise<void> {
  try {
    await allow(bytes);
  } catch (cause) {
    answer.drop();
    throw cause;
  }
}
