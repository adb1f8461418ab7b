import { expect, test } from 'vitest';
import { GATHERED_BYTES, LEAST_BUFFER_BYTES, openBufferRoom } from './buffer-room.ts';
import { BLOCK_BYTES } from './good-for.ts';
import { inBlocks } from './in-blocks.ts';

const MIB = 2 ** 20;

test('buffers are large for few streams, small for many, and large again when these end', () => {
  const few = Array.from({ length: 4 }, openBufferRoom);
  expect(few.map((room) => room.bytes(4, MIB))).toEqual([MIB, MIB, MIB, MIB]);
  const many = Array.from({ length: 28 }, openBufferRoom);
  const sizes = [...few, ...many].map((room) => room.bytes(4, MIB));
  expect(sizes.reduce((sum, size) => sum + 4 * size, 0)).toBeLessThanOrEqual(GATHERED_BYTES);
  const more = openBufferRoom();
  expect(more.bytes(4, MIB)).toBe(LEAST_BUFFER_BYTES);
  for (const room of [...many, more]) room.close();
  expect(few[0]!.bytes(4, MIB)).toBe(MIB);
  for (const room of few) room.close();
});

test('a stream that is given up leaves its room to others', async () => {
  async function* pieces() {
    for (;;) yield new Uint8Array(64 * 1024);
  }
  for (let stream = 0; stream < 100; stream += 1) {
    const blocks = inBlocks(pieces());
    await blocks.next();
    await blocks.return(undefined);
  }
  const first = await inBlocks(pieces()).next();
  expect((first.value as Uint8Array).length).toBe(BLOCK_BYTES);
});
