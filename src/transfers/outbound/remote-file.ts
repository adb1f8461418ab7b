import type { OutboundAnswer } from './client.ts';
import { OutboundError } from './outbound-error.ts';

/** Bytes of a file on their way. */
export interface RemoteFile {
  /** First byte: the one asked for, or 0 when the other service sends the whole file. */
  readonly from: number;
  /** Bytes of the whole file; `undefined` when the other service does not say. */
  readonly size: number | undefined;
  /** A strong ETag, with which the rest can be asked for later; `undefined` when there is none. */
  readonly etag: string | undefined;
  /** @param maxBytes most that may come */
  bytes(maxBytes: number): AsyncIterable<Uint8Array>;
  /** Ends the answer when its bytes are not wanted. */
  drop(): void;
}

/** Where a file is asked for from on: what has come before was of the version with this ETag. */
export interface Resume {
  readonly from: number;
  readonly etag: string;
}

/** Headers of a request for the rest of a file; none for all of it. */
export const resumeHeaders = (resume: Resume | undefined): Readonly<Record<string, string>> =>
  resume === undefined ? {} : { range: `bytes=${resume.from}-`, 'if-range': resume.etag };

/** The file that an answer brings. @throws OutboundError when a part comes without saying which */
export function remoteFileOf(answer: OutboundAnswer): RemoteFile {
  const { etag, 'content-length': length } = answer.headers;
  const from = firstByte(answer);
  return {
    from,
    size: length === undefined ? undefined : from + Number(length),
    etag: etag?.startsWith('"') ? etag : undefined,
    bytes: (maxBytes) => answer.body(maxBytes),
    drop: () => answer.drop(),
  };
}

/** @throws OutboundError when a part comes without saying which */
function firstByte(answer: OutboundAnswer): number {
  if (answer.status !== 206) return 0;
  const from = /^bytes (\d{1,15})-/.exec(answer.headers['content-range'] ?? '')?.[1];
  if (from !== undefined) return Number(from);
  answer.drop();
  throw new OutboundError('lasting', `${answer.host} sends a part of a file without saying which.`);
}
