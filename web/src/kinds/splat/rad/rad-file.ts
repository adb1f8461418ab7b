import type { ByteRanges } from '../../../scene/loading/byte-ranges.ts';
import { type FileRange, HEAD_GUESS, parseRadHead, type RadHead, radHeadBytes } from './rad-head.ts';

/** A RAD file in the service. Two requests lead to the first picture: head and coarsest chunk. */
export type RadFile = {
  readonly readHead: (signal: AbortSignal) => Promise<RadHead>;
  readonly readChunk: (chunk: FileRange, signal: AbortSignal) => Promise<Uint8Array<ArrayBuffer>>;
};

export const radFile = (ranges: ByteRanges): RadFile => ({
  async readHead(signal) {
    const start = await ranges.readUpTo(0, HEAD_GUESS, signal);
    const needed = radHeadBytes(start);
    const head = needed <= start.length ? start : await ranges.read(0, needed, signal);
    return parseRadHead(head, ranges.size());
  },
  readChunk: ({ offset, bytes }, signal) => ranges.read(offset, bytes, signal),
});
