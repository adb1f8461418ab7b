import { expect, it } from 'vitest';
import type { OutboundAnswer } from '../outbound/index.ts';
import { stampItems } from './stamp-list.ts';

const CHECKSUM = 'a'.repeat(64);

async function itemsOf(text: string): Promise<unknown[]> {
  const answer = {
    host: 'peer',
    async *body() {
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000);
    },
  } as unknown as OutboundAnswer;
  const found: unknown[] = [];
  for await (const item of stampItems(answer, Infinity)) found.push(item);
  return found;
}

it('gives entries and ids, in any order of the members', async () => {
  const [entries, meta] = [
    [{ 'a/ä': CHECKSUM }, { b: '' }],
    ['one', 'two'],
  ];
  const items = [
    { path: 'a/ä', hash: CHECKSUM },
    { path: 'b', hash: '' },
  ];
  const ids = [{ id: 'one' }, { id: 'two' }];
  expect(await itemsOf(JSON.stringify({ checksum: CHECKSUM, entries, meta }))).toEqual([...items, ...ids]);
  expect(await itemsOf(JSON.stringify({ meta, more: { a: [1] }, entries, checksum: CHECKSUM }))).toEqual([
    ...ids,
    ...items,
  ]);
  expect(await itemsOf(JSON.stringify({ checksum: CHECKSUM, entries: [], meta: [] }))).toEqual([]);
});

it.each([
  '',
  '[]',
  '{}',
  '{"error":"There is nothing here"}',
  '{"entries":[],"meta":[]}',
  `{"checksum":"${CHECKSUM}","entries":[{"a":1}]}`,
  `{"checksum":"${CHECKSUM}","entries":["a"]}`,
  `{"checksum":"${CHECKSUM}","entries":[null]}`,
  `{"checksum":"${CHECKSUM}","meta":[{}]}`,
  `{"checksum":"${CHECKSUM}","entries":[`,
  `{"checksum":"${CHECKSUM}","entries":[{"${'x'.repeat(100_000)}":""}]}`,
])('D-6 refuses %.60j', async (text) => {
  await expect(itemsOf(text)).rejects.toMatchObject({ fault: 'lasting' });
});
