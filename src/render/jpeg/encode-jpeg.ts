import { joined } from '../../bytes/index.ts';
import { startWasm, type WasmMemory, type WasmNumber } from '../../webassembly/index.ts';

/** What `assembly/index.ts` exports. */
interface EncoderExports {
  readonly memory: WasmMemory;
  readonly STRIP_ROWS: WasmNumber;
  begin(width: number, height: number, isGrey: boolean, quality: number): number;
  encodeStrip(rows: number): void;
  end(): void;
  takenFrom(): number;
  take(): number;
}

export interface JpegPicture {
  readonly width: number;
  readonly height: number;
  /** Whether alpha says nothing; white shows through it otherwise. */
  readonly isOpaque: boolean;
  /** Whether red, green and blue are the same everywhere: only red is read then. */
  readonly isGrey: boolean;
  /** Quality as libjpeg counts it, 1 to 100. Default: 80. */
  readonly quality?: number;
}

const QUALITY = 80;

/** One for each thread: encoding waits for nothing. Its memory holds a strip of the widest picture so far, less than 2 MiB. */
let encoder: EncoderExports | undefined;

/**
 * Encodes pixels of red, green, blue and alpha in the calling thread, to the same bytes as libjpeg with the codes of the standard.
 * Codes made for each picture would save 3 % of its bytes and take half of the time again.
 */
export function encodeJpeg(rgba: Uint8Array, picture: JpegPicture): Uint8Array<ArrayBuffer> {
  const { width, height, isGrey, quality = QUALITY } = picture;
  encoder ??= startWasm<EncoderExports>('jpeg-encoder');
  const { memory } = encoder;
  const at = encoder.begin(width, height, isGrey, quality);
  if (at === 0) throw new RangeError('The picture is too wide for a JPEG.');
  const put = picture.isOpaque ? putOpaque : putOverWhite;
  const atOnce = encoder.STRIP_ROWS.value;
  const parts: Uint8Array[] = [];
  for (let row = 0; row < height; row += atOnce) {
    const end = Math.min(height, row + atOnce);
    const strip = rgba.subarray(4 * row * width, 4 * end * width);
    put(strip, new Uint8Array(memory.buffer, at, strip.length));
    encoder.encodeStrip(end - row);
    if (end === height) encoder.end();
    parts.push(new Uint8Array(memory.buffer, encoder.takenFrom(), encoder.take()).slice());
  }
  return joined(parts);
}

const putOpaque = (pixels: Uint8Array, target: Uint8Array): void => target.set(pixels);

function putOverWhite(pixels: Uint8Array, target: Uint8Array): void {
  for (let at = 0; at < pixels.length; at += 4) {
    const opacity = pixels[at + 3]! / 255;
    for (let channel = at; channel < at + 3; channel++) {
      target[channel] = Math.round(255 + (pixels[channel]! - 255) * opacity);
    }
  }
}
