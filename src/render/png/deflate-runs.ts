import { startWasm, type WasmMemory, type WasmNumber } from '../../webassembly/index.ts';
import { canonicalCode, codeLengths } from './huffman.ts';

/** What `assembly/index.ts` exports. */
interface PngExports {
  readonly memory: WasmMemory;
  readonly PIECE_AT: WasmNumber;
  readonly COUNTS_AT: WasmNumber;
  readonly CODES_AT: WasmNumber;
  makeRoom(bytes: number, pixelBytes: number): boolean;
  sharedAddress(): number;
  filter(rows: number, width: number, channels: number): void;
  begin(): void;
  put(bits: number, length: number): void;
  count(bytes: number): void;
  write(bytes: number): void;
  end(): void;
  take(): number;
}

/** Rows of pixels of red, green, blue and alpha, and how many of these are kept: the first, three or all. */
export interface PixelRows {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3 | 4;
}

/** Bytes that share one code: a new code costs 160 bytes and as much time as 4 KiB. */
export const BLOCK_BYTES = 2 ** 18;
/** Symbols of bytes, the end of a block, and lengths (RFC 1951, section 3.2.5). */
const SYMBOLS = 286;

/** One for each thread, as it waits for nothing. Its memory holds a block, and the pixels of it or its bits: 2 MiB mostly. */
let encoder: PngExports | undefined;

/** With room for a piece, and for pixels that it is made of. */
function encoderFor(bytes: number, pixelBytes = 0): PngExports {
  encoder ??= startWasm<PngExports>('png');
  if (!encoder.makeRoom(bytes, pixelBytes)) throw new RangeError('The rows of the picture are too long.');
  return encoder;
}

/**
 * Makes a zlib stream (RFC 1950) of bytes that are differences of neighbouring pixels. Each byte has a code by how often it
 * occurs nearby; only zeros that follow each other become a repetition. It takes a tenth of the time of zlib at its fastest, which
 * searches for repetitions that photographs do not have.
 *
 * @param pieces become a block each. `BLOCK_BYTES` is the best size
 * @returns the stream in parts, each in memory of its own
 */
export function deflateRuns(pieces: Iterable<Uint8Array>): Uint8Array<ArrayBuffer>[] {
  const blocks = function* (): Generator<number> {
    for (const piece of pieces) {
      const wasm = encoderFor(piece.length);
      new Uint8Array(wasm.memory.buffer, wasm.PIECE_AT.value, piece.length).set(piece);
      yield piece.length;
    }
  };
  return deflateBlocks(blocks());
}

/** As `deflateRuns`, of rows that are filtered for PNG: each byte less the same channel of the pixel to its left. */
export function deflateRows({ pixels, width, height, channels }: PixelRows): Uint8Array<ArrayBuffer>[] {
  const rowBytes = width * channels + 1;
  const atOnce = Math.min(height, Math.max(1, Math.floor(BLOCK_BYTES / rowBytes)));
  const blocks = function* (): Generator<number> {
    for (let row = 0; row < height; row += atOnce) {
      const rows = Math.min(atOnce, height - row);
      const part = pixels.subarray(4 * row * width, 4 * (row + rows) * width);
      const wasm = encoderFor(rows * rowBytes, part.length);
      new Uint8Array(wasm.memory.buffer, wasm.sharedAddress(), part.length).set(part);
      wasm.filter(rows, width, channels);
      yield rows * rowBytes;
    }
  };
  return deflateBlocks(blocks());
}

/** @param blocks puts one after another into the encoder's memory, and tells its bytes */
function deflateBlocks(blocks: Iterable<number>): Uint8Array<ArrayBuffer>[] {
  const wasm = encoderFor(0);
  // A window of 32 KiB, made at the fastest level.
  const parts: Uint8Array<ArrayBuffer>[] = [Uint8Array.of(0x78, 0x01)];
  wasm.begin();
  for (const bytes of blocks) {
    wasm.count(bytes);
    const lengths = codeLengths(new Uint32Array(wasm.memory.buffer, wasm.COUNTS_AT.value, SYMBOLS));
    new Int32Array(wasm.memory.buffer, wasm.CODES_AT.value, SYMBOLS).set(codeTable(lengths));
    putHeader(wasm, lengths);
    wasm.write(bytes);
    parts.push(taken(wasm));
  }
  // An empty block with the codes of the standard ends the stream: 1 as the last one, 01, and the end's code of 7 zeros.
  wasm.put(0b011, 10);
  wasm.end();
  parts.push(taken(wasm));
  return parts;
}

function taken(wasm: PngExports): Uint8Array<ArrayBuffer> {
  return new Uint8Array(wasm.memory.buffer, wasm.sharedAddress(), wasm.take()).slice();
}

/** Codes with their lengths above: one table is read twice as fast as two. */
function codeTable(lengths: Uint8Array): Int32Array {
  const code = canonicalCode(lengths);
  return new Int32Array(lengths).map((length, symbol) => (length << 16) | code[symbol]!);
}

/** A block with codes of its own (RFC 1951, section 3.2.7): all 16 lengths of codes have one of 4 bits. */
function putHeader(wasm: PngExports, lengths: Uint8Array): void {
  wasm.put(2 << 1, 3);
  // Codes of all symbols, of one distance, and of 19 kinds of lengths.
  wasm.put(SYMBOLS - 257, 5);
  wasm.put(0, 5);
  wasm.put(19 - 4, 4);
  // The first three kinds repeat lengths.
  for (let kind = 0; kind < 19; kind++) wasm.put(kind < 3 ? 0 : 4, 3);
  const code = canonicalCode(new Uint8Array(16).fill(4));
  for (const length of lengths) wasm.put(code[length]!, 4);
  // The only distance is one byte, by a code of one bit.
  wasm.put(code[1]!, 4);
}
