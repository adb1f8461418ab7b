import { OperationRefusal } from '../../../engine/for-children.ts';
import { openWindow } from '../../../geodata/tiff/byte-window.ts';
import { MAX_DEGREE, type ShDegree, type SplatModel } from '../model/splat-model.ts';
import type { SplatReader } from './splat-reader.ts';
import type { SpzBlock } from './spz-blocks.ts';
import { readSpzHeader, type SpzHeader } from './spz-header.ts';
import { inflateSpz } from './spz-inflate.ts';
import { type SpzStream, spzStreams } from './spz-layout.ts';

/** Spark writes trees of levels of detail with this flag: merged splats stand among the others. */
const HAS_LEVELS = 0x80;
/** All 24 bits of a coordinate and more. */
const MOST_FRACTION_BITS = 31;
/** Extensions behind the splats take less; all of what is a bomb is not inflated. */
const MOST_BEHIND = 2 ** 20;

/** Opens SPZ files of versions 1 to 4. Harmonics of degree 4 are cut to 3. */
export function openSpz(path: string): SplatReader {
  const window = openWindow(path);
  try {
    const header = readSpzHeader(window);
    refuseUnread(header);
    const streams = spzStreams(window, header);
    return {
      count: header.count,
      shDegree: Math.min(MAX_DEGREE, header.degree) as ShDegree,
      async fill(model, progress) {
        const total = Math.max(1, header.count * sumOfWidths(streams.flatMap(({ blocks }) => blocks)));
        let before = 0;
        for (const stream of streams) {
          await fillFrom(path, stream, model, (bytes) => progress((before + bytes) / total));
          before += header.count * sumOfWidths(stream.blocks);
        }
      },
      close: () => window.close(),
    };
  } catch (error) {
    window.close();
    throw error;
  }
}

const sumOfWidths = (blocks: readonly SpzBlock[]): number => blocks.reduce((sum, { width }) => sum + width, 0);

function refuseUnread({ version, flags, fractionBits }: SpzHeader): void {
  if ((flags & HAS_LEVELS) !== 0)
    throw new OperationRefusal('It has levels of detail already. Export the splats without them.');
  if (version > 1 && fractionBits > MOST_FRACTION_BITS)
    throw new OperationRefusal(`It declares coordinates with ${fractionBits} bits behind the point.`);
}

/** Decodes bytes as they come; no more than the piece at hand is kept of them. */
async function fillFrom(
  path: string,
  stream: SpzStream,
  model: SplatModel,
  progress: (bytes: number) => void,
): Promise<void> {
  const fill = createFiller(stream, model);
  for await (const piece of inflateSpz(path, stream)) {
    const { read, behind } = fill(piece);
    progress(read);
    if (behind > 0 && stream.isExact)
      throw new OperationRefusal(`It has more ${stream.blocks[0]!.name} than its ${model.count} splats.`);
    // Read to the end where it is near, as the checksum is there.
    if (behind > MOST_BEHIND) return;
  }
  const missing = fill(null).missing;
  if (missing !== null) throw new OperationRefusal(`It is cut off: some ${missing} of its splats are missing.`);
}

interface Filled {
  /** Bytes of splats so far. */
  readonly read: number;
  /** Bytes that came behind the last block. */
  readonly behind: number;
  /** Name of the first block that is not whole; null where all are. */
  readonly missing: string | null;
}

/** Cuts the bytes of a stream into blocks and splats. */
function createFiller({ blocks, skip }: SpzStream, model: SplatModel): (piece: Buffer | null) => Filled {
  const { count } = model;
  let toSkip = skip;
  let block = 0;
  let first = 0;
  let read = 0;
  let behind = 0;
  let rest: Buffer = Buffer.alloc(0);
  return (piece) => {
    if (piece !== null) {
      const skipped = Math.min(toSkip, piece.length);
      toSkip -= skipped;
      let bytes = piece.subarray(skipped);
      // Part of a splat was left of the piece before.
      if (rest.length > 0) bytes = Buffer.concat([rest, bytes]);
      for (; block < blocks.length; block += 1, first = 0) {
        const { width, fill } = blocks[block]!;
        const splats = Math.min(count - first, Math.floor(bytes.length / width));
        fill(model, bytes, first, splats);
        first += splats;
        read += splats * width;
        bytes = bytes.subarray(splats * width);
        if (first < count) break;
      }
      const isDone = block === blocks.length;
      if (isDone) behind += bytes.length;
      rest = isDone ? Buffer.alloc(0) : bytes;
    }
    return { read, behind, missing: blocks[block]?.name ?? null };
  };
}
