import { hash } from 'node:crypto';

/** What a refused sign-in asks a program to solve, as docs/identity.md describes it. */
export interface Challenge {
  readonly token: string;
  readonly rounds: number;
  readonly zeroBits: number;
}

/** The value of the header `Sign-In-Proof` for a challenge. */
export function solve({ token, rounds, zeroBits }: Challenge): string {
  const counters = Array.from({ length: rounds }, (_, round) => {
    let counter = 0;
    while (!beginsWithZeros(hash('sha256', `${token}.${round + 1}.${counter}`, 'hex'), zeroBits)) counter += 1;
    return counter;
  });
  return `${token}:${counters.join(',')}`;
}

/** @param zeroBits at most 32 */
function beginsWithZeros(digest: string, zeroBits: number): boolean {
  return Number.parseInt(digest.slice(0, 8), 16) < 2 ** (32 - zeroBits);
}
