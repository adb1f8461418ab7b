/**
 * A piece of a body is valid until this many further ones are requested; so many are written at the same time. On a
 * busy machine each write waits for its turn: with one at a time an upload waited for that half of its time.
 */
export const GOOD_FOR = 3;

/**
 * Most bytes of a block: the cost of a call to write it does not count. With larger ones the system takes larger pieces of memory
 * for its cache, which are seldom at hand: in a virtual machine 512 KiB took 3.6 s of the system for a GiB, 256 KiB 1.1 s.
 */
export const BLOCK_BYTES = 256 * 1024;
