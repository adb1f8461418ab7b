import { OperationRefusal } from '../../../engine/for-children.ts';
import type { ByteWindow } from '../../../geodata/tiff/byte-window.ts';
import { MAX_SPLATS } from './facts.ts';
import { type SpzBlock, spzBlocks } from './spz-blocks.ts';
import { SPZ_HEADER, type SpzHeader } from './spz-header.ts';

/** Compressed stream of a file. */
export interface SpzStream {
  readonly compression: 'gzip' | 'zstd' | 'none';
  /** Range in the file: first byte, and byte after the last. */
  readonly start: number;
  readonly end: number;
  /** Inflated bytes before the first block. */
  readonly skip: number;
  readonly blocks: readonly SpzBlock[];
  /** True if nothing may follow the blocks. In versions 1 to 3 extensions may. */
  readonly isExact: boolean;
}

const HEADER_4 = 32;
/** Compressed and inflated size of a stream, 8 bytes each. */
const ENTRY = 16;
/** Maximum compression ratio of zstd: a block inflates to at most 128 KiB and takes at least 4 bytes. */
const MAX_ZSTD_RATIO = 32_768;

/**
 * Locates the blocks of a file.
 *
 * @throws OperationRefusal for a file without room for the splats that it declares
 */
export function spzStreams(window: ByteWindow, header: SpzHeader): SpzStream[] {
  const { version, count, plain, room } = header;
  const blocks = spzBlocks(header);
  if (version === 4) {
    if (!plain) throw new OperationRefusal('It is version 4 within a gzip stream. Decompress it by gzip first.');
    return zstdStreams(window, header, blocks);
  }
  const bytes = blocks.reduce((sum, { width }) => sum + width, 0);
  const most = plain ? Math.floor((window.size - SPZ_HEADER) / bytes) : room;
  if (count > most) throw new OperationRefusal(`It declares ${count} splats, but cannot hold more than ${most}.`);
  const compression = plain ? 'none' : 'gzip';
  return [{ compression, start: 0, end: window.size, skip: SPZ_HEADER, blocks, isExact: false }];
}

/** Reads the table of version 4, where each block is a stream of its own. */
function zstdStreams(window: ByteWindow, { count, streams }: SpzHeader, blocks: readonly SpzBlock[]): SpzStream[] {
  if (count > MAX_SPLATS)
    throw new OperationRefusal(`It declares ${count} splats. Files of ${MAX_SPLATS} splats at most can be read.`);
  if (streams !== blocks.length)
    throw new OperationRefusal(`It has ${streams} streams, but its splats have ${blocks.length} attributes.`);
  const tableAt = window.bytes(0, HEADER_4)?.readUInt32LE(16) ?? 0;
  const table = tableAt < HEADER_4 ? null : window.bytes(tableAt, ENTRY * streams);
  if (table === null) throw new OperationRefusal('It is cut off, or its table of streams is not in it.');
  let start = tableAt + ENTRY * streams;
  return blocks.map((block, index) => {
    const compressed = Number(table.readBigUInt64LE(ENTRY * index));
    const inflated = Number(table.readBigUInt64LE(ENTRY * index + 8));
    if (inflated !== count * block.width)
      throw new OperationRefusal(
        `It declares ${inflated} bytes of ${block.name}, but ${count} splats have ${count * block.width}.`,
      );
    if (inflated > compressed * MAX_ZSTD_RATIO)
      throw new OperationRefusal(`It declares ${count} splats, but its ${block.name} cannot be as many.`);
    const end = start + compressed;
    if (end > window.size) throw new OperationRefusal(`The file is cut off before the end of its ${block.name}.`);
    const stream: SpzStream = { compression: 'zstd', start, end, skip: 0, blocks: [block], isExact: true };
    start = end;
    return stream;
  });
}
