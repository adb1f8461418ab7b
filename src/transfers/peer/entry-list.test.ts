import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LIST, readEntry } from './entry-list.ts';
import { jsonItems } from './json-items.ts';

async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
async function items(text: string, size = 7): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const { value } of jsonItems(inChunks(Buffer.from(text), size), 'peer', LIST)) found.push(value);
  return found;
}

it('gives the items of any array, however it is cut', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.jsonValue()), fc.integer({ min: 1, max: 50 }), async (array, size) => {
      const text = JSON.stringify(array);
      expect(await items(text, size)).toEqual(JSON.parse(text));
    }),
    { numRuns: 200 },
  );
});

it.each(['', '{}', '{"a":1}', 'null', '"x"', '<html>', '[', '[1,2', '[1]x', '[1][2]', '[}', '[01]'])(
  'D-6 refuses %j',
  async (text) => {
    await expect(items(text)).rejects.toMatchObject({ fault: 'lasting' });
  },
);

it('D-6 refuses an item that has no end, and one nested without end', async () => {
  for (const text of [`["${'x'.repeat(700_000)}"]`, '['.repeat(700_000)])
    await expect(items(text, 65_536)).rejects.toMatchObject({ fault: 'lasting' });
});

it.each([
  [
    { path: 'a', type: 2, size: 1, hash: 'A'.repeat(64) },
    { path: 'a', isFolder: false, size: 1, hash: 'a'.repeat(64) },
  ],
  [
    { path: 'a', type: 1, size: 0, hash: null },
    { path: 'a', isFolder: true, size: 0, hash: undefined },
  ],
  [
    { path: 'a', type: 2, size: 1, hash: 'md5' },
    { path: 'a', isFolder: false, size: 1, hash: undefined },
  ],
  [{ path: 'a', type: 2, size: 1.5 }, undefined],
  [{ path: 'a', type: 2, size: -1 }, undefined],
  [{ path: 'a', type: 2, size: 2 ** 60 }, undefined],
  [{ path: 1, type: 2, size: 1 }, undefined],
  [{ type: 2, size: 1 }, undefined],
  [null, undefined],
  ['a', undefined],
])('reads %j', (item, entry) => {
  expect(readEntry(item)).toEqual(entry);
});
