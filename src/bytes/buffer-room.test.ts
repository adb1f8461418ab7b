import { expect, test } from 'vitest';
import { GATHERED_BYTES, LEAST_BUFFER_BYTES, openBufferRoom } from './buffer-room.ts';
import { gathered } from './write-through.ts';

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
    const groups = gathered(pieces());
    await groups.next();
    await groups.return(undefined);
  }
  const first = await gathered(pieces()).next();
  const group = first.value as readonly Uint8Array[];
  expect(group.reduce((sum, { length }) => sum + length, 0)).toBe(MIB);
});
