import type { ByteRanges } from '../../../scene/loading/byte-ranges.ts';
import { type CopcHeader, frontBytes, parseCopcHeader } from './copc-header.ts';
import { createOctree, type Octree, type OctreeNode, type PageAddress, requirePage } from './octree.ts';

/** A COPC in the service. Three requests lead to the first points: header, root page, root. */
export type CloudFile = {
  readonly readHeader: (signal: AbortSignal) => Promise<CopcHeader>;
  readonly readOctree: (header: CopcHeader, signal: AbortSignal) => Promise<Octree>;
  readonly readPage: (page: PageAddress, signal: AbortSignal) => Promise<Uint8Array>;
  readonly readChunk: (node: OctreeNode, signal: AbortSignal) => Promise<Uint8Array<ArrayBuffer>>;
};

/** Header and records at once: a CRS in words has some kilobytes. */
const FRONT_GUESS = 32 * 1024;

export function cloudFile(ranges: ByteRanges): CloudFile {
  const readPage = (page: PageAddress, signal: AbortSignal): Promise<Uint8Array> => {
    requirePage(page, ranges.size());
    return ranges.read(page.offset, page.bytes, signal);
  };
  return {
    async readHeader(signal) {
      const start = await ranges.readUpTo(0, FRONT_GUESS, signal);
      const needed = frontBytes(start);
      return parseCopcHeader(needed <= start.length ? start : await ranges.read(0, needed, signal));
    },
    readOctree: async ({ rootPage }, signal) => createOctree(await readPage(rootPage, signal), ranges.size()),
    readPage,
    readChunk: ({ offset, bytes }, signal) => ranges.read(offset, bytes, signal),
  };
}
