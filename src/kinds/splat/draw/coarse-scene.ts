import { OperationRefusal } from '../../../engine/for-children.ts';
import type { ByteWindow } from '../../../geodata/tiff/byte-window.ts';
import { HARMONICS, roomForSplats, type SplatModel } from '../model/splat-model.ts';
import { decodeChunk } from '../rad/decode-chunk.ts';
import { readRadHead } from '../rad/read-rad.ts';
import { treeFrontier } from './tree-frontier.ts';

/** Maximum bytes of a chunk: 65,536 splats in the widest encodings take 17 MB. */
const MOST_CHUNK_BYTES = 2 ** 25;

/** First chunks of a RAD file, which show the scene coarsely. */
interface CoarseScene {
  readonly model: SplatModel;
  /** Indices of the splats that stand for the whole scene. */
  readonly which: Uint32Array;
}

/**
 * Reads the first chunks of a RAD file. Memory is bounded by their number, however large the file is.
 *
 * @throws OperationRefusal for a damaged file
 */
export function readCoarseScene(file: ByteWindow, mostChunks: number): CoarseScene {
  const head = readRadHead(file);
  const chunks = head.chunks.slice(0, mostChunks);
  const count = Math.min(head.count, chunks.length * head.chunkSize);
  const model = roomForSplats(count, head.shDegree);
  const childCounts = new Uint16Array(count);
  const childStarts = new Uint32Array(count);
  const each = HARMONICS[head.shDegree];
  let base = 0;
  for (const { offset, bytes } of chunks) {
    const stored = bytes > MOST_CHUNK_BYTES ? null : file.bytes(offset, bytes);
    if (stored === null) throw new OperationRefusal('A chunk of the RAD file is too large, or cut off.');
    const chunk = decodeChunk(stored);
    if (chunk.base !== base || chunk.shDegree !== head.shDegree || base + chunk.count > count)
      throw new OperationRefusal('A chunk of the RAD file is not what the head of the file says.');
    model.centres.set(chunk.centres, 3 * base);
    model.scales.set(chunk.scales, 3 * base);
    model.rotations.set(chunk.rotations, 4 * base);
    model.opacities.set(chunk.opacities, base);
    model.colours.set(chunk.colours, 3 * base);
    model.harmonics.set(chunk.harmonics, each * base);
    childCounts.set(chunk.childCounts, base);
    childStarts.set(chunk.childStarts, base);
    base += chunk.count;
  }
  const all = (): Uint32Array => Uint32Array.from({ length: base }, (_, index) => index);
  return { model, which: head.lodTree ? treeFrontier(childCounts, childStarts, base) : all() };
}
