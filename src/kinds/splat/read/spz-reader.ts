import { OperationRefusal } from '../../../engine/for-children.ts';
import { openWindow } from '../../../geodata/tiff/byte-window.ts';
import { MAX_DEGREE, type ShDegree, type SplatModel } from '../model/splat-model.ts';
import type { SplatReader } from './splat-reader.ts';
import type { SpzBlock } from './spz-blocks.ts';
import { readSpzHeader, type SpzHeader } from './spz-header.ts';
import { inflateSpz } from './spz-inflate.ts';
import { type SpzStream, spzStreams } from './spz-layout.ts';

/** Flag of Spark for levels of detail: merged splats are among the others. */
const HAS_LEVELS = 0x80;
/** Maximum plausible fractional bits of a coordinate, which has 24 bits in all. */
const MOST_FRACTION_BITS = 31;
/** Maximum bytes after the splats. Extensions take less, and a decompression bomb is not inflated. */
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
      readingBytes: 0,
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

/** Decodes a stream piece by piece, and keeps one piece in memory. */
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
    // A short rest is read to its end, which checks the checksum.
    if (behind > MOST_BEHIND) return;
  }
  const missing = fill(null).missing;
  if (missing !== null) throw new OperationRefusal(`It is cut off: some ${missing} of its splats are missing.`);
}

interface Filled {
  /** Decoded bytes so far. */
  readonly read: number;
  /** Bytes after the last block. */
  readonly behind: number;
  /** Name of the first incomplete block; null if all are complete. */
  readonly missing: string | null;
}

/** Creates a function that decodes the pieces of a stream; null ends it. */
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
      // The piece before ended within a splat.
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
