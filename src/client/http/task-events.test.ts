import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readEvents } from './task-events.ts';

async function* pieces(bytes: Uint8Array, cuts: readonly number[]): AsyncGenerator<Uint8Array> {
  const ends = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].toSorted((one, other) => one - other);
  for (const [at, end] of ends.entries()) yield await Promise.resolve(bytes.subarray(ends[at - 1] ?? 0, end));
}

it('reads events however the bytes of a stream arrive', async () => {
  const event = fc.record({
    id: fc.nat().map(String),
    data: fc.jsonValue().map((value) => JSON.stringify(value)),
    comment: fc.boolean(),
  });
  const cuts = fc.array(fc.nat(10_000), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { maxLength: 8 }),
      cuts,
      fc.constantFrom('\n', '\r\n'),
      async (events, places, end) => {
        const written = events.map(({ id, data, comment }) =>
          [...(comment ? [':', ''] : []), 'event: task', `id: ${id}`, `data: ${data}`, '', ''].join(end),
        );
        const text = `retry: 3000${end}${end}${written.join('')}`;
        const read = [];
        for await (const { id, data } of readEvents(pieces(Buffer.from(text), places))) read.push({ id, data });
        expect(read).toEqual(events.map(({ id, data }) => ({ id, data })));
      },
    ),
    { numRuns: 100 },
  );
});

it('gives up an event without end', async () => {
  const endless = async function* (): AsyncGenerator<Uint8Array> {
    for (;;) yield await Promise.resolve(Buffer.alloc(100_000, 'x'));
  };
  await expect(readEvents(endless()).next()).rejects.toThrow('longer than any');
});
