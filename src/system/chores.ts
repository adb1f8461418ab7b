/** Work that is done again and again beside the requests. */
export interface Chore {
  readonly everyMs: number;
  readonly run: () => Promise<void>;
  /** Told of what an attempt met; the next one comes all the same. */
  readonly onError: (error: unknown) => void;
}

/**
 * Runs a chore again and again until the signal fires, never twice at a time.
 *
 * @returns what waits for the attempt that is running
 */
export function repeat({ everyMs, run, onError }: Chore, signal: AbortSignal): () => Promise<void> {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= run()
      .catch((error: unknown) => void (signal.aborted || onError(error)))
      .finally(() => (running = undefined));
  }, everyMs);
  signal.addEventListener('abort', () => clearInterval(timer));
  return async () => running;
}
