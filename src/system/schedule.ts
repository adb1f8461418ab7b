/** Background work that runs again and again. */
export interface Schedule {
  readonly everyMs: number;
  readonly run: () => Promise<void>;
  /** Receives the error of a run. The next run starts in its turn. */
  readonly onError: (error: unknown) => void;
}

/**
 * Runs a schedule until the signal fires, one run at a time.
 *
 * @returns waits for the current run
 */
export function repeat({ everyMs, run, onError }: Schedule, signal: AbortSignal): () => Promise<void> {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= run()
      .catch((error: unknown) => void (signal.aborted || onError(error)))
      .finally(() => (running = undefined));
  }, everyMs);
  signal.addEventListener('abort', () => clearInterval(timer));
  return async () => running;
}
