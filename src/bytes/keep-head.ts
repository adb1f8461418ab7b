/** A stream that passes as it is, and its beginning. */
export interface HeadKept {
  readonly source: AsyncIterable<Uint8Array>;
  /** The first bytes that have passed, in a buffer of their own. */
  head(): Buffer;
}

/** Keeps the beginning of a stream for who looks at it later. @param most bytes that are kept */
export function keepHead(source: AsyncIterable<Uint8Array>, most: number): HeadKept {
  const pieces: Buffer[] = [];
  let size = 0;
  async function* passing(): AsyncGenerator<Uint8Array> {
    for await (const bytes of source) {
      if (size < most) {
        const piece = Buffer.from(bytes.subarray(0, most - size));
        pieces.push(piece);
        size += piece.length;
      }
      yield bytes;
    }
  }
  return { source: passing(), head: () => Buffer.concat(pieces) };
}
