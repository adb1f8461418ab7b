import { createHash } from 'node:crypto';
import type { ZipEntry } from '../../zip/index.ts';

/** How far the writing of an archive is, by the bytes of its files. */
export interface BytesFollowed {
  /** Told of each entry when the archive takes it. */
  entered(entries: AsyncIterable<ZipEntry>): AsyncGenerator<ZipEntry>;
  /** Told of each piece of the archive. */
  seen(this: void, piece: Uint8Array): void;
  /** Entries taken. */
  count(): number;
  /** Bytes of the archive. */
  bytes(): number;
  /** SHA-256 of the archive, once all of it was seen. */
  sha256(): string;
}

/**
 * Compressed bytes say little about how much is left, and the archive takes the next entry when the large one before it is
 * written: so what was taken before counts whole, and of the last one as much as was written since, and not more than it has.
 *
 * @param total bytes of all files; where they became more meanwhile, 100 % is not passed
 */
export function followBytes(total: number, report: (percent: number) => void): BytesFollowed {
  let [count, before, last, written, atLast] = [0, 0, 0, 0, 0];
  const digest = createHash('sha256');
  const tell = (): void => report(total === 0 ? 0 : Math.min(100, (100 * (before + sinceLast())) / total));
  const sinceLast = (): number => Math.min(last, written - atLast);
  return {
    async *entered(entries) {
      for await (const entry of entries) {
        count += 1;
        before += last;
        last = entry.size;
        atLast = written;
        yield entry;
      }
      before += last;
      last = 0;
    },
    seen(piece) {
      written += piece.length;
      digest.update(piece);
      tell();
    },
    count: () => count,
    bytes: () => written,
    sha256: () => digest.digest('hex'),
  };
}
