/** Receives the share of a step that is done, 0 to 1. */
export type Advance = (done: number) => void;

/** Items between two calls. The slowest take a microsecond each, which makes 60 calls a second. */
export const ADVANCE_EVERY = 16_384;
