import {
  type FileRange,
  NexusError,
  type NexusHead,
  nexusHeadBytes,
  type NexusNode,
  parseNexusHead,
} from '../../../../../src/kinds/mesh/nexus/nexus-head.ts';
import type { ByteRanges } from '../../../scene/loading/byte-ranges.ts';
import { CUT_OFF, DAMAGED, FileError } from '../../../scene/loading/file-error.ts';

/** A Nexus file in the service. Three requests lead to the first picture: tables, coarsest node, its picture. */
export type NexusFile = {
  readonly readHead: (signal: AbortSignal) => Promise<NexusHead>;
  readonly readNode: (node: NexusNode, signal: AbortSignal) => Promise<Uint8Array<ArrayBuffer>>;
  readonly readPicture: (range: FileRange, signal: AbortSignal) => Promise<Uint8Array<ArrayBuffer>>;
};

/** Tables of some hundred nodes at once. */
const HEAD_GUESS = 64 * 1024;

export function nexusFile(ranges: ByteRanges): NexusFile {
  const read = ({ offset, bytes }: FileRange, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> =>
    ranges.read(offset, bytes, signal);
  return {
    async readHead(signal) {
      const start = await ranges.readUpTo(0, HEAD_GUESS, signal);
      const needed = asFileError(() => nexusHeadBytes(start));
      const head = needed <= start.length ? start : await ranges.read(0, needed, signal);
      return asFileError(() => parseNexusHead(head, ranges.size()));
    },
    readNode: read,
    readPicture: read,
  };
}

/** Says what to do instead of what is wrong inside the file. */
function asFileError<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof NexusError)) throw error;
    throw new FileError(error.message.includes('cut off') ? CUT_OFF : DAMAGED);
  }
}
