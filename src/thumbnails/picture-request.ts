import type { RunOptions } from '../engine/index.ts';

/** One small picture of a file, drawn by a program. */
export interface PictureRequest {
  /** Absolute path of the file. */
  readonly source: string;
  /** Absolute path of the file to write, with the extension of its kind; one that is there is replaced. */
  readonly destination: string;
  /** Longest side in pixels; the other follows. */
  readonly size: number;
}

/** What one picture takes is a second; twenty leave room for a busy machine. */
const TIMEOUT_MS = 20_000;
/** A frame at 8K takes some 200 MB, a page full of photographs some more. Far below what a conversion may have. */
const MEMORY_BYTES = 2 ** 30;

/** What a program may take that draws one small picture of a file. */
export const pictureLimits = (options: Pick<RunOptions, 'signal' | 'timeoutMs'>): RunOptions => ({
  idleTimeoutMs: TIMEOUT_MS,
  timeoutMs: TIMEOUT_MS,
  memoryLimitBytes: MEMORY_BYTES,
  ...options,
});
