import type { ByteReader } from './byte-reader.ts';
import { CortoError } from './corto-format.ts';

/** Reads bits from words of 32, the most significant first. */
export interface BitReader {
  /** Bits that are left. */
  left(): number;
  /** @param bits 1 to 31, and no more than are left */
  read(bits: number): number;
}

/** @throws CortoError where the words end too early */
export function readBits(bytes: ByteReader): BitReader {
  const count = bytes.i32();
  if (count < 0 || count > 0x1fff_ffff) throw new CortoError('The stream has a wrong length of bits.');
  bytes.align();
  const words = wordsOf(bytes.bytes(4 * count));
  let at = 0;
  return {
    left: () => 32 * count - at,
    read(bits) {
      const [word, offset] = [at >>> 5, at & 31];
      at += bits;
      const high = (words[word]! << offset) >>> (32 - bits);
      const missing = offset + bits - 32;
      return missing > 0 ? (high | (words[word + 1]! >>> (32 - missing))) >>> 0 : high;
    },
  };
}

/** A copy, because the words may stand at any address. */
function wordsOf(bytes: Uint8Array): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const words = new Uint32Array(bytes.length / 4);
  for (let word = 0; word < words.length; word += 1) words[word] = view.getUint32(4 * word, true);
  return words;
}
