import { open } from 'node:fs/promises';
import {
  createRetries,
  OutboundError,
  remoteFileOf,
  requireOk,
  resumedBytes,
  resumeHeaders,
  StartOver,
  type ByteSource,
  type OutboundClient,
  type Resume,
  type RetryLimits,
} from '../outbound/index.ts';
import type { Part } from './kept-part.ts';

/** A file of another service, and where it goes. */
export interface Bringing {
  readonly client: OutboundClient;
  readonly address: URL;
  readonly authorization?: string | undefined;
  /** Whether the address is told to nobody: words of the other service, which may repeat it, are not told either. */
  readonly isSecret?: boolean;
  /** Bytes that it is said to have; undefined: the other service says it. */
  readonly size?: number | undefined;
  /** Asked whether the file may have so many bytes: as soon as they are known, else of those that came. Throws when it may not. */
  readonly allow: ByteSource['allow'];
  /** Where its bytes go, and what is there of them; what is there of nothing is written over. */
  readonly part: Part;
  /** Another place, for when what is there is of no use. */
  readonly otherPart: () => Promise<Part>;
  /** Told how many bytes are there, and how many there will be where that is known. */
  readonly onBytes: (bytes: number, of: number | undefined) => void;
  readonly retry: RetryLimits;
}

/** A file that is there. */
export interface Brought {
  /** Absolute path. */
  readonly path: string;
  readonly bytes: number;
}

/**
 * Brings a file over as many connections as it takes.
 *
 * @throws OutboundError; what `allow` throws
 */
export async function bringFile(bringing: Bringing, signal: AbortSignal): Promise<Brought> {
  const { client, address, authorization, isSecret = false, size, allow, onBytes } = bringing;
  const retries = createRetries(bringing.retry);
  let announced = size;
  let etag: string | undefined;
  const source: ByteSource = {
    size,
    retries,
    allow,
    arrived: () => undefined,
    async ask(resume: Resume | undefined) {
      const answer = await client.send(address, { headers: resumeHeaders(resume), authorization, signal });
      if (resume !== undefined && answer.status === NOT_SATISFIABLE) {
        answer.drop();
        throw new StartOver();
      }
      await requireOk(answer, !isSecret);
      const file = remoteFileOf(answer);
      if (file.size !== undefined && size !== undefined && file.size !== size) {
        file.drop();
        throw otherSize(address, file.size, size);
      }
      announced = size ?? file.size;
      ({ etag } = file);
      return file;
    },
  };
  for (let { part } = bringing; ;) {
    const begun = lessOne(part);
    try {
      const bytes = resumedBytes({ ...source, begun }, signal);
      const told = (count: number): void => onBytes(count, announced);
      return { path: part.path, bytes: await writeAll(bytes, { ...part, begun }, { etag: () => etag, told }) };
    } catch (cause) {
      if (!(cause instanceof StartOver)) throw cause;
      await retries.pause(cause, signal);
      part = await bringing.otherPart();
    }
  }
}

/** Status for a range behind the end of a file. */
const NOT_SATISFIABLE = 416;

/** All but the last byte of what is there: a service that is asked for none answers that it cannot. */
const lessOne = ({ begun }: Part): Part['begun'] =>
  begun === undefined || begun.bytes < 2 ? undefined : { ...begun, bytes: begun.bytes - 1 };

/** Bytes that were written between two words about them. */
const REPORT_EVERY = 2 ** 20;
/** Bytes between two notes of what is there: what a process loses that dies. */
const NOTE_EVERY = 2 ** 24;

interface Watching {
  /** Version of what comes, as it was told last. */
  readonly etag: () => string | undefined;
  readonly told: (bytes: number) => void;
}

async function writeAll(
  bytes: AsyncIterable<Uint8Array>,
  { path, begun, note }: Part,
  { etag, told }: Watching,
): Promise<number> {
  const file = await open(path, begun === undefined ? 'w' : 'r+');
  const from = begun?.bytes ?? 0;
  let [written, reported, noted] = [from, from, from];
  const noteAll = async (): Promise<void> => {
    const version = etag();
    if (version === undefined || written === noted) return;
    await file.datasync();
    await note({ etag: version, bytes: (noted = written) });
  };
  try {
    await file.truncate(from);
    for await (const chunk of bytes) {
      for (let done = 0; done < chunk.byteLength;) {
        const { bytesWritten } = await file.write(chunk, done, chunk.byteLength - done, written);
        [done, written] = [done + bytesWritten, written + bytesWritten];
      }
      if (written - reported >= REPORT_EVERY) told((reported = written));
      if (written - noted >= NOTE_EVERY) await noteAll();
    }
    return written;
  } catch (cause) {
    // What is there of a version that is no more is of no use. A note that cannot be taken must not hide why it ended.
    if (!(cause instanceof StartOver)) await noteAll().catch(() => undefined);
    throw cause;
  } finally {
    await file.close();
  }
}

const otherSize = ({ host }: URL, found: number, said: number): OutboundError =>
  new OutboundError('lasting', `${host} sends ${found} bytes, not the ${said} that were said.`);
