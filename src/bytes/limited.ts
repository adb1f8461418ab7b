/**
 * The same pieces, which fail before the first one that is too many.
 *
 * @param fault made when they are more than `maxBytes`
 */
export async function* limited<T extends Uint8Array>(
  pieces: AsyncIterable<T>,
  maxBytes: number,
  fault: () => unknown,
): AsyncGenerator<T> {
  let rest = maxBytes;
  for await (const piece of pieces) {
    rest -= piece.length;
    if (rest < 0) throw fault();
    yield piece;
  }
}
