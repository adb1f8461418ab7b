import { open } from 'node:fs/promises';
import {
  createRetries,
  OutboundError,
  remoteFileOf,
  requireOk,
  resumedBytes,
  resumeHeaders,
  StartOver,
  type OutboundClient,
  type Resume,
  type RetryLimits,
} from '../outbound/index.ts';

/** A file of another service, and where it goes. */
export interface Bringing {
  readonly client: OutboundClient;
  readonly address: URL;
  readonly authorization?: string | undefined;
  /** Whether the address is told to nobody: words of the other service, which may repeat it, are not told either. */
  readonly isSecret?: boolean;
  /** Bytes that it is said to have; undefined: the other service says it. */
  readonly size?: number | undefined;
  /** Asked whether the file may have so many bytes, as soon as they are known. Throws when it may not. */
  readonly allow: (bytes: number) => void;
  /** Absolute path; what is there is written over. */
  readonly to: string;
  /** Told how many bytes are there, and how many there will be where that is known. */
  readonly onBytes: (bytes: number, of: number | undefined) => void;
  readonly retry: RetryLimits;
}

/**
 * Brings a file over as many connections as it takes.
 *
 * @returns its bytes. @throws OutboundError; what `allow` throws
 */
export async function bringFile(bringing: Bringing, signal: AbortSignal): Promise<number> {
  const { client, address, authorization, isSecret = false, size, allow, to, onBytes } = bringing;
  const retries = createRetries(bringing.retry);
  let announced = size;
  const source = {
    ...{ size, retries, allow, arrived: () => undefined },
    async ask(resume: Resume | undefined) {
      const answer = await client.send(address, { headers: resumeHeaders(resume), authorization, signal });
      await requireOk(answer, !isSecret);
      const file = remoteFileOf(answer);
      if (file.size !== undefined && size !== undefined && file.size !== size) {
        file.drop();
        throw otherSize(address, file.size, size);
      }
      announced ??= file.size;
      return file;
    },
  };
  for (;;) {
    try {
      return await writeAll(resumedBytes(source, signal), to, (bytes) => onBytes(bytes, announced));
    } catch (cause) {
      if (!(cause instanceof StartOver)) throw cause;
      await retries.pause(cause, signal);
    }
  }
}

/** Bytes that were written between two words about them. */
const REPORT_EVERY = 2 ** 20;

async function writeAll(
  bytes: AsyncIterable<Uint8Array>,
  to: string,
  onBytes: (bytes: number) => void,
): Promise<number> {
  // What an earlier try left is written over.
  const file = await open(to, 'w');
  let [written, told] = [0, 0];
  try {
    for await (const chunk of bytes) {
      await file.writeFile(chunk);
      written += chunk.byteLength;
      if (written - told < REPORT_EVERY) continue;
      told = written;
      onBytes(written);
    }
    return written;
  } finally {
    await file.close();
  }
}

const otherSize = ({ host }: URL, found: number, said: number): OutboundError =>
  new OutboundError('lasting', `${host} sends ${found} bytes, not the ${said} that were said.`);
