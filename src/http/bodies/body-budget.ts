import { ServiceError } from '../../errors/index.ts';

/** Bytes of bodies that are held in memory, of all requests together. */
export interface BodyBudget {
  /** Begins a body. Its bytes count until it is closed. */
  open(): BodyClaim;
}

export interface BodyClaim {
  /** Counts bytes that have arrived. Throws `busy` beyond the budget */
  add(bytes: number): void;
  close(): void;
}

/** A body of the largest kind arrives within seconds. */
const RETRY_SECONDS = 5;

/**
 * Bodies are small one by one, and thousands of connections can hold one each for minutes.
 *
 * @param maxBytes of all bodies together
 */
export function createBodyBudget(maxBytes: number): BodyBudget {
  let held = 0;
  return {
    open() {
      let own = 0;
      return {
        add(bytes) {
          if (held + bytes > maxBytes)
            throw new ServiceError('busy', 'Too many requests arrive at this moment. Try again in some seconds.', {
              retryAfter: RETRY_SECONDS,
            });
          own += bytes;
          held += bytes;
        },
        close() {
          held -= own;
          own = 0;
        },
      };
    },
  };
}
