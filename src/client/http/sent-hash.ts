import { createHash } from 'node:crypto';

/** The SHA-256 of a file, taken while it is sent: of each byte once, also where some are sent again. */
export interface SentHash {
  /** Bytes that it knows, from the begin of the file. */
  readonly length: number;
  /** @param at where in the file the piece stands: not behind what is known */
  see(piece: Uint8Array, at: number): void;
  /** In lower-case hexadecimal; nothing can be seen afterwards. */
  digest(): string;
}

export function sentHash(): SentHash {
  const hash = createHash('sha256');
  let length = 0;
  return {
    get length() {
      return length;
    },
    see(piece, at) {
      if (at > length) throw new RangeError(`Bytes from ${length} to ${at} were never seen`);
      const news = piece.subarray(length - at);
      hash.update(news);
      length += news.length;
    },
    digest: () => hash.digest('hex'),
  };
}
