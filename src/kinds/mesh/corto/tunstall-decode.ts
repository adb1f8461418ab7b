import type { ByteReader } from './byte-reader.ts';
import { CortoError } from './corto-format.ts';
import { type Dictionary, dictionary } from './tunstall.ts';

/**
 * Reads a block of bytes in Tunstall coding.
 *
 * @param most bytes that the block may have; one that claims more is refused before memory is asked for
 * @throws CortoError
 */
export function readWords(bytes: ByteReader, most: number): Uint8Array {
  const symbolCount = bytes.u8();
  const weights = bytes.bytes(2 * symbolCount);
  const [length, codedLength] = [bytes.i32(), bytes.i32()];
  if (length < 0 || length > most) throw new CortoError('A block of the stream is too long.');
  const coded = bytes.bytes(codedLength);
  if (length === 0) return new Uint8Array();
  if (symbolCount === 0) throw new CortoError('A block of the stream has no symbols.');
  if (symbolCount === 1) return new Uint8Array(length).fill(weights[0]!);
  const symbols = Array.from({ length: symbolCount }, (_, index) => ({
    symbol: weights[2 * index]!,
    weight: weights[2 * index + 1]!,
  }));
  return expand(coded, dictionary(symbols), length);
}

function expand(coded: Uint8Array, { starts, lengths, text }: Dictionary, length: number): Uint8Array {
  const result = new Uint8Array(length);
  let done = 0;
  for (let index = 0; index < coded.length && done < length; index += 1) {
    const start = starts[coded[index]!]!;
    // The last word may go on behind the end.
    const end = start + Math.min(lengths[coded[index]!]!, length - done);
    for (let at = start; at < end; at += 1) result[done++] = text[at]!;
  }
  if (done < length) throw new CortoError('A block of the stream ends too early.');
  return result;
}
