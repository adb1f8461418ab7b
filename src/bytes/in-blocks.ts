import { openBufferRoom } from './buffer-room.ts';
import { BLOCK_BYTES, GOOD_FOR } from './good-for.ts';

/**
 * A stream in large blocks. A piece is copied before the next one is asked for, which costs 35 ms for a GiB; a block is good until
 * `GOOD_FOR` more are asked for.
 *
 * @param next the buffer for the next block, not needed by others any more; by default they are used in turn
 */
export async function* inBlocks(
  source: AsyncIterable<Uint8Array>,
  next: (size: number) => Uint8Array = buffersInTurn(),
): AsyncGenerator<Uint8Array> {
  const room = openBufferRoom();
  const size = room.bytes(GOOD_FOR, BLOCK_BYTES);
  let block: Uint8Array | undefined;
  let filled = 0;
  try {
    for await (const bytes of source) {
      for (let at = 0; at < bytes.length;) {
        block ??= next(size);
        const part = bytes.subarray(at, at + size - filled);
        block.set(part, filled);
        filled += part.length;
        at += part.length;
        if (filled < size) continue;
        yield block;
        block = undefined;
        filled = 0;
      }
    }
    if (block) yield block.subarray(0, filled);
  } finally {
    room.close();
  }
}

function buffersInTurn(): (size: number) => Uint8Array {
  const given: Uint8Array[] = [];
  return (size) => {
    const buffer = given.length === GOOD_FOR ? given.shift()! : Buffer.allocUnsafeSlow(size);
    given.push(buffer);
    return buffer;
  };
}
