import { startWasm, type WasmMemory } from '../../../../webassembly/index.ts';
import { RasterError } from '../../raster-error.ts';

/** What `assembly/index.ts` exports. */
interface JpegExports {
  readonly memory: WasmMemory;
  makeRoom(bytes: number, pixels: number): number;
  decode(width: number, height: number, channels: number): number;
  pixelsAddress(): number;
}

const DONE = 0;
const OTHER_KIND = 2;

export interface JpegSize {
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3;
}

/** One for each thread: decoding waits for nothing. */
let decoder: JpegExports | undefined;

/**
 * Decodes a JPEG of the usual kind, to the last bit as libjpeg does it, in a quarter of the time that the image library takes for
 * a block of 256 pixels: 0.5 ms instead of 2.
 *
 * @returns bytes of grey, or red, green, blue and 255 of each pixel; null for a JPEG of another kind
 * @throws RasterError `invalid` for a damaged one
 */
export function decodeUsualJpeg(
  jpeg: Uint8Array,
  { width, height, channels }: JpegSize,
): Uint8Array<ArrayBuffer> | null {
  decoder ??= startWasm<JpegExports>('jpeg');
  const pixels = width * height;
  const at = decoder.makeRoom(jpeg.length, pixels);
  if (at === 0) throw new RasterError('limit', 'A JPEG block of the raster is too large to be decoded.');
  new Uint8Array(decoder.memory.buffer, at, jpeg.length).set(jpeg);
  const outcome = outcomeOf(decoder, { width, height, channels });
  if (outcome === OTHER_KIND) return null;
  if (outcome !== DONE) throw new RasterError('invalid', 'A JPEG block of the raster is damaged.');
  const length = channels === 1 ? pixels : 4 * pixels;
  return new Uint8Array(decoder.memory.buffer, decoder.pixelsAddress(), length).slice();
}

/** A decoder that broke down is not used again: what it left in its memory is not known. */
function outcomeOf(used: JpegExports, { width, height, channels }: JpegSize): number {
  try {
    return used.decode(width, height, channels);
  } catch (cause) {
    decoder = undefined;
    throw new RasterError('invalid', 'A JPEG block of the raster is damaged.', { cause });
  }
}
