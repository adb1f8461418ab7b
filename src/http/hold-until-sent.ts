import type { FastifyReply } from 'fastify';

/** Something that an answer holds. */
interface Held {
  release(): void;
}

/** Releases what an answer holds when all of it is sent, or its caller has gone. */
export function holdUntilSent({ raw }: Pick<FastifyReply, 'raw'>, held: Held): void {
  // A destroyed response does not emit `close` again.
  if (raw.destroyed) held.release();
  else raw.once('close', () => held.release());
}
