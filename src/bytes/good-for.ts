/**
 * Pieces of a body that may be asked for until one that was given is filled anew; so many are written at the same time. On a
 * busy machine each write waits for its turn: with one at a time an upload waited for that half of its time.
 */
export const GOOD_FOR = 3;
