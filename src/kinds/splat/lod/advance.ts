/** Is told how much of a step of the work is done, 0 to 1. */
export type Advance = (done: number) => void;

/** Items between two calls: at a microsecond each, the slowest, it is called 60 times a second. */
export const ADVANCE_EVERY = 16_384;
