/** Progress is written at most this often: people look at it, the database need not know more. */
const INTERVAL_MS = 500;

/** Tells how far a job is. @param percent 0 to 100; null while it cannot be known */
export type ReportProgress = (percent: number | null, phase: string) => void;

/** Passes progress on: at once when the phase changes, else now and then. */
export function throttleProgress(write: (percent: number | null, phase: string) => Promise<void>): ReportProgress {
  let last = 0;
  let lastPhase = '';
  return (percent, phase) => {
    const now = Date.now();
    if (now - last < INTERVAL_MS && phase === lastPhase) return;
    last = now;
    lastPhase = phase;
    // Progress that cannot be written is lost; whether the job counts is decided elsewhere.
    write(percent, phase).catch(() => undefined);
  };
}
