import { expect, test } from 'vitest';
import { hashesAfter } from './sha256.ts';
import { solve } from './solve.ts';

/** The first 32 bits of the hash that the platform computes. */
const sha256 = async (text: string): Promise<number> =>
  new DataView(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).getUint32(0);

test('hashes are those of SHA-256, whatever the length of a text', async () => {
  for (let length = 0; length <= 200; length += 1) {
    const beginning = 'x'.repeat(length);
    const hash = hashesAfter(beginning);
    // Longer ends before shorter ones: nothing of an earlier text may stay.
    for (const end of [Number.MAX_SAFE_INTEGER, 1234567, 99, 0])
      expect(hash(end), `${length} characters and ${end}`).toBe(await sha256(`${beginning}${end}`));
  }
});

test('each round of a solution begins with the zero bits that are asked for', async () => {
  const token = '8.1795522030.abcdefghijklmnopqrstuv.abcdefghijklmnopqrstuvwxyzabcdefghijklmnopq';
  const rounds: number[] = [];
  const proof = solve({ token, rounds: 5, zeroBits: 8 }, (round) => rounds.push(round));
  expect(rounds).toEqual([1, 2, 3, 4, 5]);
  const [start, list = ''] = proof.split(':');
  expect(start).toBe(token);
  const numbers = list.split(',');
  expect(numbers).toHaveLength(5);
  for (const [index, number] of numbers.entries())
    expect(await sha256(`${token}.${index + 1}.${number}`)).toBeLessThan(2 ** 24);
});
