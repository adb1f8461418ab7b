import type { Challenge } from '../../api/api-error.ts';
import { hashesAfter } from './sha256.ts';

/**
 * Solves a challenge of the sign-in, as docs/identity.md describes it.
 *
 * @param onRound told of each solved round
 */
export function solve({ token, rounds, zeroBits }: Challenge, onRound: (round: number) => void): string {
  const limit = 2 ** (32 - zeroBits);
  const numbers: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const hash = hashesAfter(`${token}.${round}.`);
    let number = 0;
    while (hash(number) >= limit) number += 1;
    numbers.push(number);
    onRound(round);
  }
  return `${token}:${numbers.join(',')}`;
}
