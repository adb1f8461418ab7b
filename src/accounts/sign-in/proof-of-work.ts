/**
 * Proof of work for a sign-in to a name under attack (docs/identity.md).
 *
 * A challenge is stateless: its token holds difficulty, end and a random id, and a code that also covers the name and the
 * address. So any process can verify a proof that another process asked for.
 */
import { createHmac, hash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Challenge } from '../../errors/index.ts';

/** Sixteen small puzzles instead of one large one: the time to solve all varies by a quarter, not from nothing to threefold. */
const ROUNDS = 16;
/** Sixteen rounds are 4 bits of work. */
const ROUND_BITS = 4;
/** A phone that makes 50,000 hashes a second solves 2^20 in 21 s; the rest is for its network. */
const CHALLENGE_SECONDS = 120;
/** A proof is remembered twice as long as its challenge is good: clocks of several hosts may differ. */
export const PROOF_SECONDS = 2 * CHALLENGE_SECONDS;

/** Who has to solve a challenge. */
export interface Solver {
  /** Digest of the name that is tried. */
  readonly user: string;
  readonly network: string;
}

export interface ProofOfWork {
  challenge(solver: Solver): Challenge;
  /** The id of a challenge that was solved for this name and address, and has not ended; it must count only once. */
  verify(proof: string, solver: Solver): string | undefined;
}

/**
 * @param secret key of the service; the key of challenges is derived from it
 * @param bits a solution takes 2^bits hashes on average
 */
export function createProofOfWork(secret: string, bits: number): ProofOfWork {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'proof of work', 32));
  const codeOf = (text: string, { user, network }: Solver): Buffer =>
    createHmac('sha256', key)
      .update(JSON.stringify([text, user, network]))
      .digest();

  return {
    challenge(solver) {
      const zeroBits = bits - ROUND_BITS;
      const text = `${zeroBits}.${now() + CHALLENGE_SECONDS}.${randomBytes(16).toString('base64url')}`;
      return { token: `${text}.${codeOf(text, solver).toString('base64url')}`, rounds: ROUNDS, zeroBits };
    },

    verify(proof, solver) {
      const match =
        /^(?<text>(?<zeroBits>\d{1,2})\.(?<end>\d{1,12})\.(?<id>[\w-]{22}))\.(?<code>[\w-]{43}):(?<counters>[\d,]+)$/.exec(
          proof,
        );
      const { text, zeroBits, end, id, code, counters } = match?.groups ?? {};
      if (text === undefined || id === undefined || code === undefined || counters === undefined) return undefined;
      if (!timingSafeEqual(codeOf(text, solver), Buffer.from(code, 'base64url'))) return undefined;
      if (Number(end) < now()) return undefined;
      const rounds = counters.split(',');
      const isSolved =
        rounds.length === ROUNDS &&
        rounds.every((counter, index) => solves(`${text}.${code}.${index + 1}.${counter}`, Number(zeroBits)));
      return isSolved ? id : undefined;
    },
  };
}

/** @param zeroBits at most 32 */
function solves(text: string, zeroBits: number): boolean {
  return hash('sha256', text, 'buffer').readUInt32BE(0) < 2 ** (32 - zeroBits);
}

function now(): number {
  return Math.floor(Date.now() / 1000);
}
