import { totalmem } from 'node:os';

/**
 * Memory limit of a program that works on splats. The minimum holds 5 million splats of degree 3: their build takes 4 GB, a tool
 * 1.4 GB. Larger scenes may take half of the memory of the machine.
 */
export const MEMORY_BYTES = Math.max(4 * 2 ** 30, totalmem() / 2);

/** A number of bytes in words, rounded up to whole megabytes. */
export const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1e6)} MB`;
